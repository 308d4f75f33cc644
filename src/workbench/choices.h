#pragma once
// What the user chose in a view, field by field. A session keeps it (choices_json.h); tests look at it.

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace workbench {

/// A view passes each of its choices by name. A writer records them, a reader changes those that it knows.
class ChoiceVisitor {
public:
    virtual ~ChoiceVisitor() = default;

    virtual void yes(const char* name, bool& value) = 0;
    /// least … most
    virtual void whole(const char* name, std::int64_t& value, std::int64_t least, std::int64_t most) = 0;
    /// The index of one of `names`.
    virtual void one_of(const char* name, std::size_t& index, std::span<const std::string> names) = 0;

    virtual void text(const char* name, std::string& value) = 0;

    /// Visits choices that belong together, in an object of their own.
    virtual void within(const char* name, const std::function<void(ChoiceVisitor&)>& visit) = 0;

    /// A whole number of another type.
    template <typename Whole>
    void number(const char* name, Whole& value, std::int64_t least, std::int64_t most) {
        auto number = static_cast<std::int64_t>(value);
        whole(name, number, least, most);
        value = static_cast<Whole>(number);
    }
    /// An enum whose values count up from 0, in the order of `names`.
    template <typename Enum>
    void named(const char* name, Enum& value, std::span<const std::string> names) {
        auto index = static_cast<std::size_t>(value);
        one_of(name, index, names);
        value = static_cast<Enum>(index);
    }
};

} // namespace workbench
