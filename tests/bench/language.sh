#!/bin/bash
# language.sh ADDER [PYTHON] [RUNS] [PROGRAM...]: user+system seconds and peak memory of the programs in lang/ (all, or those
# named), adder and CPython in turn on one core, the least of RUNS; then the ratios and the geometric mean of those of time.
# PYTHON defaults to /usr/bin/python3.11, Debian's (run with -S). An output that differs from CPython's is marked.
set -u
adder=$1 python=${2:-/usr/bin/python3.11} runs=${3:-5}
shift $(($# < 3 ? $# : 3))
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# seconds OUT COMMAND...: user and system time, in thousandths; kilobytes COMMAND...: the peak of memory
seconds() {
  local out=$1 TIMEFORMAT='%3U %3S'
  shift
  { time taskset -c 0 "$@" > "$out" 2>&1; } 2> "$scratch/time"
  awk 'END { print $1 + $2 }' "$scratch/time"
}
kilobytes() {
  /usr/bin/time -o "$scratch/memory" -f '%M' "$@" > /dev/null 2>&1
  tail -n 1 "$scratch/memory"
}
least() { sort -n | head -n 1; }
programs=("$@")
[ ${#programs[@]} -gt 0 ] || programs=($(cd "$here/lang" && ls *.py | sed 's/\.py$//'))
printf '%-12s %9s %9s %7s %9s %9s %7s\n' program CPython adder ratio 'KB CPyth.' 'KB adder' ratio
for program in "${programs[@]}"; do
  a=() b=()
  for ((i = 0; i < runs; i++)); do
    b+=("$(seconds "$scratch/reference" "$python" -S "$here/lang/$program.py")")
    a+=("$(seconds "$scratch/output" "$adder" "$here/lang/$program.py")")
  done
  kb=$(kilobytes "$python" -S "$here/lang/$program.py")
  ka=$(kilobytes "$adder" "$here/lang/$program.py")
  same=same
  cmp -s "$scratch/reference" "$scratch/output" || same=DIFFERENT
  printf '%s %s %s %s %s %s\n' "$program" "$(printf '%s\n' "${b[@]}" | least)" "$kb" \
    "$(printf '%s\n' "${a[@]}" | least)" "$ka" "$same" |
    awk '{ printf "%-12s %9.3f %9.3f %7.2f %9d %9d %7.2f%s\n", $1, $2, $4, ($4 > 0 ? $2 / $4 : 0), $3, $5, $3 / $5,
                  $6 == "same" ? "" : "  OUTPUT DIFFERS" }' | tee -a "$scratch/table"
done
awk '$1 != "empty" && $4 > 0 { sum += log($4); n++ }
     END { if (n) printf "geometric mean of the times over %d programs: %.2f\n", n, exp(sum / n) }' "$scratch/table"
