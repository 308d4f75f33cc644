# What the scripts that make downloads share. Sourced from the project's folder.

out=$PWD/build/packages
version=$(sed -n 's/^project(attention-lab VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) # so that the same commit gives the same files
export SOURCE_DATE_EPOCH
mkdir --parents "$out"

# collect_notices BUILD FOLDER FILE...: the licences of the program in BUILD, of its fonts and of these files.
collect_notices() {
    local build=$1 folder=$2 fonts
    readarray -t fonts < <(python3 packaging/fonts.py --list)
    python3 packaging/licences.py --build "$build" --also "${fonts[@]}" "${@:3}" --folder "$folder"
}
