#!/usr/bin/env bash
# ./dev web: runs a command with Emscripten and everything that the page is built from. Debian has Emscripten from 13 on;
# it and the sources of libraries that no package has for a browser stand in a Debian of their own, made once and kept.
#
#     scripts/emscripten.sh COMMAND...    in the project's folder, as the user who asks
#     scripts/emscripten.sh --made        whether it is there
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

release=trixie
cache=${ATTENTION_LAB_EMSCRIPTEN:-${XDG_CACHE_HOME:-$HOME/.cache}/attention-lab/emscripten}
root=$cache/$release sources=$cache/$release/opt/sources
mirror=${ATTENTION_LAB_MIRROR:-http://deb.debian.org/debian}

tools=(emscripten cmake ninja-build ccache node-acorn esbuild python3-fonttools python3-brotli)
headers=(libeigen3-dev nlohmann-json3-dev libtomlplusplus-dev libstb-dev doctest-dev)
fonts=(fonts-inter fonts-jetbrains-mono fonts-lmodern fonts-dejavu-core)
# Source packages, each with a package that has its notices.
libraries=(imgui:libimgui-dev highway:libhwy-dev freetype:libfreetype-dev fribidi:libfribidi-dev md4c:libmd4c-dev
           utf8proc:libutf8proc-dev pcre2:libpcre2-dev zlib:zlib1g-dev)

if [[ ${1-} == --made ]]; then [[ -e $cache/made ]]; exit; fi
# Made anew when this script asks for something else.
version=$(sha256sum <scripts/emscripten.sh)

in_root() { chroot "$root" env --ignore-environment PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }

# library NAME: unpacks its source to /opt/sources/NAME. A mirror that lacks a file of it may have the release before.
library() {
    local name=$1 from
    for from in "$release" bookworm; do
        in_root sh -c "cd /opt/sources && apt-get source --quiet --download-only --tar-only $name/$from" >>"$cache/log" 2>&1 || continue
        mkdir --parents "$sources/$name.part"
        tar --extract --strip-components 1 --directory "$sources/$name.part" --file "$(ls "$sources/${name}"_*.orig.tar.?z*)"
        mv "$sources/$name.part" "$sources/$name"
        return
    done
    echo "The source of $name cannot be had: $cache/log says why." >&2
    return 1
}

# notices NAME PACKAGE: puts them where packaging/licences.py looks for those of an unpacked source.
notices() {
    mkdir --parents "$sources/$1/debian"
    cp "$root/usr/share/doc/$2/copyright" "$sources/$1/debian/copyright"
    echo "$1 (of $2)" >"$sources/$1/debian/changelog"
}

make_root() {
    echo "Making a Debian ($release) with Emscripten, once: a few minutes. It is kept in $cache."
    mkdir --parents "$cache"
    if [[ ! -x $root/usr/bin/apt-get ]]; then
        rm --recursive --force --one-file-system "$root"
        debootstrap --variant=minbase --include=ca-certificates "$release" "$root" "$mirror" >"$cache/log"
    fi
    for kind in "$release" bookworm; do echo "deb-src $mirror $kind main"; done >"$root/etc/apt/sources.list.d/sources.list"
    cp --dereference /etc/resolv.conf "$root/etc/resolv.conf"
    in_root apt-get update --quiet >>"$cache/log"
    in_root apt-get install --yes --quiet --no-install-recommends dpkg-dev \
        "${tools[@]}" "${headers[@]}" "${fonts[@]}" "${libraries[@]#*:}" >>"$cache/log"
    in_root install --directory --owner _apt /opt/sources
    local library name
    for library in "${libraries[@]}"; do
        name=${library%:*}
        [[ -d $sources/$name ]] || library "$name"
        notices "$name" "${library#*:}"
    done
    echo "$version" >"$cache/made"
}

if ((EUID != 0)); then
    exec sudo --preserve-env=ATTENTION_LAB_EMSCRIPTEN,ATTENTION_LAB_MIRROR ATTENTION_LAB_EMSCRIPTEN="$cache" "$0" "$@"
fi
unshare --mount true 2>/dev/null || { echo "./dev web: it takes the right to mount: not in this container" >&2; exit 2; }
[[ -e $cache/made && $(<"$cache/made") == "$version" ]] || make_root

owner=$(stat --format '%u:%g' .)
ROOT=$root OWNER=$owner HERE=$PWD CACHE=$cache unshare --mount bash -euc '
    mkdir --parents "$ROOT$HERE" "$CACHE/home"
    chown "$OWNER" "$CACHE/home"
    mkdir --parents "$ROOT/home/build"
    mount --bind "$HERE" "$ROOT$HERE"
    mount --bind "$CACHE/home" "$ROOT/home/build"
    mount -t proc proc "$ROOT/proc"
    mount --rbind /dev "$ROOT/dev"
    cd /
    exec chroot --userspec="$OWNER" "$ROOT" env --ignore-environment PATH=/usr/bin:/bin HOME=/home/build \
        CCACHE_DIR=/home/build/ccache CCACHE_BASEDIR="$HERE" CCACHE_NOHASHDIR=1 \
        sh -c "cd \"\$0\" && exec \"\$@\"" "$HERE" "$@"
' emscripten "$@"
