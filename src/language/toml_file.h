#pragma once
// TOML files of the assets, read entry by entry with errors that name the line.

#include "base/matrix.h"

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <toml++/toml.h>
#include <vector>

namespace language {

/// The file's root table. Throws InputError for a file that cannot be read or is not TOML (naming the line).
toml::table read_toml(const std::filesystem::path& file);

/// The same for a text that is, or will be, in this file.
toml::table toml_in(const std::string& text, const std::filesystem::path& file);

/// "lexicon.toml, line 12": where a node stands, for messages.
std::string place_of(const std::filesystem::path& file, const toml::node& node);

/// The node as a finite number. Throws InputError, naming file, line and `what`, for anything else.
float finite_number(const std::filesystem::path& file, const toml::node& node, std::string_view what);

inline constexpr base::Index any_size = 4096;

/// A table whose entries are taken one by one; any left over at the end are misspelt. All functions throw
/// InputError, naming file and line, for an entry of the wrong type and a required one missing or empty.
class Entries {
public:
    Entries(const toml::table& table, const std::filesystem::path& file) : table_(table), file_(file) {}

    /// "" when absent.
    std::string text(std::string_view key, bool required = false);
    /// A list of texts, none of them empty; none when absent.
    std::vector<std::string> texts(std::string_view key, bool required = false);
    /// From 0 to `largest`.
    base::Index integer(std::string_view key, base::Index otherwise, base::Index largest);
    bool boolean(std::string_view key, bool otherwise);
    /// Null when absent.
    const toml::table* table(std::string_view key);
    /// [[key]]; none when absent.
    std::vector<const toml::table*> tables(std::string_view key);
    /// Anything, to be checked by the caller; null when absent.
    const toml::node* take(std::string_view key);

    bool has(std::string_view key) const { return table_.contains(key); }
    void expect_nothing_else() const;
    [[noreturn]] void refuse(const toml::node& node, const std::string& what, const std::string& hint) const;
    const toml::table& whole() const { return table_; }

private:
    [[noreturn]] void miss(std::string_view key, const std::string& like) const;

    const toml::table& table_;
    const std::filesystem::path& file_;
    std::set<std::string, std::less<>> taken_;
};

} // namespace language
