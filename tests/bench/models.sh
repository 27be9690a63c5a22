#!/bin/bash
# models.sh ADDER PYTHON [RUNS]: the model benchmarks of models/, eager and compiled, under adder and PyTorch in turn; prints the
# better of RUNS for every metric and the ratio PyTorch / adder (above 1: adder is ahead). PYTHON is one with torch 2.13.
set -u
adder=$1 python=$2 runs=${3:-3}
here=$(cd "$(dirname "$0")" && pwd)
jobs=('mlp_infer' 'overhead' 'pointwise' 'gpt infer' 'gpt decode' 'gpt train' 'cnn infer' 'cnn train')
for job in "${jobs[@]}"; do
  read -r name part <<< "$job"
  script=$here/models/$name.py
  for mode in eager compile; do
    for ((i = 0; i < runs; i++)); do
      "$python" "$script" "$mode" $part 2> /dev/null | awk -v w="torch" '$1 == "metric" { print w, $2, $3, $4 }'
      "$adder" "$script" "$mode" $part 2> /dev/null | awk -v w="adder" '$1 == "metric" { print w, $2, $3, $4 }'
    done | awk -v mode="$mode" -v script="$job" '
      { key = $1 SUBSEP $2; if (!(key in best) || $3 < best[key]) best[key] = $3; unit[$2] = $4; if (!($2 in seen)) { seen[$2] = 1; order[++n] = $2 } }
      END { for (i = 1; i <= n; i++) { m = order[i]; t = best["torch" SUBSEP m]; a = best["adder" SUBSEP m];
              printf "%-11s %-8s %-28s torch %10s  adder %10s %-4s ratio %s\n", script, mode, m, t, a, unit[m], (t != "" && a > 0) ? sprintf("%.2f", t / a) : "-" } }'
  done
done
