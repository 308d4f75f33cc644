# The same libraries for a browser. No distribution has packages of them: those that are headers alone are linked to from the
# system's, the others are compiled from its source packages. scripts/emscripten.sh gets both.
set(ATTENTION_LAB_SOURCES /opt/sources CACHE PATH "The unpacked sources: a folder for each library")
set(ATTENTION_LAB_HEADERS /usr/include CACHE PATH "Where the libraries that are headers alone are installed")
option(ATTENTION_LAB_SIMD "Kernels with WebAssembly's vectors, which browsers have had since 2021 to 2023" ON)
option(ATTENTION_LAB_THREADS "What takes longer than a frame runs on threads, not in slices between frames" OFF)
set(ATTENTION_LAB_HIGHWAY ON PARENT_SCOPE)

# Not the whole /usr/include, which is another system's.
set(HEADERS ${CMAKE_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${HEADERS})
foreach(library eigen3/Eigen nlohmann toml++ doctest stb)
    cmake_path(GET library FILENAME name)
    file(CREATE_LINK ${ATTENTION_LAB_HEADERS}/${library} ${HEADERS}/${name} SYMBOLIC)
endforeach()
add_library(plain_headers INTERFACE)
target_include_directories(plain_headers SYSTEM INTERFACE ${HEADERS})
foreach(name json toml doctest)
    wrap(${name} plain_headers)
endforeach()
foreach(name threads cairo curl fontconfig png)
    wrap(${name})
endforeach()

# foreign_library(NAME INCLUDES dir... SOURCES file... DEFINITIONS name...): compiled small from its source, without our warnings.
function(foreign_library name)
    cmake_parse_arguments(ARG "" "" "INCLUDES;SOURCES;DEFINITIONS" ${ARGN})
    add_library(${name} STATIC ${ARG_SOURCES})
    target_include_directories(${name} SYSTEM PUBLIC ${ARG_INCLUDES})
    target_compile_options(${name} PRIVATE -w -Oz)
    target_compile_definitions(${name} PUBLIC ${ARG_DEFINITIONS})
endfunction()

# Indices of 64 bits on every machine: sizes are checked by the same sums.
wrap(eigen plain_headers)
target_compile_definitions(third_party_eigen INTERFACE EIGEN_DEFAULT_DENSE_INDEX_TYPE=std::int64_t)
target_compile_options(third_party_eigen INTERFACE "SHELL:-include cstdint")

set(HIGHWAY ${ATTENTION_LAB_SOURCES}/highway)
foreign_library(hwy INCLUDES ${HIGHWAY}
    SOURCES ${HIGHWAY}/hwy/targets.cc ${HIGHWAY}/hwy/per_target.cc ${HIGHWAY}/hwy/aligned_allocator.cc ${HIGHWAY}/hwy/abort.cc
    DEFINITIONS HWY_STATIC_DEFINE)
wrap(fast hwy)
target_compile_definitions(third_party_fast INTERFACE ATTENTION_LAB_HIGHWAY)
if(ATTENTION_LAB_SIMD)
    # Only the kernels include Highway's vectors, and what links them differs in nothing else: the rest of the program is
    # compiled once for both builds, if a compiler cache is at hand.
    target_compile_options(hwy PRIVATE -msimd128)
    set(KERNEL_OPTIONS -msimd128)
endif()
# Kernels are made fast, the rest small: it has to be downloaded.
set(ATTENTION_LAB_KERNEL_OPTIONS ${KERNEL_OPTIONS} -O3 PARENT_SCOPE)

foreign_library(utf8proc INCLUDES ${ATTENTION_LAB_SOURCES}/utf8proc SOURCES ${ATTENTION_LAB_SOURCES}/utf8proc/utf8proc.c
    DEFINITIONS UTF8PROC_STATIC)
wrap(utf8proc utf8proc)
foreign_library(md4c INCLUDES ${ATTENTION_LAB_SOURCES}/md4c/src SOURCES ${ATTENTION_LAB_SOURCES}/md4c/src/md4c.c)
wrap(md4c md4c)

set(PCRE2 ${ATTENTION_LAB_SOURCES}/pcre2/src)
file(GLOB PCRE2_SOURCES ${PCRE2}/pcre2_*.c)
# Parts that others include, tests, and the tool that makes the tables that come with it.
list(FILTER PCRE2_SOURCES EXCLUDE REGEX "pcre2_(printint|ucptables|jit_match|jit_misc|jit_test|fuzzsupport|dftables)\\.c$")
configure_file(${PCRE2}/pcre2.h.generic ${CMAKE_BINARY_DIR}/pcre2/pcre2.h COPYONLY)
configure_file(${PCRE2}/config.h.generic ${CMAKE_BINARY_DIR}/pcre2/config.h COPYONLY)
configure_file(${PCRE2}/pcre2_chartables.c.dist ${CMAKE_BINARY_DIR}/pcre2/pcre2_chartables.c COPYONLY)
foreign_library(pcre2 INCLUDES ${CMAKE_BINARY_DIR}/pcre2 SOURCES ${PCRE2_SOURCES} ${CMAKE_BINARY_DIR}/pcre2/pcre2_chartables.c
    DEFINITIONS PCRE2_STATIC)
target_include_directories(pcre2 PRIVATE ${PCRE2})
target_compile_definitions(pcre2 PRIVATE HAVE_CONFIG_H SUPPORT_UNICODE PCRE2_CODE_UNIT_WIDTH=8)
wrap(pcre2 pcre2)

set(ZLIB ${ATTENTION_LAB_SOURCES}/zlib)
foreach(name adler32 compress crc32 deflate inffast inflate inftrees trees uncompr zutil)
    list(APPEND ZLIB_SOURCES ${ZLIB}/${name}.c)
endforeach()
foreign_library(z INCLUDES ${ZLIB} SOURCES ${ZLIB_SOURCES})
wrap(zlib z)
# It comes with zlib. Archives are read from memory, so its way to open large files is not needed.
foreach(name ioapi unzip zip)
    list(APPEND MINIZIP_SOURCES ${ZLIB}/contrib/minizip/${name}.c)
endforeach()
foreign_library(minizip INCLUDES ${ZLIB}/contrib SOURCES ${MINIZIP_SOURCES} DEFINITIONS NOCRYPT USE_FILE32API IOAPI_NO_64)
target_link_libraries(minizip PUBLIC z)
wrap(minizip minizip)

set(FRIBIDI ${ATTENTION_LAB_SOURCES}/fribidi/lib)
file(GLOB FRIBIDI_SOURCES ${FRIBIDI}/*.c)
set(FRIBIDI_INTERFACE_VERSION 4)
set(SIZEOF_INT 4)
configure_file(${FRIBIDI}/fribidi-config.h.in ${CMAKE_BINARY_DIR}/fribidi/fribidi-config.h)
foreign_library(fribidi INCLUDES ${FRIBIDI} ${CMAKE_BINARY_DIR}/fribidi SOURCES ${FRIBIDI_SOURCES}
    DEFINITIONS FRIBIDI_LIB_STATIC HAVE_STRINGIZE HAVE_STDLIB_H HAVE_STRING_H HAVE_MEMORY_H)
wrap(fribidi fribidi)

set(CMAKE_POLICY_DEFAULT_CMP0077 NEW) # the options of FreeType
# Its own check does not find them with this compiler.
set(HAVE_UNISTD_H 1 CACHE INTERNAL "")
set(HAVE_FCNTL_H 1 CACHE INTERNAL "")
set(FT_DISABLE_ZLIB ON)
set(FT_DISABLE_BZIP2 ON)
set(FT_DISABLE_PNG ON)
set(FT_DISABLE_HARFBUZZ ON)
set(FT_DISABLE_BROTLI ON)
set(SKIP_INSTALL_ALL ON)
# Letters are painted as their outlines are, so that no hinter is needed, and no format but those of the program's own fonts.
set(FT_MODULES "Driver_ClassRec, tt_driver" "Driver_ClassRec, cff_driver" "Module_Class, psaux_module" "Module_Class, psnames_module"
               "Module_Class, sfnt_module" "Renderer_Class, ft_smooth_renderer")
list(TRANSFORM FT_MODULES REPLACE "(.+)" "FT_USE_MODULE(FT_\\1_class)")
list(JOIN FT_MODULES "\n" FT_MODULES)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/freetype/modules.h @ONLY CONTENT "${FT_MODULES}\n")
# Nor what those fonts do not have. Glyphs are looked up by their code points, never by a name of Adobe's list; the driver of
# CFF itself needs the others. FreeType's file makes the two names without CONFIG from those with it.
set(FT_OPTIONS FT_CONFIG_OPTION_ADOBE_GLYPH_LIST FT_CONFIG_OPTION_MAC_FONTS FT_CONFIG_OPTION_USE_LZW
               FT_CONFIG_OPTION_INCREMENTAL FT_CONFIG_OPTION_SVG FT_CONFIG_OPTION_ENVIRONMENT_PROPERTIES
               TT_CONFIG_OPTION_BYTECODE_INTERPRETER TT_CONFIG_OPTION_SUBPIXEL_HINTING
               TT_USE_BYTECODE_INTERPRETER TT_SUPPORT_SUBPIXEL_HINTING_MINIMAL
               TT_CONFIG_OPTION_GX_VAR_SUPPORT TT_CONFIG_OPTION_BDF TT_CONFIG_OPTION_EMBEDDED_BITMAPS TT_CONFIG_OPTION_COLOR_LAYERS)
list(TRANSFORM FT_OPTIONS PREPEND "#undef ")
list(JOIN FT_OPTIONS "\n" FT_OPTIONS)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/freetype/options.h @ONLY
     CONTENT "#include <freetype/config/ftoption.h>\n${FT_OPTIONS}\n")
add_subdirectory(${ATTENTION_LAB_SOURCES}/freetype ${CMAKE_BINARY_DIR}/freetype EXCLUDE_FROM_ALL)
target_compile_options(freetype PRIVATE -w -Oz)
# Its own copy of zlib would have the same names as ours.
target_compile_definitions(freetype PRIVATE FT_CONFIG_OPTION_SYSTEM_ZLIB
                           "FT_CONFIG_MODULES_H=<${CMAKE_BINARY_DIR}/freetype/modules.h>"
                           "FT_CONFIG_OPTIONS_H=<${CMAKE_BINARY_DIR}/freetype/options.h>")
target_link_libraries(freetype PRIVATE z)

file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/stb/stb.c @ONLY
     CONTENT "#define STB_IMAGE_WRITE_IMPLEMENTATION\n#include <stb/stb_image_write.h>\n")
foreign_library(stb_image_write INCLUDES ${HEADERS} SOURCES ${CMAKE_BINARY_DIR}/stb/stb.c)
wrap(stb stb_image_write)

# The browser's OpenGL ES 3.0 needs no loader, and of GLFW only the names of keys are used.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/gl/glad/gl.h @ONLY CONTENT "#pragma once\n#include <GLES3/gl3.h>\n")
add_library(gl INTERFACE)
target_include_directories(gl SYSTEM INTERFACE ${CMAKE_BINARY_DIR}/gl)
wrap(glad gl)

set(IMGUI ${ATTENTION_LAB_SOURCES}/imgui)
foreach(name imgui imgui_draw imgui_tables imgui_widgets misc/cpp/imgui_stdlib backends/imgui_impl_opengl3)
    list(APPEND IMGUI_SOURCES ${IMGUI}/${name}.cpp)
endforeach()
foreign_library(imgui INCLUDES ${IMGUI} ${IMGUI}/backends ${IMGUI}/misc/cpp SOURCES ${IMGUI_SOURCES}
    DEFINITIONS IMGUI_IMPL_OPENGL_ES3 GLFW_INCLUDE_NONE)
wrap(imgui imgui freetype)
