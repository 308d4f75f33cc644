#pragma once
// TOML files of the assets, with errors that name the line.

#include <toml++/toml.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace language {

/// The file's root table. Throws InputError for a file that cannot be read or is not TOML (naming the line).
toml::table read_toml(const std::filesystem::path& file);

/// The same for a text that is, or will be, in this file.
toml::table toml_in(const std::string& text, const std::filesystem::path& file);

/// "lexicon.toml, line 12": where a node stands, for messages.
std::string place_of(const std::filesystem::path& file, const toml::node& node);

/// The node as a finite number. Throws InputError, naming file, line and `what`, for anything else.
float finite_number(const std::filesystem::path& file, const toml::node& node, std::string_view what);

} // namespace language
