#pragma once
// The fields of a JSON object, checked as they are read; every error message names the file and the field.

#include "base/input_error.h"
#include "base/matrix.h"

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace workbench {

/// For counts and sizes of any kind; whether they are consistent, prepare() checks.
inline constexpr base::Index largest_size = 1'000'000;
inline constexpr std::size_t longest_text = std::size_t{1} << 20; ///< bytes

/// A value that is written by name.
template <typename Value>
struct Choice {
    const char* name;
    Value value;
};

template <typename Value>
std::string name_of(const std::vector<Choice<Value>>& choices, Value value) {
    for (const auto& choice : choices)
        if (choice.value == value) return choice.name;
    return {};
}

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
    void expect_only(std::span<const std::string_view> known) const;
    void expect_only(std::initializer_list<std::string_view> known) const {
        expect_only(std::span(known.begin(), known.size()));
    }
    void expect_all(std::initializer_list<std::string_view> required) const;

    std::string text(std::string_view name, std::size_t longest) const;               ///< absent: empty
    std::vector<std::string> texts(std::string_view name, std::size_t longest) const; ///< absent: none
    base::Index integer(std::string_view name, base::Index otherwise,
                        base::Index largest) const; ///< 0 … largest
    std::vector<base::Index> integers(std::string_view name,
                                      base::Index largest) const; ///< 0 … largest; absent: none
    std::uint32_t seed(std::string_view name, std::uint32_t otherwise) const;
    float number(std::string_view name, float otherwise) const; ///< finite
    bool is_number(std::string_view name) const;
    bool boolean(std::string_view name, bool otherwise) const;
    Fields object(std::string_view name) const;               ///< absent: an empty object
    std::vector<Fields> objects(std::string_view name) const; ///< absent: none

    template <typename Value>
    Value choice(std::string_view name, const std::vector<Choice<Value>>& choices, Value otherwise) const {
        if (!has(name)) return otherwise;
        const std::string found = text(name, 1000);
        std::string known;
        for (const auto& choice : choices) {
            if (found == choice.name) return choice.value;
            known += (known.empty() ? "" : ", ") + std::string(choice.name);
        }
        refuse(name, "“" + found + "” is not known", "use one of: " + known);
    }

    /// Throws InputError about a field, or about the object itself when `name` is empty.
    [[noreturn]] void refuse(std::string_view name, const std::string& what, const std::string& hint) const;

private:
    const nlohmann::json* find(std::string_view name) const;
    std::string path_to(std::string_view name) const;

    const nlohmann::json& object_;
    std::string where_, path_;
};

} // namespace workbench
