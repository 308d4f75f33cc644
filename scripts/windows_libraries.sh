#!/usr/bin/env bash
# The libraries for Windows, built by mingw-w64 from Debian's source packages: each into a folder of its own below
# CACHE/installed, with its notices. What is there already is built again only if its recipe below has changed. Prints that folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

cache=${ATTENTION_LAB_WINDOWS:-${XDG_CACHE_HOME:-$HOME/.cache}/attention-lab/windows}
mirror=${ATTENTION_LAB_MIRROR:-http://deb.debian.org/debian}
installed=$cache/installed
toolchain=$PWD/cmake/windows.cmake
host=x86_64-w64-mingw32
jobs=$(nproc)
this_release=$(. /etc/os-release && echo "$VERSION_CODENAME") later_release=trixie

# ---------------------------------------------------------------- source packages

# apt with lists of its own: for any user, and whatever the system's lists have.
apt_for_sources() {
    mkdir --parents "$cache"/apt/{lists,cache/archives}/partial
    printf "deb-src $mirror %s main\n" "$this_release" "$later_release" >"$cache/apt/sources.list"
    cat >"$cache/apt/apt.conf" <<END
Dir::Etc::SourceList "$cache/apt/sources.list";
Dir::Etc::SourceParts "-";
Dir::State::Lists "$cache/apt/lists";
Dir::Cache "$cache/apt/cache";
APT::Sandbox::User "";
END
    APT_CONFIG=$cache/apt/apt.conf "$@"
}

# unpack NAME RELEASE: the source package, into $source. A mirror that has lost Debian's part may still have the authors'.
unpack() {
    source=$cache/sources/$1-$2
    [[ ! -d $source ]] || return 0
    local fetched=$cache/fetched/$1-$2
    rm --recursive --force "$fetched"
    mkdir --parents "$fetched/unpacked" "$cache/sources"
    (
        cd "$fetched"
        compgen -G "$cache/apt/lists/*_$2_*Sources" >/dev/null || apt_for_sources apt-get update
        if apt_for_sources apt-get source --download-only "$1/$2"; then
            rmdir unpacked
            dpkg-source --no-check --extract ./*.dsc unpacked
        else
            echo "$1: Debian's changes cannot be fetched; built without them"
            apt_for_sources apt-get source --download-only --tar-only "$1/$2"
            tar --extract --directory unpacked --strip-components 1 --file ./*.orig.tar.*
        fi
    )
    mv "$fetched/unpacked" "$source"
}

# ---------------------------------------------------------------- ways to build: $source by way of $work into $prefix

by_cmake() {
    cmake -S "$source" -B "$work" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$toolchain" -DATTENTION_LAB_LIBRARIES="$installed" \
        -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DCMAKE_INSTALL_PREFIX="$prefix" "$@"
    cmake --build "$work" --parallel "$jobs"
    cmake --install "$work"
}

by_meson() {
    cat >"$cache/meson.ini" <<END
[binaries]
c = '$host-gcc-posix'
cpp = '$host-g++-posix'
ar = '$host-ar'
strip = '$host-strip'
windres = '$host-windres'
[host_machine]
system = 'windows'
cpu_family = 'x86_64'
cpu = 'x86_64'
endian = 'little'
END
    meson setup "$work" "$source" --cross-file "$cache/meson.ini" --prefix "$prefix" --libdir lib --buildtype release "$@"
    meson install -C "$work"
}

# archive NAME SOURCE... FLAG...: a static library of these.
archive() {
    local name=$1 files=() file
    shift
    while [[ $1 != -* ]]; do files+=("$1"); shift; done
    mkdir --parents "$work" "$prefix/lib"
    for file in "${files[@]}"; do "$host-g++-posix" -O2 -c "$file" -o "$work/$(basename "$file").o" "$@"; done
    "$host-ar" rcs "$prefix/lib/$name.a" "$work"/*.o
}

# What is all headers comes with the package for this system.
headers_of() {
    local file
    dpkg --listfiles "$1" | while read -r file; do
        [[ -f $file && ($file == /usr/include/* || $file == */cmake/*) ]] || continue
        install -D --mode 644 "$file" "$prefix/$(sed 's|^/usr/||; s|^lib/[^/]*-linux-gnu/|lib/|' <<<"$file")"
    done
}

# pkg_config_file NAME LINE...: for what does not bring its own; its version is this system's.
pkg_config_file() {
    mkdir --parents "$prefix/lib/pkgconfig"
    printf '%s\n' "Name: $1" "Description: $1" "Version: $(pkg-config --modversion "$1")" "${@:2}" \
        >"$prefix/lib/pkgconfig/$1.pc"
}

# ---------------------------------------------------------------- the libraries

build_eigen3() { headers_of libeigen3-dev; }
build_nlohmann-json3() { headers_of nlohmann-json3-dev; }
build_cli11() { headers_of libcli11-dev; }
build_doctest() {
    headers_of doctest-dev
    sed --in-place "s|\"/usr\"|\"$prefix\"|" "$prefix/lib/cmake/doctest/doctestTargets.cmake" # which names it in full
}
build_tomlplusplus() {
    headers_of libtomlplusplus-dev
    pkg_config_file tomlplusplus "Cflags: -I$prefix/include"
}

# Debian has it for Windows; the library that is linked into the program, without the one for a DLL.
build_zlib() {
    install -D --mode 644 --target-directory "$prefix/include" "/usr/$host"/include/{zlib,zconf}.h
    install -D --mode 644 --target-directory "$prefix/lib" "/usr/$host/lib/libz.a"
    pkg_config_file zlib "Cflags: -I$prefix/include" "Libs: -L$prefix/lib -lz"
}

# Its sources alone: archives are read from memory, so its way to open large files is not needed.
build_minizip() {
    local name
    mkdir --parents "$work" "$prefix/lib"
    install -D --mode 644 --target-directory "$prefix/include/minizip" "$source"/{ioapi,unzip,zip}.h
    for name in ioapi unzip zip; do
        "$host-gcc-posix" -O2 -w -DNOCRYPT -DUSE_FILE32API -c "$source/$name.c" -o "$work/$name.o"
    done
    "$host-ar" rcs "$prefix/lib/libminizip.a" "$work"/{ioapi,unzip,zip}.o
    pkg_config_file minizip "Cflags: -I$prefix/include" "Libs: -L$prefix/lib -lminizip" "Requires: zlib"
}

build_utf8proc() { by_cmake -DCMAKE_C_FLAGS=-DUTF8PROC_STATIC; }
build_md4c() { by_cmake; }
build_pcre2() {
    by_cmake -DPCRE2_BUILD_PCRE2GREP=OFF -DPCRE2_BUILD_TESTS=OFF
    sed --in-place 's/^Cflags:/& -DPCRE2_STATIC/' "$prefix/lib/pkgconfig/libpcre2-8.pc"
}
build_highway() { by_cmake -DBUILD_TESTING=OFF -DHWY_ENABLE_EXAMPLES=OFF; }
build_glfw3() { by_cmake -DGLFW_BUILD_EXAMPLES=OFF -DGLFW_BUILD_TESTS=OFF -DGLFW_BUILD_DOCS=OFF; }
build_libpng1.6() { by_cmake -DPNG_SHARED=OFF -DPNG_TESTS=OFF; }
build_freetype() {
    by_cmake -DFT_REQUIRE_ZLIB=ON -DFT_DISABLE_BZIP2=ON -DFT_DISABLE_PNG=ON -DFT_DISABLE_HARFBUZZ=ON -DFT_DISABLE_BROTLI=ON
}
build_pixman() { by_meson --default-library static -Dgtk=disabled -Dlibpng=disabled -Dopenmp=disabled; }
# Its licence asks that it can be exchanged: a DLL beside the program.
build_fribidi() { by_meson --default-library shared -Ddocs=false; }

build_cairo() {
    mkdir "$work"
    # Without locks, since one thread at a time paints (ui/chrome/export_card.cpp). A DLL would make them when it is loaded; a
    # static library does so in some functions, which our first call is not among.
    (
        cd "$work"
        PKG_CONFIG_LIBDIR=$(printf '%s:' "$installed"/*/lib/pkgconfig)
        export PKG_CONFIG_LIBDIR
        "$source/configure" --host="$host" --prefix="$prefix" --disable-shared --enable-static --disable-gtk-doc \
            --disable-xlib --disable-win32 --disable-win32-font --disable-fc --enable-ft --enable-pdf --enable-svg --enable-png \
            --disable-ps --disable-script --disable-interpreter --disable-trace --disable-gobject --disable-full-testing \
            CC="$host-gcc-posix" CFLAGS="-O2 -w -Wp,-U_FORTIFY_SOURCE" CPPFLAGS="-DCAIRO_WIN32_STATIC_BUILD -DCAIRO_NO_MUTEX=1" \
            ACLOCAL=: AUTOCONF=: AUTOHEADER=: AUTOMAKE=: # its own results stay, though Debian touched what they were made from
        make --jobs="$jobs" -C src install
        sed --in-place 's/^Cflags:/& -DCAIRO_WIN32_STATIC_BUILD/' "$prefix/lib/pkgconfig/cairo.pc"
    )
}

