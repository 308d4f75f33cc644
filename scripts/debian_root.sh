# A minimal Debian in a folder of its own, for trying things on a new machine. Sourced.
#
# The base system and the downloaded packages are cached between runs; the root made from them is new every time.

cache=${ATTENTION_LAB_FRESH:-${XDG_CACHE_HOME:-$HOME/.cache}/attention-lab/fresh}
mirror=${ATTENTION_LAB_MIRROR:-http://deb.debian.org/debian}

# Mounting requires root, and some containers do not allow it at all.
root_is_possible() { ((EUID == 0)) && command -v debootstrap >/dev/null && unshare --mount true 2>/dev/null; }

expect_root_is_possible() {
    root_is_possible && return
    echo "$1: it takes debootstrap, root and the right to mount: try sudo $1" >&2
    return 2
}

# make_base RELEASE: the base system, created once. It includes sudo, as a regular Debian installation would.
make_base() {
    local release=$1 made
    made=$(mktemp --directory --tmpdir attention-lab-base.XXXXXX)
    echo "Making a minimal Debian ($release) with debootstrap; it is kept in $cache."
    debootstrap --variant=minbase --include=ca-certificates,sudo "$release" "$made" "$mirror" >"$cache/$release.log" || {
        tail -n 5 "$cache/$release.log" >&2
        rm --recursive --force "$made"
        return 1
    }
    rm --force "$made"/var/cache/apt/archives/*.deb
    tar --create --directory "$made" --file "$cache/$release.tar.part" .
    mv "$cache/$release.tar.part" "$cache/$release.tar"
    rm --recursive --force "$made"
}

# new_root RELEASE: sets `root` to a new machine with the user learner, who may use sudo. It is gone when the script ends.
new_root() {
    downloads=$cache/$1-packages
    mkdir --parents "$cache" "$downloads"
    [[ -f $cache/$1.tar ]] || make_base "$1"
    root=$(mktemp --directory --tmpdir attention-lab-fresh.XXXXXX)
    trap 'rm --recursive --force --one-file-system "$root"' EXIT
    tar --extract --directory "$root" --file "$cache/$1.tar"
    chmod 755 "$root"
    # Keep what apt downloads for the next run.
    rm --force "$root"/etc/apt/apt.conf.d/docker-clean
    echo 'APT::Keep-Downloaded-Packages "true";' >"$root/etc/apt/apt.conf.d/keep"
    cp --dereference /etc/resolv.conf "$root/etc/resolv.conf"
    chroot "$root" useradd --create-home --shell /bin/bash learner
    echo 'learner ALL=(ALL) NOPASSWD: ALL' >"$root/etc/sudoers.d/learner"
}

# as_learner COMMAND: runs it in the learner's home, without any of this machine's environment. The file systems missing in
# the root are mounted only for this command.
as_learner() {
    ROOT=$root DOWNLOADS=$downloads unshare --mount --pid --fork --kill-child bash -euc '
        mount --bind "$DOWNLOADS" "$ROOT/var/cache/apt/archives"
        mount -t proc proc "$ROOT/proc"
        mount --rbind /dev "$ROOT/dev"
        exec env --ignore-environment PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$ROOT" runuser --login learner --command "$1"
    ' fresh "$*" </dev/null
}
