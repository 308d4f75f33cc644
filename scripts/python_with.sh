# Sourced by what runs Python.

# python_with MODULE...: the first python3 on the path that has these modules, since the distribution's packages belong
# to its own.
python_with() {
    local modules="$*" python
    while read -r python; do
        if "$python" -c "import ${modules// /, }" 2>/dev/null; then
            echo "$python"
            return
        fi
    done < <(type -ap python3)
    return 1
}
