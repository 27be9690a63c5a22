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
adder=$build/adder tests=$build/tests
declare -A seeds seconds failed
round=0
end=$((SECONDS + minutes * 60))

turn() { # FUZZER HOW_MANY_SEEDS COMMAND…
  local name=$1 count=$2 begin=$SECONDS log status
  shift 2
  [ $SECONDS -lt $end ] || return 0
  log=$finds/$name.$seed
  (ulimit -t 900; timeout 3000 "$@") > "$log" 2>&1  # by processor time, which other work on the machine does not lengthen
  status=$?
  if [ $status = 0 ]; then
    rm -f "$log"
  else
    echo "$name: seeds $seed to $((seed + count - 1)): status $status" >&2
    printf '\nagain: %s\n' "$*" >> "$log"
    failed[$name]=$((${failed[$name]:-0} + 1))
  fi
  seeds[$name]=$((${seeds[$name]:-0} + count))
  seconds[$name]=$((${seconds[$name]:-0} + SECONDS - begin))
}

[ -x "$adder" ] || { echo "no program $adder" >&2; exit 2; }
cd "$finds" || exit 2
while [ $SECONDS -lt $end ]; do
  turn native_calls 30 "$adder" --max-memory=2G "$here/native_calls.py" $seed 30
  # One seed takes minutes under the sanitizers: every fourth round has one.
  if [ $((round++ % 4)) = 0 ]; then
    turn native_calls_gc 1 "$adder" --stress=gc --max-memory=2G "$here/native_calls.py" $seed 1
  fi
  turn damaged_files 20 "$adder" --max-memory=2G "$here/damaged_files.py" $seed 20
  turn damaged_texts 4 "$tests/program_fuzz" --adder="$adder" --damaged --seed=$seed --files=4
  turn programs 12 "$tests/program_fuzz" --adder="$adder" --seed=$seed --files=12
  turn captured 20 env ADDER_FUZZ_SEEDS=$seed:$((seed + 20)) "$adder" "$here/capture_programs.py"
  turn captured_compiled 8 env ADDER_FUZZ_BACKEND=inductor ADDER_FUZZ_SEEDS=$seed:$((seed + 8)) "$adder" "$here/capture_programs.py"
  turn front 3 "$tests/front_fuzz" 3 $seed
  turn kernels 20 env ADDER_FUZZ_ROUNDS=20 ADDER_FUZZ_SEED=$seed "$tests/codegen_test" --gtest_filter='*uzz*'
  turn graphs 20 env ADDER_FUZZ_ROUNDS=20 ADDER_FUZZ_SEED=$seed "$tests/graph_fuzz_test"
  turn kernel_cache 4 "$tests/cache_fuzz" --adder="$adder" --script="$here/cached_kernels.py" --seed=$seed --rounds=4
  seed=$((seed + 30))
done
rm -rf "$finds/cache"
for name in "${!seeds[@]}"; do
  printf '| %s | %d | %d.%d | %d |\n' "$name" "${seeds[$name]}" $((seconds[$name] / 60)) $((seconds[$name] % 60 / 6)) "${failed[$name]:-0}"
done | sort
if [ -n "$(ls "$finds")" ]; then echo "finds: $finds"; exit 1; fi
cd / && rmdir "$finds"
