#!/bin/bash
# tests/fuzz/long.sh BUILD MINUTES [FIRST_SEED]: goes round the fuzzers of a build (release or asan, tests/run makes them in
# .build/) until the time is over. Prints a row for each fuzzer: seeds, minutes, finds; a find's output stands in the folder
# that is named at the end, with the command that shows it again. Exit status 1 when there is one.
set -u
build=$(realpath "$1") minutes=$2 seed=${3:-1000}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
finds=$(mktemp -d)
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1:detect_stack_use_after_return=0:allocator_may_return_null=1}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-halt_on_error=1:print_stacktrace=1}
export XDG_CACHE_HOME=$finds/cache
ulimit -s 65536
adder=$build/adder
declare -A seeds seconds failed
end=$((SECONDS + minutes * 60))

turn() { # FUZZER HOW_MANY_SEEDS COMMAND…
  local name=$1 count=$2 begin=$SECONDS log
  shift 2
  command -v "$1" > /dev/null || return 0
  log=$finds/$name.$seed
  if ! timeout 600 "$@" > "$log" 2>&1; then
    echo "$name: seeds $seed to $((seed + count - 1)): status $?" >&2
    printf '\nagain: %s\n' "$*" >> "$log"
    failed[$name]=$((${failed[$name]:-0} + 1))
  else
    rm -f "$log"
  fi
  seeds[$name]=$((${seeds[$name]:-0} + count))
  seconds[$name]=$((${seconds[$name]:-0} + SECONDS - begin))
}

while [ $SECONDS -lt $end ]; do
  turn native_calls 100 "$adder" --max-memory=2G "$here/native_calls.py" $seed 100
  turn native_calls_gc 20 "$adder" --stress=gc --max-memory=2G "$here/native_calls.py" $seed 20
  turn damaged_files 40 "$adder" --max-memory=2G "$here/damaged_files.py" $seed 40
  turn damaged_texts 10 "$build/tests/program_fuzz" --adder="$adder" --damaged --seed=$seed --files=10
  turn programs 10 "$build/tests/program_fuzz" --adder="$adder" --seed=$seed --files=10
  turn front 200 "$build/tests/front_fuzz" 200 $seed
  turn kernels 30 env ADDER_FUZZ_ROUNDS=30 ADDER_FUZZ_SEED=$seed "$build/tests/codegen_test" --gtest_filter='*uzz*'
  turn graphs 30 env ADDER_FUZZ_ROUNDS=30 ADDER_FUZZ_SEED=$seed "$build/tests/graph_fuzz_test"
  seed=$((seed + 200))
done
for name in "${!seeds[@]}"; do
  printf '| %s | %d | %d.%d | %d |\n' "$name" "${seeds[$name]}" $((seconds[$name] / 60)) $((seconds[$name] % 60 / 6)) "${failed[$name]:-0}"
done | sort
rm -rf "$finds/cache"
if [ -n "$(ls "$finds")" ]; then echo "finds: $finds"; exit 1; fi
rmdir "$finds"
