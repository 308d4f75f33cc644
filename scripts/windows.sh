#!/usr/bin/env bash
# ./dev windows: a zip file for Windows, to unpack and start, cross-built by mingw-w64. With --check it is tried under Wine, and so
# are the tests of the core.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/bundle.sh
source scripts/python_with.sh

build=build/windows
bundle=attention-lab-$version-windows
core=(base attention recurrent learning language tokens model pretrained fetch timing)

build_program() {
    libraries=$(scripts/windows_libraries.sh)
    cmake --preset windows -DATTENTION_LAB_LIBRARIES="$libraries" >"$out/windows.log" || { cat "$out/windows.log" >&2; return 1; }
    cmake --build "$build" --parallel "$(nproc)" --target attention-lab
}

make_zip() {
    local stage=$out/$bundle
    rm --recursive --force "$stage" "$stage.zip"
    cmake --install "$build" --prefix "$stage" --strip >/dev/null
    cp --recursive "$libraries"/*/bin/*.dll README.md CHANGELOG.md docs "$stage"
    "$(python_with fontTools)" packaging/fonts.py "$stage/data/fonts" --subset
    collect_notices "$build" "$stage/licences" "$libraries"/*/bin/*.dll
    (cd "$out" && cmake -E tar cf "$bundle.zip" --format=zip "--mtime=$(date --utc --date="@$SOURCE_DATE_EPOCH" '+%F %T UTC')" "$bundle")
    rm --recursive --force "$stage"
}

# ---------------------------------------------------------------- --check

# under_wine PROGRAM ARGUMENT...: on a new Windows of its own, in the current folder.
under_wine() { WINEPREFIX=$place/windows WINEDEBUG=-all LIBGL_ALWAYS_SOFTWARE=1 timeout 900 wine "$@"; }

expect() {
    "$@" >"$place/said" 2>&1 || { echo "This failed: $*" >&2; tail -n 20 "$place/said" >&2; return 1; }
    echo "    ${*/#$place\//}"
}

check_core() {
    cmake --build "$build" --parallel "$(nproc)" --target "${core[@]/%/_test}"
    local test
    for test in "${core[@]}"; do
        cp "$libraries"/*/bin/*.dll "$build/tests"
        expect under_wine "$build/tests/${test}_test.exe"
        tail -n 3 "$place/said"
    done
}

# Unpacked in a folder, and told of files, whose names no code page has all of.
check_program() {
    local folder="$place/Größe 数 глава"
    mkdir "$folder"
    (cd "$folder" && cmake -E tar xf "$out/$bundle.zip")
    local program=$folder/$bundle/attention-lab.exe
    cd "$folder"
    # A crash is told at once, and not in a window that waits to be closed.
    under_wine reg add 'HKCU\Software\Wine\WineDbg' /v ShowCrashDialog /t REG_DWORD /d 0 /f >/dev/null 2>&1
    expect under_wine "$program" --version
    expect under_wine "$program" trace --text "Größe 数 глава" --out "数.safetensors"
    expect under_wine "$program" trace "数.safetensors" --json
    cp --recursive "$OLDPWD/tests/golden/pretrained/gpt2" "модель ü"
    expect under_wine "$program" trace --model "модель ü" --layer 2 --text "the cats sat"
    expect under_wine "$program" lessons --check
    expect under_wine "$program" tour --out "глава"
    [[ $(find глава -name '*.png' | wc -l) -gt 10 ]]
    cd - >/dev/null
    printf '#!/bin/sh\nexec wine "%s" "$@"\n' "$program" >"$place/attention-lab"
    chmod +x "$place/attention-lab"
    expect env ATTENTION_LAB="$place/attention-lab" WINEPREFIX="$place/windows" WINEDEBUG=-all "$(python_with PIL)" \
        tests/windows/window_check.py "$out/windows.png"
}

# Windows open on a display of their own.
if [[ ${1-} == --check && -z ${DISPLAY-} ]]; then
    exec xvfb-run --auto-servernum --server-args "-screen 0 1600x900x24" "$0" --check
fi
build_program
make_zip
ls -l --human-readable "$out/$bundle.zip"
[[ ${1-} == --check ]] || exit 0
place=$(mktemp --directory --tmpdir attention-lab-windows.XXXXXX)
trap 'WINEPREFIX=$place/windows wineserver --kill 2>/dev/null || true; rm --recursive --force "$place"' EXIT
check_program
check_core
