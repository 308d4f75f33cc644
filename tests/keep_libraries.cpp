// Linked into the sanitized programs that open a window. Graphics drivers are loaded while a program runs,
// and unloaded before it ends: memory that they keep in their own variables until then would be reported as
// leaked, without a name. Left where they are, they hold on to it, and leaks of ours are looked for here too.
// Mesa from 25 on never frees some of what it has: that is named as its own.

#include <dlfcn.h>

extern "C" int dlclose(void*) noexcept {
    return 0;
}

extern "C" const char* __lsan_default_suppressions() {
    return "leak:libGLX_mesa.so\nleak:libgallium-\n";
}

extern "C" const char* __lsan_default_options() {
    return "print_suppressions=0";
}
