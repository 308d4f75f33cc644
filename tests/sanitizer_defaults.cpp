// Linked into every sanitized program: settings that AddressSanitizer reads before main() runs.
//
// LeakSanitizer of g++ 12 looks for the variables that belong to one thread, and takes a block of them that
// happens to begin 16 bytes after a page for one with a header of glibc 2.19, which glibc has not written
// since 2.25. It then reads the range which that header would name, and ends with "Tracer caught signal 11",
// about once in 256 blocks. See https://github.com/google/sanitizers/issues/1322. Without that look, memory
// that only such a variable points to counts as leaked: stricter, not looser.
//
// The tests of the window start the program a hundred times, for a few seconds each. Where memory came from
// is told by one call instead of 30 (ASAN_OPTIONS=malloc_context_size=30 tells them all); and 16 MB of freed
// memory are kept from being used again, instead of 256: still what many frames free, but each run no longer
// asks the system for all of that.

extern "C" const char* __asan_default_options() {
    return "intercept_tls_get_addr=0:malloc_context_size=1:quarantine_size_mb=16";
}
