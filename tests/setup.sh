# Sourced by tests/run and examples/run: finds the source root, installs what is missing (Debian, as root) and builds.
# Progress goes to standard error. Builds live in .build/, one folder a kind.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf 'adder: %s\n' "$*" >&2; }

# What the build needs, as PATH-OR-HEADER:PACKAGE. Everything comes from Debian.
build_needs='/usr/bin/g++:g++ /usr/bin/meson:meson /usr/bin/ninja:ninja-build /usr/include/boost/spirit/home/x3.hpp:libboost-dev
/usr/include/asmjit/asmjit.h:libasmjit-dev /usr/include/vulkan/vulkan.h:libvulkan-dev
/usr/include/spirv/unified1/spirv.hpp11:spirv-headers /usr/include/spirv-tools/libspirv.h:spirv-tools
/usr/include/nlohmann/json.hpp:nlohmann-json3-dev /usr/include/zlib.h:zlib1g-dev /usr/include/bzlib.h:libbz2-dev
/usr/include/lzma.h:liblzma-dev /usr/include/nettle/nettle-meta.h:nettle-dev /usr/include/blake2.h:libb2-dev /usr/include/zdict.h:libzstd-dev
/usr/include/uniname.h:libunistring-dev
/usr/include/editline/readline.h:libedit-dev /usr/include/xxhash.h:libxxhash-dev /usr/include/gtest/gtest.h:libgtest-dev'
# Opened at run time: OpenBLAS for large matrix products, the Vulkan loader and a driver for --backend=vulkan.
run_needs='libopenblas.so.0:libopenblas0-pthread libvulkan.so.1:libvulkan1'
test_needs='/usr/share/zoneinfo/UTC:tzdata /usr/share/vulkan/icd.d:mesa-vulkan-drivers /usr/bin/spirv-val:spirv-tools'

missing_packages() {
  local pair
  for pair in "$@"; do
    local file=${pair%%:*} package=${pair##*:}
    case $file in
      /*) [ -e "$file" ] || echo "$package" ;;
      *) ldconfig -p | grep -q "$file" || echo "$package" ;;
    esac
  done | sort -u
}

# install_needs PAIR...: apt-get install of what is missing among them.
install_needs() {
  local packages
  packages=$(missing_packages "$@")
  [ -n "$packages" ] || return 0
  say "installing" $packages
  if [ "$(id -u)" != 0 ]; then
    say "this needs root; run: apt-get install" $packages
    return 1
  fi
  { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $packages; } >&2
}

# build KIND TARGET...: KIND is a folder below .build and one of the rows here.
build() {
  local kind=$1 dir=$root/.build/$1
  shift
  # stdlib/meson.build lists the library's Python files when it is configured: new and removed ones are seen only then.
  local list
  list=$(cd "$root/stdlib/py" && find . -name '*.py' | LC_ALL=C sort | cksum)
  if [ ! -f "$dir/build.ninja" ]; then
    say "configuring $kind"
    local options=()
    case $kind in
      release) options=(--buildtype=release -Doptimization=2 -Db_ndebug=false) ;;
      asan) options=(--buildtype=plain -Doptimization=1 -Db_sanitize=address,undefined -Db_lundef=false
        # Null pointers end the program anyway; checks of alignment and object sizes find nothing that the rest does not,
        # and cost a third of the time to compile.
        '-Dcpp_args=-g1 -fno-omit-frame-pointer -fno-sanitize=null,alignment,object-size,vptr,nonnull-attribute,returns-nonnull-attribute') ;;
    esac
    meson setup "${options[@]}" "$dir" "$root" >&2 || return 1
  elif [ "$list" != "$(cat "$dir/.python-files" 2> /dev/null)" ]; then
    meson setup --reconfigure "$dir" "$root" >&2 || return 1
  fi
  echo "$list" > "$dir/.python-files"
  say "building $kind"
  ninja -C "$dir" "$@" >&2
}
