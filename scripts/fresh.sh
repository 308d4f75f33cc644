#!/usr/bin/env bash
# ./dev fresh: does the project work on a new machine? Sets up a minimal Debian with the current working tree,
# in which an ordinary user with a bare environment runs the two commands of the README.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/debian_root.sh

release=bookworm
commands=()
while (($#)); do
    case $1 in
        --possible) root_is_possible; exit ;;
        --release) release=${2:?--release takes the name of a Debian release}; shift ;;
        *) commands+=("$1") ;;
    esac
    shift
done
((${#commands[@]})) || commands=(run test)

# The user's copy of the project: what is in the working tree, without what was built.
copy_project() {
    local copy=$root/home/learner/attention-lab
    mkdir "$copy"
    git ls-files --cached --others --exclude-standard -z |
        tar --create --null --files-from - --ignore-failed-read 2>/dev/null | tar --extract --directory "$copy"
    chroot "$root" chown --recursive learner: /home/learner
}

in_project() { as_learner "cd attention-lab && $*"; }

# A user without sudo must be told which packages to ask for.
expect_the_list() {
    mv "$root/etc/sudoers.d/learner" "$root/root/learner"
    if in_project ./dev run >"$root/told" 2>&1 || ! grep --quiet 'sudo apt-get install' "$root/told"; then
        echo "Without sudo, ./dev run does not say what is missing:" >&2
        cat "$root/told" >&2
        return 1
    fi
    mv "$root/root/learner" "$root/etc/sudoers.d/learner"
    echo "Without sudo ./dev run names the packages and the command: as it should."
}

expect_root_is_possible "./dev fresh"
new_root "$release"
copy_project
expect_the_list
for command in "${commands[@]}"; do
    began=$SECONDS
    echo "== $release: ./dev $command"
    in_project ./dev "$command"
    times+=("$release: ./dev $command took $((SECONDS - began)) s")
done
printf '%s\n' "${times[@]}"
