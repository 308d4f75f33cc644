# layered_library(FOLDER LINKS lib... PRIVATE lib... WITHOUT file...): the folder src/FOLDER, without those in it, as a
# static library: src/ui/board is the library ui_board. Its headers show LINKS; PRIVATE is its own business.
#
# Includes are written "folder/file.h". Each library exports a directory that holds one link, FOLDER, to its own
# sources, so a file sees only the folders its library links: a wrong include fails to build.
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
