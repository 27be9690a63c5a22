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
# measure OUT COMMAND...: "seconds kilobytes" on stdout
measure() {
  local out=$1
  shift
  taskset -c 0 /usr/bin/time -o "$scratch/time" -f '%U %S %M' "$@" > "$out" 2>&1
  awk 'END { print $1 + $2, $3 }' "$scratch/time"
}
least() { sort -n | head -n 1; }
programs=("$@")
[ ${#programs[@]} -gt 0 ] || programs=($(cd "$here/lang" && ls *.py | sed 's/\.py$//'))
printf '%-12s %9s %9s %7s %9s %9s %7s\n' program CPython adder ratio 'KB CPyth.' 'KB adder' ratio
for program in "${programs[@]}"; do
  a=() b=()
  for ((i = 0; i < runs; i++)); do
    b+=("$(measure "$scratch/reference" "$python" -S "$here/lang/$program.py")")
    a+=("$(measure "$scratch/output" "$adder" "$here/lang/$program.py")")
  done
  same=same
  cmp -s "$scratch/reference" "$scratch/output" || same=DIFFERENT
  printf '%s %s %s %s\n' "$program" "$(printf '%s\n' "${b[@]}" | least)" "$(printf '%s\n' "${a[@]}" | least)" "$same" |
    awk '{ printf "%-12s %9.3f %9.3f %7.2f %9d %9d %7.2f%s\n", $1, $2, $4, ($4 > 0 ? $2 / $4 : 0), $3, $5, $3 / $5,
                  $6 == "same" ? "" : "  OUTPUT DIFFERS" }' | tee -a "$scratch/table"
done
awk '$1 != "empty" && $4 > 0 { sum += log($4); n++ }
     END { if (n) printf "geometric mean of the times over %d programs: %.2f\n", n, exp(sum / n) }' "$scratch/table"
