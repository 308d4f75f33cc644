# python_with(VARIABLE MODULE...): the first python3 that has these modules. The first one on the path need not be the
# one that the distribution's packages belong to.
function(has_python_modules verdict python)
    execute_process(COMMAND ${python} -c "import ${PYTHON_MODULES}" RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
    if(failed)
        set(${verdict} FALSE PARENT_SCOPE)
    endif()
endfunction()

function(python_with variable)
    string(JOIN ", " PYTHON_MODULES ${ARGN})
    find_program(${variable} python3 VALIDATOR has_python_modules REQUIRED)
endfunction()
