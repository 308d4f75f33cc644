# For Windows, by mingw-w64 with POSIX threads. ATTENTION_LAB_LIBRARIES is the folder that scripts/windows_libraries.sh
# fills: each library in a folder of its own.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(host x86_64-w64-mingw32)
set(CMAKE_C_COMPILER ${host}-gcc-posix)
set(CMAKE_CXX_COMPILER ${host}-g++-posix)
set(CMAKE_RC_COMPILER ${host}-windres)
# Everything into one file, but what comes as a DLL. GCC may keep wide vectors on a stack that Windows aligns to 16 bytes
# (GCC bug 54412): the assembler then takes the unaligned moves.
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_CXX_FLAGS_INIT -Wa,-muse-unaligned-vector-move)
set(PKG_CONFIG_ARGN --static)
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libgomp.a OUTPUT_VARIABLE GOMP OUTPUT_STRIP_TRAILING_WHITESPACE)
set(OpenMP_gomp_LIBRARY ${GOMP} CACHE FILEPATH "OpenMP's run-time library, which is found as a DLL otherwise")

list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ATTENTION_LAB_LIBRARIES)
file(GLOB LIBRARIES ${ATTENTION_LAB_LIBRARIES}/*)
set(CMAKE_FIND_ROOT_PATH ${LIBRARIES})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
list(TRANSFORM LIBRARIES APPEND /lib/pkgconfig)
list(JOIN LIBRARIES ":" LIBRARIES)
set(ENV{PKG_CONFIG_LIBDIR} ${LIBRARIES})
