#pragma once
// Reads a table of a TOML file entry by entry, with a message for anything that is wrong.

#include "base/input_error.h"
#include "base/matrix.h"
#include "language/toml_file.h"

#include <set>

namespace language {

inline constexpr base::Index any_size = 4096;

/// A table whose entries are taken one by one; any left over at the end are misspelt.
class Entries {
public:
    Entries(const toml::table& table, const std::filesystem::path& file) : table_(table), file_(file) {}

    std::string text(std::string_view key, bool required = false) {
        const toml::node* node = take(key);
        if (!node && required)
            refuse(table_, "\"" + std::string(key) + "\" is missing",
                   "add: " + std::string(key) + " = \"…\"");
        if (!node) return {};
        const auto value = node->value_exact<std::string>();
        if (!value || (required && value->empty()))
            refuse(*node, std::string(key) + " is not a text", "write it in quotes");
        return *value;
    }

    /// A list of texts, none of them empty; absent: none.
    std::vector<std::string> texts(std::string_view key) {
        std::vector<std::string> list;
        const toml::node* node = take(key);
        if (!node) return list;
        if (!node->is_array()) refuse(*node, std::string(key) + " is not a list", "write [\"…\", \"…\"]");
        for (const toml::node& entry : *node->as_array()) {
            const auto value = entry.value_exact<std::string>();
            if (!value || value->empty()) refuse(entry, "this is not a text", "write it in quotes");
            list.push_back(*value);
        }
        return list;
    }

    base::Index integer(std::string_view key, base::Index otherwise, base::Index largest) {
        const toml::node* node = take(key);
        if (!node) return otherwise;
        const auto value = node->value_exact<std::int64_t>();
        if (!value || *value < 0 || *value > largest)
            refuse(*node, std::string(key) + " is not a whole number from 0 to " + std::to_string(largest),
                   "correct the number");
        return *value;
    }

    bool yes(std::string_view key, bool otherwise) {
        const toml::node* node = take(key);
        if (!node) return otherwise;
        const auto value = node->value_exact<bool>();
        if (!value) refuse(*node, std::string(key) + " is neither true nor false", "write true or false");
        return *value;
    }

    const toml::table* table(std::string_view key) {
        const toml::node* node = take(key);
        if (!node) return nullptr;
        if (!node->is_table())
            refuse(*node, std::string(key) + " is not a table", "write " + std::string(key) + " = {…}");
        return node->as_table();
    }

    bool has(std::string_view key) const { return table_.contains(key); }

    void expect_nothing_else() const {
        for (const auto& [key, node] : table_)
            if (!taken_.contains(std::string(key.str())))
                refuse(node, "there is no entry called \"" + std::string(key.str()) + "\"",
                       "correct its name");
    }

    [[noreturn]] void refuse(const toml::node& node, const std::string& what, const std::string& hint) const {
        throw base::InputError(place_of(file_, node), what, hint);
    }

    const toml::table& whole() const { return table_; }

private:
    const toml::node* take(std::string_view key) {
        taken_.emplace(key);
        return table_.get(key);
    }

    const toml::table& table_;
    const std::filesystem::path& file_;
    std::set<std::string, std::less<>> taken_;
};

} // namespace language
