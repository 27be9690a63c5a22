#!/bin/bash
# language.sh ADDER [PYTHON] [RUNS]: user+system seconds of every program in lang/, adder and CPython in turn on one core, the
# least of RUNS; then the ratio and its geometric mean. PYTHON defaults to python3.11 (run with -S).
set -u
adder=$1 python=${2:-python3.11} runs=${3:-5}
here=$(cd "$(dirname "$0")" && pwd)
TIMEFORMAT='%U %S'
seconds() { { time taskset -c 0 "$@" > /dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }'; }
least() { sort -n | head -n 1; }
printf '%-12s %9s %9s %7s\n' program CPython adder ratio
for program in "$here"/lang/*.py; do
  a=() b=()
  for ((i = 0; i < runs; i++)); do
    b+=("$(seconds "$python" -S "$program")")
    a+=("$(seconds "$adder" "$program")")
  done
  printf '%s %s %s\n' "$(basename "$program" .py)" "$(printf '%s\n' "${b[@]}" | least)" "$(printf '%s\n' "${a[@]}" | least)"
done | awk '{ r = $3 > 0 ? $2 / $3 : 0; printf "%-12s %9.3f %9.3f %7.2f\n", $1, $2, $3, r;
              if ($1 != "empty" && r > 0) { sum += log(r); n++ } }
            END { if (n) printf "geometric mean over %d programs: %.2f\n", n, exp(sum / n) }'
