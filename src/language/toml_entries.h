#pragma once
// Reads a table of a TOML file entry by entry, with a message for anything that is wrong.

#include "base/matrix.h"
#include "language/toml_file.h"

#include <set>
#include <vector>

namespace language {

inline constexpr base::Index any_size = 4096;

/// A table whose entries are taken one by one; any left over at the end are misspelt. All throw InputError,
/// naming file and line, for an entry of the wrong type, and when a required one is missing or empty.
class Entries {
public:
    Entries(const toml::table& table, const std::filesystem::path& file) : table_(table), file_(file) {}

    /// "" when absent.
    std::string text(std::string_view key, bool required = false);
    /// A list of texts, none of them empty; none when absent.
    std::vector<std::string> texts(std::string_view key, bool required = false);
    /// From 0 to `largest`.
    base::Index integer(std::string_view key, base::Index otherwise, base::Index largest);
    bool yes(std::string_view key, bool otherwise);
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
