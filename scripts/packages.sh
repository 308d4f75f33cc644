# The required packages, and how they are installed. Sourced by ./dev.

# One row per package: its role (shown on systems where packages have other names), what needs it, and the
# name of the Debian package. Needed for: building, opening a window, a virtual display, building the tests,
# driving the window in them, opening spreadsheets, clang, lint, format, fresh, packaging, Windows, Wine and checking
# packages. python3-torch is not listed, as it is only needed to
# regenerate the golden numbers.
packages=(
    "C++20 compiler           | build   | build-essential"
    "CMake 3.25 or newer      | build   | cmake"
    "Ninja                    | build   | ninja-build"
    "pkg-config               | build   | pkg-config"
    "Eigen 3.4                | build   | libeigen3-dev"
    "Highway                  | build   | libhwy-dev"
    "nlohmann-json            | build   | nlohmann-json3-dev"
    "toml++                   | build   | libtomlplusplus-dev"
    "CLI11                    | build   | libcli11-dev"
    "md4c                     | build   | libmd4c-dev"
    "utf8proc                 | build   | libutf8proc-dev"
    "PCRE2                    | build   | libpcre2-dev"
    "zlib                     | build   | zlib1g-dev"
    "minizip                  | build   | libminizip-dev"
    "libcurl's headers        | build   | libcurl4-openssl-dev"
    "libpng                   | build   | libpng-dev"
    "GLFW 3.3 or newer        | build   | libglfw3-dev"
    "OpenGL headers           | build   | libgl-dev"
    "Dear ImGui, static       | build   | libimgui-dev"
    "stb                      | build   | libstb-dev"
    "FreeType                 | build   | libfreetype-dev"
    "Cairo                    | build   | libcairo2-dev"
    "FriBidi                  | build   | libfribidi-dev"
    "fontconfig               | build   | libfontconfig-dev"
    "glad 2, for Python       | build   | python3-glad"
    "Inter                    | window  | fonts-inter"
    "JetBrains Mono           | window  | fonts-jetbrains-mono"
    "Latin Modern             | window  | fonts-lmodern"
    "DejaVu                   | window  | fonts-dejavu-core"
    "OpenGL 3.3 library       | window  | libgl1"
    "Mesa's OpenGL drivers    | window  | libgl1-mesa-dri"
    "Xvfb                     | display | xvfb"
    "xauth                    | display | xauth"
    "doctest                  | test    | doctest-dev"
    "xdotool                  | drive   | xdotool"
    "setxkbmap                | drive   | x11-xkb-utils"
    "Pillow, for Python       | drive   | python3-pil"
    "NumPy, for Python        | drive   | python3-numpy"
    "Noto, Chinese to Korean  | drive   | fonts-noto-cjk"
    "fc-list, of fontconfig   | drive   | fontconfig"
    "LibreOffice Calc         | table   | libreoffice-calc"
    "clang++                  | clang   | clang"
    "OpenMP of clang          | clang   | libomp-dev"
    "clang-tidy               | lint    | clang-tidy"
    "clang-format             | format  | clang-format"
    "debootstrap              | fresh   | debootstrap"
    "debootstrap              | web     | debootstrap"
    "Chromium                 | page    | chromium"
    "Firefox                  | page    | firefox-esr"
    "EGL library              | page    | libegl1"
    "Node.js                  | page    | nodejs"
    "npm                      | page    | npm"
    "brotli                   | page    | brotli"
    "dpkg-dev                 | package | dpkg-dev"
    "patchelf                 | package | patchelf"
    "mingw-w64, POSIX threads | windows | g++-mingw-w64-x86-64-posix"
    "zlib for Windows         | windows | libz-mingw-w64-dev"
    "dpkg-source              | windows | dpkg-dev"
    "Meson                    | windows | meson"
    "rsvg-convert             | windows | librsvg2-bin"
    "Pillow, for Python       | windows | python3-pil"
    "NumPy, for Python        | windows | python3-numpy"
    "fontTools, for Python    | windows | python3-fonttools"
    "doctest                  | windows | doctest-dev"
    "Wine                     | wine    | wine"
    "Wine, 64 bits            | wine    | wine64"
    "lintian                  | check   | lintian"
    "desktop-file-validate    | check   | desktop-file-utils"
    "appstreamcli             | check   | appstream"
)

# rows_for NEED...: ROLE|PACKAGE of all packages needed for any of these.
rows_for() {
    local row role need package
    for row in "${packages[@]}"; do
        IFS='|' read -r role need package <<<"$row"
        [[ " $* " == *" ${need// /} "* ]] && echo "$(sed 's/ *$//' <<<"$role")|${package// /}"
    done
    return 0
}

# The names of all installed packages and of what they stand for: Node.js of its makers, say, brings npm with it.
installed() {
    dpkg-query --show --showformat='${db:Status-Status} ${Package}, ${Provides}\n' |
        sed --quiet 's/^installed //p' | tr ',' '\n' | sed 's/^ *//; s/ .*//'
}

# may_become_root: sudo works without a password, or there is a terminal to type it.
may_become_root() { command -v sudo >/dev/null && { sudo --non-interactive true 2>/dev/null || [[ -t 0 && -t 2 ]]; }; }

as_root() { if ((EUID == 0)); then "$@"; else sudo "$@"; fi; }

tell_administrator() {
    cat >&2 <<END
These packages are missing, and installing them takes an administrator:
    $*
The command for that is:
    sudo apt-get install --no-install-recommends $*
END
}

# On a system without dpkg: lists the roles before the first build, which then fails if something really is
# missing.
tell_roles() {
    [[ -d build ]] && return 0
    echo "This system does not use Debian's packages. Install what plays these roles (with development files):" >&2
    rows_for "$@" | cut -d '|' -f 1 | sed 's/^/    /' >&2
}

# need NEED...: installs missing packages; does not access the network if there are none.
need() {
    command -v dpkg-query >/dev/null || { tell_roles "$@"; return 0; }
    local package missing=() installed
    installed=$(installed)
    for package in $(rows_for "$@" | cut -d '|' -f 2); do
        grep --quiet --line-regexp --fixed-strings -- "$package" <<<"$installed" || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    if ((EUID != 0)) && ! may_become_root; then
        tell_administrator "${missing[@]}"
        return 1
    fi
    echo "Installing missing packages: ${missing[*]}" >&2
    as_root apt-get update --quiet
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${missing[@]}" || {
        tell_administrator "${missing[@]}"
        return 1
    }
}
