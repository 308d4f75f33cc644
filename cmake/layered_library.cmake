# layered_library(NAME LINKS lib... PRIVATE lib...): the folder src/NAME as a static library. Its headers show LINKS;
# PRIVATE is its own business.
#
# Includes are written "folder/file.h". Each library exports a directory that holds one link, NAME, to its own
# sources, so a file sees only the folders its library links: a wrong include fails to build.
function(layered_library name)
    cmake_parse_arguments(ARG "" "" "LINKS;PRIVATE" ${ARGN})
    set(include_root ${CMAKE_BINARY_DIR}/include/${name})
    file(MAKE_DIRECTORY ${include_root})
    file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/${name} ${include_root}/${name} SYMBOLIC)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
    list(FILTER sources EXCLUDE REGEX "/main\\.cpp$") # belongs to the executable
    if(NOT sources) # only headers so far
        set(sources ${CMAKE_BINARY_DIR}/only_headers_in_${name}.cpp)
        file(WRITE ${sources} "")
    endif()
    add_library(${name} STATIC ${sources})
    target_include_directories(${name} PUBLIC ${include_root})
    target_link_libraries(${name} PUBLIC ${ARG_LINKS} PRIVATE ${ARG_PRIVATE})
endfunction()
