#pragma once
// Working memory that each thread keeps for itself from call to call.

namespace base {

#ifdef _WIN32

/// A place for a pointer in every thread, which `end` is given when its thread ends.
class PerThread {
public:
    explicit PerThread(void (*end)(void*));
    void* get() const; ///< null until set
    void set(void* value) const;

private:
    unsigned long place_;
};

/// The calling thread's own T: one for each type. Not by thread_local: GCC on Windows frees that memory
/// before the destructors run.
template <class T>
T& per_thread() {
    static const PerThread own([](void* value) { delete static_cast<T*>(value); });
    if (!own.get()) own.set(new T);
    return *static_cast<T*>(own.get());
}

#else

/// The calling thread's own T: one for each type.
template <class T>
T& per_thread() {
    thread_local T own;
    return own;
}

#endif

} // namespace base