# As Debian builds it: one library of what its headers hold.
build_libstb() {
    mkdir --parents "$work"
    printf '%s\n' "#define STB_IMAGE_WRITE_IMPLEMENTATION" "#define STBIW_WINDOWS_UTF8" "#define STB_RECT_PACK_IMPLEMENTATION" \
        "#define STB_TRUETYPE_IMPLEMENTATION" 'extern "C" {' '#include "stb_image_write.h"' '#include "stb_rect_pack.h"' \
        '#include "stb_truetype.h"' '}' >"$work/stb.cpp"
    install -D --mode 644 --target-directory "$prefix/include/stb" "$source"/stb_{image_write,rect_pack,truetype,textedit}.h
    archive libstb "$work/stb.cpp" -I "$source" -fwrapv
}

build_imgui() {
    install -D --mode 644 --target-directory "$prefix/include/imgui" "$source"/im*.h "$source/misc/cpp/imgui_stdlib.h"
    install -D --mode 644 --target-directory "$prefix/include/imgui/backends" "$source"/backends/imgui_impl_{glfw,opengl3}*.h
    archive libimgui "$source"/imgui*.cpp "$source"/backends/imgui_impl_{glfw,opengl3}.cpp \
        "$source/misc/cpp/imgui_stdlib.cpp" -I "$source" -I "$installed/glfw3/include" -I "$installed/libstb/include/stb"
}

