#!/usr/bin/env bash
# ./dev package: a Debian package, and a tarball that runs wherever it is unpacked, made from build/release. With --check, both
# are tried on a new machine.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/bundle.sh
source scripts/debian_root.sh

build=build/release
deb=$out/attention-lab_$version-1_$(dpkg --print-architecture).deb
bundle=attention-lab-$version-linux-$(uname --machine)

make_deb() {
    cmake --build "$build" --target debian_documents
    cpack --config "$build/CPackConfig.cmake" -B "$out" >"$out/cpack.log" || { cat "$out/cpack.log" >&2; return 1; }
    rm --recursive --force "$out/_CPack_Packages"
}

# Libraries that every desktop has, in the version that belongs to its drivers and fonts.
of_the_system='ld-linux.*|lib(c|m|dl|pthread|rt|stdc\+\+|gcc_s|X11|xcb|Xau|Xdmcp|bsd|md|fontconfig|freetype|expat|png16|z|brotli.*)'

# bundled_libraries: "NAME PATH" of each of the others.
bundled_libraries() {
    ldd "$build/attention-lab" | awk '$2 == "=>" { print $1, $3 }' | grep --extended-regexp --invert-match "^($of_the_system)\.so"
}

# Into FOLDER, where the program finds them by its own place.
bring_libraries() {
    local program=$1 folder=$2 name path
    mkdir --parents "$folder"
    while read -r name path; do cp --dereference "$path" "$folder/$name"; done < <(bundled_libraries)
    patchelf --set-rpath "\$ORIGIN/../lib/attention-lab" "$program"
    patchelf --set-rpath "\$ORIGIN" "$folder"/*
}

make_tarball() {
    local stage=$out/$bundle libraries
    rm --recursive --force "$stage"
    cmake --install "$build" --prefix "$stage" --strip >/dev/null
    bring_libraries "$stage/bin/attention-lab" "$stage/lib/attention-lab"
    python3 packaging/fonts.py "$stage/share/attention-lab/fonts"
    readarray -t libraries < <(bundled_libraries | cut -d ' ' -f 2)
    collect_notices "$build" "$stage/licences" "${libraries[@]}"
    cp --recursive README.md CHANGELOG.md docs "$stage"
    tar --create --gzip --directory "$out" --file "$out/$bundle.tar.gz" --sort=name --owner=0 --group=0 --numeric-owner \
        --mtime="@$SOURCE_DATE_EPOCH" "$bundle"
    rm --recursive --force "$stage"
}

# ---------------------------------------------------------------- --check

# expect COMMAND: as the learner on the new machine.
expect() {
    as_learner "$1" >"$root/said" 2>&1 || { echo "This failed: $1" >&2; tail -n 20 "$root/said" >&2; return 1; }
    echo "    $1"
}

# The program's commands, its pictures, and a window that opens a session, is shown and ends when it is asked to.
expect_it_runs() {
    local program=$1
    expect "$program --version"
    expect "$program trace --text 'The cat sat' --json | grep --quiet '\"weights\"'"
    expect "$program lessons --check"
    expect "$program train memory_attention --steps 20 --out model.safetensors"
    expect "xvfb-run --auto-servernum $program tour --out tour && [ \$(ls tour/*.png | wc -l) -gt 10 ]"
    echo '{"attention_lab_session": 3, "document": {"text": "The cat sat", "weights": {"hand_set": "by-hand"}}}' >"$root/home/learner/work.json"
    expect "xvfb-run --auto-servernum sh -c 'timeout --preserve-status 10 $program work.json --frame-stats stats.json' && grep --quiet frames stats.json"
    expect "rm --recursive tour stats.json model.safetensors"
}

check() {
    lintian --fail-on error --allow-root --tag-display-limit 0 "$deb"
    desktop-file-validate packaging/attention-lab.desktop
    appstreamcli validate --no-net "$build"/packaging/*.metainfo.xml
    new_root bookworm
    cp "$deb" "$out/$bundle.tar.gz" "$root/home/learner"
    chroot "$root" chown --recursive learner: /home/learner
    echo "The Debian package on a new machine:"
    expect "sudo apt-get update"
    expect "sudo apt-get install --yes --no-install-recommends ./$(basename "$deb") xvfb xauth libgl1-mesa-dri shared-mime-info"
    expect_it_runs attention-lab
    expect "sudo apt-get purge --yes attention-lab && sudo apt-get autoremove --yes"
    expect "! find / -xdev -path /home -prune -o -path '*attention-lab*' -print 2>/dev/null | grep ."
    echo "The tarball on the same machine, without the libraries and fonts of the package:"
    expect "sudo apt-get install --yes --no-install-recommends libfontconfig1 libgl1"
    expect "tar --extract --file $bundle.tar.gz && mkdir -p 'an other place' && mv $bundle 'an other place'"
    expect_it_runs "\"an other place/$bundle/bin/attention-lab\""
}

make_deb
make_tarball
ls -l --human-readable "$deb" "$out/$bundle.tar.gz"
[[ ${1-} == --check ]] || exit 0
expect_root_is_possible "./dev package --check"
check
