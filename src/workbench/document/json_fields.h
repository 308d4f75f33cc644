#pragma once
// What the user chose, field by field, as JSON: fields are checked as they are read, so that every error
// message names the file and the field; a document, a selection or a view describes its fields once, by
// showing them to a visitor.

#include "base/input_error.h"
#include "base/matrix.h"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace workbench {

/// For counts and sizes of any kind; whether they are consistent, prepare() checks.
inline constexpr base::Index largest_size = 1'000'000;
inline constexpr std::size_t longest_text = std::size_t{1} << 20; ///< bytes

/// The shortest decimal for this float: 0.1, not 0.10000000149011612.
double readable(float number);

/// Throws InputError when `text` is not JSON (saying where), more than base::JsonBounds allows, or not an
/// object; `hint` says what to do then.
nlohmann::json parse_json(const std::string& text, const std::string& where,
                          const std::string& hint = "open a file that Attention Lab has saved");

/// An absent field gives its default; one with the wrong type or out of range throws InputError.
class Fields {
public:
    /// `where` is the file; `path` is the field that holds this object, empty for the root. The JSON must
    /// outlive this object.
    Fields(const nlohmann::json& object, std::string where, std::string path);

    bool has(std::string_view name) const { return find(name) != nullptr; }
    std::vector<std::string> names() const;
    void expect_only(const std::set<std::string, std::less<>>& known) const;
    void expect_all(std::initializer_list<std::string_view> required) const;

    std::string text(std::string_view name, std::size_t longest) const;               ///< absent: empty
    std::vector<std::string> texts(std::string_view name, std::size_t longest) const; ///< absent: none
    base::Index integer(std::string_view name, base::Index otherwise,
                        base::Index largest) const; ///< 0 … largest
    std::vector<base::Index> integers(std::string_view name,
                                      base::Index largest) const; ///< 0 … largest; absent: none
    float number(std::string_view name, float otherwise) const;   ///< finite
    bool is_number(std::string_view name) const;
    bool boolean(std::string_view name, bool otherwise) const;
    Fields object(std::string_view name) const;               ///< absent: an empty object
    std::vector<Fields> objects(std::string_view name) const; ///< absent: none

    /// The index of the text among `names`.
    std::size_t choice(std::string_view name, std::span<const std::string> names) const;

    /// Throws InputError about a field, or about the object itself when `name` is empty.
    [[noreturn]] void refuse(std::string_view name, const std::string& what, const std::string& hint) const;

private:
    const nlohmann::json* find(std::string_view name) const;
    std::string path_to(std::string_view name) const;

    const nlohmann::json& object_;
    std::string where_, path_;
};

// Described once, and written and read by the same description.

class ChoiceVisitor;
/// Passes each field to a visitor.
using VisitChoices = std::function<void(ChoiceVisitor&)>;

/// Receives each field by name: written_choices() records it, read_choices() changes it if the JSON has it.
class ChoiceVisitor {
public:
    virtual ~ChoiceVisitor() = default;

    virtual void boolean(std::string_view name, bool& value) = 0;
    /// least … most
    virtual void whole(std::string_view name, std::int64_t& value, std::int64_t least, std::int64_t most) = 0;
    /// Finite.
    virtual void real(std::string_view name, float& value) = 0;
    /// The index of one of `names`.
    virtual void one_of(std::string_view name, std::size_t& index, std::span<const std::string> names) = 0;
    virtual void text(std::string_view name, std::string& value) = 0;
    virtual void texts(std::string_view name, std::vector<std::string>& values) = 0;
    /// Each from 0 to `most`.
    virtual void wholes(std::string_view name, std::vector<base::Index>& values, base::Index most) = 0;

    /// Fields that belong together, in an object of their own.
    virtual void within(std::string_view name, const VisitChoices& visit) = 0;
    /// A list of objects. Calls visit(object, index) for each of the `count` that are written, or
    /// visit(object, nothing) for each that is read.
    using VisitOne = std::function<void(ChoiceVisitor&, std::optional<std::size_t>)>;
    virtual void objects(std::string_view name, std::size_t count, const VisitOne& visit) = 0;

    // For fields that are not always there: a writer answers with `now`, a reader with what the JSON has.

    virtual bool has(std::string_view name, bool now) const = 0;
    /// Of a field that is either a number or a text.
    virtual bool is_number(std::string_view name, bool now) const = 0;
    /// The fields of an object whose fields are named by the user.
    virtual std::vector<std::string> names(std::vector<std::string> now) const = 0;

    /// Throws InputError about a field, or about the whole object when `name` is empty.
    [[noreturn]] virtual void refuse(std::string_view name, const std::string& what,
                                     const std::string& hint) const = 0;

    /// A whole number of another type.
    template <typename Whole>
    void number(std::string_view name, Whole& value, std::int64_t least, std::int64_t most) {
        auto number = static_cast<std::int64_t>(value);
        whole(name, number, least, most);
        value = static_cast<Whole>(number);
    }
    /// An enum whose values count up from 0, in the order of `names`.
    template <typename Enum>
    void named(std::string_view name, Enum& value, std::span<const std::string> names) {
        auto index = static_cast<std::size_t>(value);
        one_of(name, index, names);
        value = static_cast<Enum>(index);
    }
    /// Objects. What is read replaces the whole list; an absent list leaves it unchanged.
    template <typename Value>
    void list(std::string_view name, std::vector<Value>& values, void (*visit)(ChoiceVisitor&, Value&)) {
        if (!has(name, true)) return;
        std::vector<Value> visited;
        objects(name, values.size(), [&](ChoiceVisitor& object, std::optional<std::size_t> written) {
            visit(object, visited.emplace_back(written ? values[*written] : Value{}));
        });
        values = std::move(visited);
    }
};

/// {"plot":"time","d":512,…}, in the order of the visits.
nlohmann::ordered_json written_choices(const VisitChoices& visit);

/// Changes what `fields` names; all else stays as it is. Throws InputError for a value of the wrong type, out
/// of range, or not among the names, and for a field that is not visited.
void read_choices(const Fields& fields, const VisitChoices& visit);

} // namespace workbench