# library NAME PACKAGE [RELEASE]: builds it, unless it was built in the same way before; PACKAGE has its notices. RELEASE: whose
# sources, if not this one's.
library() {
    local name=$1 package=$2 from=${3-$this_release}
    prefix=$installed/$name work=$cache/work/$name
    mkdir --parents "$cache/work"
    { declare -f archive by_cmake by_meson "build_$name" && echo "$from"; } >"$cache/recipe"
    ! cmp --quiet "$cache/recipe" "$prefix/debian/recipe" || return 0
    echo "$name for Windows …" >&2
    rm --recursive --force "$prefix" "$work"
    mkdir --parents "$prefix/debian"
    ( # waited for, since a command before || would go on after a failure
        [[ ! $(declare -f "build_$name") =~ source|by_ ]] || unpack "$name" "$from"
        "build_$name"
    ) >"$cache/$name.log" 2>&1 &
    wait $! || { tail -n 20 "$cache/$name.log" >&2; echo "see $cache/$name.log" >&2; exit 1; }
    echo "$name (of $package)" >"$prefix/debian/changelog"
    cp "/usr/share/doc/$package/copyright" "$prefix/debian/copyright"
    mv "$cache/recipe" "$prefix/debian/recipe"
}

library eigen3 libeigen3-dev
library nlohmann-json3 nlohmann-json3-dev
library cli11 libcli11-dev
library doctest doctest-dev
library tomlplusplus libtomlplusplus-dev
library utf8proc libutf8proc-dev
library md4c libmd4c-dev
library pcre2 libpcre2-dev
library highway libhwy-dev
library fribidi libfribidi-dev
library libstb libstb-dev
library glfw3 libglfw3-dev "$later_release" # from 3.4 on, it looks for joysticks only when asked, which takes long
library imgui libimgui-dev
library zlib zlib1g-dev
library minizip libminizip-dev
library libpng1.6 libpng-dev
library freetype libfreetype-dev
library pixman libpixman-1-dev
library cairo libcairo2-dev
echo "$installed"
