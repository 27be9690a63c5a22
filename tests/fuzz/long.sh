#!/bin/bash
# tests/fuzz/long.sh BUILD MINUTES [FIRST_SEED]: runs the fuzzers of a build (release or asan, tests/run makes them in
# .build/) until the time is over; the next turn is always that of the fuzzer that had the least time so far, so the time is
# spread evenly. Prints a row for each fuzzer: seeds, minutes, finds (every five minutes to standard error too); a find's
# output stands in the folder that is named at the end, with the command that shows it again. Exit status 1 when there is one.
set -u
build=$(realpath "$1") minutes=$2 first=${3:-1000}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
finds=$(mktemp -d)
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1:detect_stack_use_after_return=0:allocator_may_return_null=1}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-halt_on_error=1:print_stacktrace=1}
export XDG_CACHE_HOME=$finds/cache
ulimit -s 65536
adder=$build/adder tests=$build/tests
fuzzers=(native_calls native_calls_gc native_calls_jit torch_calls damaged_files damaged_texts programs programs_jit programs_rebuild
  captured captured_compiled layouts front kernels graphs kernel_cache)
declare -A next spent failed  # the next seed, milliseconds, finds
for name in "${fuzzers[@]}"; do next[$name]=$first spent[$name]=0 failed[$name]=0; done

# turn HOW_MANY COMMAND…: `name` has these seeds next.
turn() {
  local count=$1 log=$finds/$name.$seed status
  shift
  (ulimit -t 900; timeout 3000 "$@") > "$log" 2>&1  # by processor time, which other work on the machine does not lengthen
  status=$?
  if [ $status = 0 ]; then
    rm -f "$log"
  else
    echo "$name: seeds $seed to $((seed + count - 1)): status $status" >&2
    printf '\nagain: %s\n' "$*" >> "$log"
    failed[$name]=$((${failed[$name]} + 1))
  fi
  next[$name]=$((seed + count))
}
# As many seeds as take some seconds under the sanitizers.
run_turn() {
  local calls=$here/native_calls.py programs=("$tests/program_fuzz" --adder="$adder" --seed=$seed)
  case $name in
    native_calls) turn 30 "$adder" --max-memory=2G "$calls" $seed 30 ;;
    native_calls_gc) turn 1 "$adder" --stress=gc --max-memory=2G "$calls" $seed 1 ;;  # takes minutes
    native_calls_jit) turn 20 "$adder" --jit=stress --max-memory=2G "$calls" $seed 20 ;;
    torch_calls) turn 40 "$adder" --max-memory=2G "$here/torch_calls.py" $seed 40 ;;
    damaged_files) turn 20 "$adder" --max-memory=2G "$here/damaged_files.py" $seed 20 ;;
    damaged_texts) turn 4 "${programs[@]}" --damaged --files=4 ;;
    programs) turn 12 "${programs[@]}" --files=12 ;;
    programs_jit) turn 6 "${programs[@]}" --option=--jit=stress --files=6 ;;
    programs_rebuild) turn 2 "${programs[@]}" --option=--stress=rebuild --files=2 ;;
    captured) turn 20 env ADDER_FUZZ_SEEDS=$seed:$((seed + 20)) "$adder" "$here/capture_programs.py" ;;
    captured_compiled) turn 8 env ADDER_FUZZ_BACKEND=inductor ADDER_FUZZ_SEEDS=$seed:$((seed + 8)) "$adder" "$here/capture_programs.py" ;;
    layouts) turn 40 "$adder" "$here/layout_programs.py" $seed 40 ;;
    front) turn 30 "$tests/front_fuzz" 30 $seed ;;
    kernels) turn 300 env ADDER_FUZZ_ROUNDS=300 ADDER_FUZZ_SEED=$seed "$tests/codegen_test" --gtest_filter='*uzz*' ;;
    graphs) turn 200 env ADDER_FUZZ_ROUNDS=200 ADDER_FUZZ_SEED=$seed "$tests/graph_fuzz_test" ;;
    kernel_cache) turn 4 "$tests/cache_fuzz" --adder="$adder" --script="$here/cached_kernels.py" --seed=$seed --rounds=4 ;;
  esac
}
table() {
  for name in "${fuzzers[@]}"; do
    printf '| %s | %d | %d.%d | %d |\n' "$name" $((next[$name] - first)) $((spent[$name] / 60000)) \
      $((spent[$name] % 60000 / 6000)) "${failed[$name]}"
  done
}

[ -x "$adder" ] || { echo "no program $adder" >&2; exit 2; }
cd "$finds" || exit 2
shown=0
while [ $SECONDS -lt $((minutes * 60)) ]; do
  least=${fuzzers[0]}
  for name in "${fuzzers[@]}"; do [ "${spent[$name]}" -ge "${spent[$least]}" ] || least=$name; done
  name=$least seed=${next[$least]} begin=$(date +%s%3N)
  run_turn
  spent[$name]=$((${spent[$name]} + $(date +%s%3N) - begin))
  if [ $((SECONDS / 300)) -gt $shown ]; then
    shown=$((SECONDS / 300))
    { echo "after $((SECONDS / 60)) minutes"; table; } >&2
  fi
done
rm -rf "$finds/cache"
table
if [ -n "$(ls "$finds")" ]; then echo "finds: $finds"; exit 1; fi
cd / && rmdir "$finds"
