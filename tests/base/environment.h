#pragma once
// An environment variable that is set for a while.

#include <cstdlib>
#include <string>

class Variable {
public:
    Variable(const char* name, const std::string& value) : name_(name) {
        if (const char* known = std::getenv(name)) before_ = known;
        set(value);
    }
    ~Variable() { set(before_); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

private:
    void set(const std::string& value) {
#ifdef _WIN32
        _putenv_s(name_, value.c_str());
#else
        setenv(name_, value.c_str(), 1);
#endif
    }

    const char* name_;
    std::string before_;
};
