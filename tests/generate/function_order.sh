#!/bin/bash
# function_order.sh BUILD > interp/function_order.ld: a linker script that puts side by side what runs together, so that
# fewer pages of the program are mapped (meson.build links `adder` with it). BUILD is the folder of an optimized build.
# Functions stand in the order of their first call, as callgrind sees it (needs valgrind): those of a start, of models
# that run eagerly, of replays, and last what only recording and compiling call: return_compiler_code() of
# runtime/base/memory_use.h unmaps that. A name that a later program lacks does no harm, a new function stands where it
# would without the script: run this again when the memory figures of tests/bench/README.md have grown.
set -eu
adder=$1/adder models=$(dirname "$0")/function_order.py
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: > "$work/empty.py"
cat > "$work/small.py" << 'END'
class Counter:
    def texts(self, n):
        return [str(i) for i in range(n)]

print(len(Counter().texts(3)), {'a': 1.5}, f'{2:>4}', '%d of %s: %.3f ms' % (int('3'), 'a', max(0.5, 1e-3)))
END
cat > "$work/tensors.py" << 'END'
import torch
x = torch.ones(2, 3)
print((x + 1).sum().item())
END
profile() { # NAME SCRIPT [ARGUMENT]: $work/NAME.1 is what ran until a call of gcd, $work/NAME what ran behind it
  valgrind -q --tool=callgrind --compress-strings=no --demangle=no --dump-before='*math_gcd*' \
    --callgrind-out-file="$work/$1" "$adder" "${@:2}" > "$work/log" 2>&1
}
nm "$adder" | awk '{ print $NF }' | LC_ALL=C sort -u > "$work/own"  # not the C library's
find "$1" -name '*.o' -print0 | xargs -0 readelf -SW | grep -o '\.text\.unlikely\.[^ ]*' | LC_ALL=C sort -u > "$work/cold"
# The functions of a profile that have not been listed before, as the sections that they stand in. The unlikely part of
# a function is a section of its own; some functions are unlikely as a whole. A constructor or destructor has several
# names and stands in the section of its first or second.
: > "$work/listed"
sections() { # NAME...
  (cd "$work" && sed -n "s/^c\{0,1\}fn=//p" "$@") | sed "s/'[0-9]*$//" | grep -E '^[A-Za-z_][A-Za-z0-9_.]*$' |
    awk -v own="$work/own" -v listed="$work/listed" '
      BEGIN { while ((getline name < own) > 0) mine[name] = 1; while ((getline name < listed) > 0) seen[name] = 1 }
      $0 in mine && !seen[$0]++ { print; print >> listed }' |
    awk -v own="$work/own" -v cold="$work/cold" '
      BEGIN { while ((getline name < own) > 0) mine[name] = 1; while ((getline name < cold) > 0) unlikely[name] = 1 }
      function stands(name) {
        if (name ~ /^(main|_GLOBAL__)/) return ".text.startup." name
        if (name ~ /\.cold$/) return ".text.unlikely." substr(name, 1, length(name) - 5)
        return (!mine[name ".cold"] && unlikely[".text.unlikely." name] ? ".text.unlikely." : ".text.") name
      }
      { section = stands($0) }
      match($0, /[CD]1[EI]/) { section = section " " stands(substr($0, 1, RSTART) 2 substr($0, RSTART + 2)) }
      !seen[section]++ { print "    *(" section ")" }'
}
for script in empty small tensors; do profile $script "$work/$script.py"; done
export ADDER_CACHE_DIR=$work/cache
profile eager "$models" eager
profile captured "$models" captured
profile cached "$models" captured  # kernels come from the cache on disk
cat << 'END'
/* Made by tests/generate/function_order.sh. */
SECTIONS {
  .text.start : {
END
objects() { for object in "$@"; do echo "    *$object*(.text .text.*)"; done; }  # whose functions have no sections
objects libnettle.a:fat- libnettle.a:cpuid  # ask the processor what it is
sections empty small
objects libzstd.a:zstd_[cde] libzstd.a:huf_ libzstd.a:fse_ libzstd.a:entropy  # unpack modules
sections tensors
echo '  }
  .text.models : {'
sections eager.1 eager captured cached
objects libasmjit.a:{x86assembler,x86emithelper,codeholder,codewriter,assembler,emitter,zone,string,logger}
echo '  }
  .text.record : ALIGN(CONSTANT(MAXPAGESIZE)) {
    adder_record_code = .;'
sections captured.1 cached.1
cat << 'END'
    . = ALIGN(CONSTANT(MAXPAGESIZE));
    adder_record_code_end = .;
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
