# layered_library(FOLDER LINKS lib... PRIVATE lib... WITHOUT file...): the folder src/FOLDER, without those in it, as a
# static library: src/ui/board is the library ui_board. Its headers show LINKS; PRIVATE is its own business.
#
# Includes are written "folder/file.h". Each library exports a directory that holds one link, FOLDER, to its own
# sources, so a file sees only the folders its library links: a wrong include fails to build.
#
# What nearly every file includes is compiled once (common_headers). Libraries with compile options of their own keep out
# of it.
function(layered_library folder)
    cmake_parse_arguments(ARG "" "" "LINKS;PRIVATE;WITHOUT" ${ARGN})
    string(REPLACE / _ name ${folder})
    set(include_root ${CMAKE_BINARY_DIR}/include/${name})
    cmake_path(GET folder PARENT_PATH parent)
    file(MAKE_DIRECTORY ${include_root}/${parent})
    file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/${folder} ${include_root}/${folder} SYMBOLIC)
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
    list(FILTER sources EXCLUDE REGEX "/main\\.cpp$") # belongs to the executable
    foreach(file IN LISTS ARG_WITHOUT)
        list(REMOVE_ITEM sources ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/${file})
    endforeach()
    add_library(${name} STATIC ${sources})
    target_include_directories(${name} PUBLIC ${include_root})
    target_link_libraries(${name} PUBLIC ${ARG_LINKS} PRIVATE ${ARG_PRIVATE})
endfunction()

# common_headers(TARGET LINKS lib...): the headers that nearly every file includes, compiled once; others take them with
# target_precompile_headers(... REUSE_FROM TARGET).
function(common_headers target)
    cmake_parse_arguments(ARG "" "" "LINKS;HEADERS" ${ARGN})
    file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp "")
    add_library(${target} STATIC ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
    target_link_libraries(${target} PRIVATE ${ARG_LINKS})
    target_precompile_headers(${target} PRIVATE <Eigen/Core> <algorithm> <array> <cmath> <filesystem> <functional> <map>
        <memory> <optional> <set> <span> <string> <string_view> <variant> <vector> ${ARG_HEADERS})
endfunction()
