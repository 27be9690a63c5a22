#!/bin/bash
# start_order.sh ADDER > interp/start_order.ld: a linker script that puts side by side what a start touches, so that
# fewer pages of the program are mapped (meson.build links `adder` with it). ADDER is an optimized build with symbols.
# Functions stand in the order of their first call, as callgrind sees it (needs valgrind), those of an empty script
# first. A name that a later program lacks does no harm, a new function stands where it would without the script: run
# this again when the start-up figures of tests/bench/README.md have grown.
set -eu
adder=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: > "$work/empty.py"
cat > "$work/small.py" << 'END'
class Counter:
    def texts(self, n):
        return [str(i) for i in range(n)]

print(len(Counter().texts(3)), {'a': 1.5}, f'{2:>4}')
END
cat > "$work/tensors.py" << 'END'
import torch
x = torch.ones(2, 3)
print((x + 1).sum().item())
END
functions() { # FILE
  valgrind -q --tool=callgrind --compress-strings=no --demangle=no --callgrind-out-file="$work/out" "$adder" "$1" > "$work/log" 2>&1
  sed -n "s/^c\{0,1\}fn=//p" "$work/out" | sed "s/'[0-9]*$//"
}
sections() {
  # The unlikely part of a function is a section of its own. A constructor or destructor has several names and the
  # section that of its second.
  sed -E '/\.cold$/{s/^(.*)\.cold$/.text.unlikely.\1/;b}
    s/(C|D)1(E)/\12\2/
    s/.*/.text.& .text.startup.&/'
}
cat << 'END'
/* Made by tests/generate/start_order.sh. */
SECTIONS {
  .text.start : {
END
nm "$adder" | awk '{ print $NF }' | LC_ALL=C sort -u > "$work/own"  # not the C library's
for script in empty small tensors; do functions "$work/$script.py"; done |
  awk -v own="$work/own" 'BEGIN { while ((getline name < own) > 0) mine[name] = 1 } $0 in mine' |
  grep -E '^[A-Za-z_][A-Za-z0-9_.]*$' | awk '!seen[$0]++' | sections | awk '!seen[$0]++ { print "    *(" $0 ")" }'
cat << 'END'
  }
} INSERT BEFORE .text;
/* Texts and tables of the interpreter and its natives apart from those of torch and the compilers. */
SECTIONS {
  .rodata.start : {
    *libadder_interp*:*(.rodata .rodata.*)
    *libadder_front*:*(.rodata .rodata.*)
    *libadder_vm*:*(.rodata .rodata.*)
    *libadder_text*:*(EXCLUDE_FILE(*character_names*) .rodata EXCLUDE_FILE(*character_names*) .rodata.*)
    *libadder_embed*:*(.rodata .rodata.*)
    *libadder_stdlib*:*(EXCLUDE_FILE(*stdlib_blob*) .rodata EXCLUDE_FILE(*stdlib_blob*) .rodata.*)
  }
} INSERT BEFORE .rodata;
END
