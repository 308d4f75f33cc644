#!/usr/bin/env bash
# ./dev fresh: does the project work on a new machine? Sets up a minimal Debian with the current working tree,
# in which an ordinary user with a bare environment runs the two commands of the README. The base system and
# the downloaded packages are cached between runs; the user's copy of the project is new every time.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Mounting requires root, and some containers do not allow it at all.
possible() { ((EUID == 0)) && command -v debootstrap >/dev/null && unshare --mount true 2>/dev/null; }

release=bookworm
commands=()
while (($#)); do
    case $1 in
        --possible) possible; exit ;;
        --release) release=${2:?--release takes the name of a Debian release}; shift ;;
        *) commands+=("$1") ;;
    esac
    shift
done
((${#commands[@]})) || commands=(run test)

cache=${ATTENTION_LAB_FRESH:-${XDG_CACHE_HOME:-$HOME/.cache}/attention-lab/fresh}
base=$cache/$release.tar downloads=$cache/$release-packages
mirror=${ATTENTION_LAB_MIRROR:-http://deb.debian.org/debian}

# The base system, created once. It includes sudo, as a regular Debian installation would.
make_base() {
    local made
    made=$(mktemp --directory --tmpdir attention-lab-base.XXXXXX)
    echo "Making a minimal Debian ($release) with debootstrap; it is kept in $cache."
    debootstrap --variant=minbase --include=ca-certificates,sudo "$release" "$made" "$mirror" >"$cache/$release.log" || {
        tail -n 5 "$cache/$release.log" >&2
        rm --recursive --force "$made"
        return 1
    }
    rm --force "$made"/var/cache/apt/archives/*.deb
    tar --create --directory "$made" --file "$base.part" .
    mv "$base.part" "$base"
    rm --recursive --force "$made"
}

prepare() {
    mkdir --parents "$cache" "$downloads"
    [[ -f $base ]] || make_base
    tar --extract --directory "$root" --file "$base"
    chmod 755 "$root"
    # Keep what apt downloads for the next run.
    rm --force "$root"/etc/apt/apt.conf.d/docker-clean
    echo 'APT::Keep-Downloaded-Packages "true";' >"$root/etc/apt/apt.conf.d/keep"
    cp --dereference /etc/resolv.conf "$root/etc/resolv.conf"
    chroot "$root" useradd --create-home --shell /bin/bash learner
    echo 'learner ALL=(ALL) NOPASSWD: ALL' >"$root/etc/sudoers.d/learner"
    local home=$root/home/learner/attention-lab
    mkdir "$home"
    git ls-files --cached --others --exclude-standard -z |
        tar --create --null --files-from - --ignore-failed-read 2>/dev/null | tar --extract --directory "$home"
    chroot "$root" chown --recursive learner: /home/learner
}

# as_learner COMMAND: runs it in the project folder, without any of this machine's environment. The file
# systems missing in the chroot are mounted only for this command.
as_learner() {
    ROOT=$root DOWNLOADS=$downloads unshare --mount --pid --fork --kill-child bash -euc '
        mount --bind "$DOWNLOADS" "$ROOT/var/cache/apt/archives"
        mount -t proc proc "$ROOT/proc"
        mount --rbind /dev "$ROOT/dev"
        exec env --ignore-environment PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$ROOT" runuser --login learner --command "cd attention-lab && $1"
    ' fresh "$*" </dev/null
}

# A user without sudo must be told which packages to ask for.
expect_the_list() {
    mv "$root/etc/sudoers.d/learner" "$root/root/learner"
    if as_learner ./dev run >"$root/told" 2>&1 || ! grep --quiet 'sudo apt-get install' "$root/told"; then
        echo "Without sudo, ./dev run does not say what is missing:" >&2
        cat "$root/told" >&2
        return 1
    fi
    mv "$root/root/learner" "$root/etc/sudoers.d/learner"
    echo "Without sudo ./dev run names the packages and the command: as it should."
}

possible || { echo "./dev fresh: it takes debootstrap, root and the right to mount: try sudo ./dev fresh" >&2; exit 2; }
root=$(mktemp --directory --tmpdir attention-lab-fresh.XXXXXX)
trap 'rm --recursive --force --one-file-system "$root"' EXIT
prepare
expect_the_list
for command in "${commands[@]}"; do
    began=$SECONDS
    echo "== $release: ./dev $command"
    as_learner ./dev "$command"
    times+=("$release: ./dev $command took $((SECONDS - began)) s")
done
printf '%s\n' "${times[@]}"
