#pragma once
// What the user chose in a view, field by field: a session keeps it as JSON, tests look at it.

#include "workbench/document/json_fields.h"

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace workbench {

/// A view shows it each of its choices by name. A writer records them, a reader changes those that it knows.
class ChoiceVisitor {
public:
    virtual ~ChoiceVisitor() = default;

    virtual void boolean(const char* name, bool& value) = 0;
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

/// Shows its choices to a visitor.
using VisitChoices = std::function<void(ChoiceVisitor&)>;

/// What was chosen, as JSON: {"plot":"time","d":512,…}.
nlohmann::json written_choices(const VisitChoices& visit);

/// Reads what was written; absent fields stay as they are. Throws InputError for a value of the wrong type,
/// out of range, or not among the names, and for a field that no visit asks for.
void read_choices(const Fields& fields, const VisitChoices& visit);

} // namespace workbench
