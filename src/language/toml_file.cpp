#include "language/toml_file.h"

#include "base/files.h"
#include "base/input_error.h"

#include <cmath>

namespace language {

using base::InputError;

namespace {

toml::table parsed(const std::filesystem::path& file, const auto& parse) {
    try {
        return parse();
    } catch (const toml::parse_error& error) {
        const std::string said(error.description());
        const bool runs_on =
            said.find("control characters") != std::string::npos; // it has run into the end of the line
        throw InputError(base::shown(file) + ", line " + std::to_string(error.source().begin.line),
                         runs_on ? "a text has no quote at its end" : said,
                         "correct the file: is a quote or a bracket open?");
    }
}

std::string quoted(std::string_view key) {
    return '"' + std::string(key) + '"';
}

} // namespace

toml::table read_toml(const std::filesystem::path& file) {
    if (!std::filesystem::is_regular_file(file))
        throw InputError(base::shown(file), "there is no such file",
                         "install the program again, or give another folder");
    return parsed(file, [&] { return toml::parse_file(file.string()); });
}

toml::table toml_in(const std::string& text, const std::filesystem::path& file) {
    return parsed(file, [&] { return toml::parse(text, base::shown(file)); });
}

std::string place_of(const std::filesystem::path& file, const toml::node& node) {
    return base::shown(file) + ", line " + std::to_string(node.source().begin.line);
}

float finite_number(const std::filesystem::path& file, const toml::node& node, std::string_view what) {
    const auto number = node.value<double>();
    if (!number || !std::isfinite(static_cast<float>(*number)))
        throw InputError(place_of(file, node), std::string(what) + " is not a finite number",
                         "write a number such as 0.5");
    return static_cast<float>(*number);
}

const toml::node* Entries::take(std::string_view key) {
    taken_.emplace(key);
    return table_.get(key);
}

void Entries::refuse(const toml::node& node, const std::string& what, const std::string& hint) const {
    throw base::InputError(place_of(file_, node), what, hint);
}

void Entries::miss(std::string_view key, const std::string& like) const {
    refuse(table_, quoted(key) + " is missing", "add: " + std::string(key) + " = " + like);
}

std::string Entries::text(std::string_view key, bool required) {
    const toml::node* node = take(key);
    if (!node && required) miss(key, "\"…\"");
    if (!node) return {};
    const auto value = node->value_exact<std::string>();
    if (!value || (required && value->empty()))
        refuse(*node, std::string(key) + " is not a text", "write it in quotes");
    return *value;
}

std::vector<std::string> Entries::texts(std::string_view key, bool required) {
    std::vector<std::string> list;
    const toml::node* node = take(key);
    if (!node && required) miss(key, "[\"…\", \"…\"]");
    if (!node) return list;
    if (!node->is_array()) refuse(*node, std::string(key) + " is not a list", "write [\"…\", \"…\"]");
    for (const toml::node& entry : *node->as_array()) {
        const auto value = entry.value_exact<std::string>();
        if (!value || value->empty()) refuse(entry, "this is not a text", "write it in quotes");
        list.push_back(*value);
    }
    if (required && list.empty()) refuse(*node, std::string(key) + " is empty", "write [\"…\", \"…\"]");
    return list;
}

base::Index Entries::integer(std::string_view key, base::Index otherwise, base::Index largest) {
    const toml::node* node = take(key);
    if (!node) return otherwise;
    const auto value = node->value_exact<std::int64_t>();
    if (!value || *value < 0 || *value > largest)
        refuse(*node, std::string(key) + " is not a whole number from 0 to " + std::to_string(largest),
               "correct the number");
    return *value;
}

bool Entries::boolean(std::string_view key, bool otherwise) {
    const toml::node* node = take(key);
    if (!node) return otherwise;
    const auto value = node->value_exact<bool>();
    if (!value) refuse(*node, std::string(key) + " is neither true nor false", "write true or false");
    return *value;
}

const toml::table* Entries::table(std::string_view key) {
    const toml::node* node = take(key);
    if (!node) return nullptr;
    if (!node->is_table())
        refuse(*node, std::string(key) + " is not a table", "write " + std::string(key) + " = {…}");
    return node->as_table();
}

std::vector<const toml::table*> Entries::tables(std::string_view key) {
    std::vector<const toml::table*> list;
    const toml::node* node = take(key);
    if (!node) return list;
    const std::string hint = "write [[" + std::string(key) + "]]";
    if (!node->is_array()) refuse(*node, std::string(key) + " is not a list of tables", hint);
    for (const toml::node& entry : *node->as_array()) {
        if (!entry.is_table()) refuse(entry, "this is not a table", hint);
        list.push_back(entry.as_table());
    }
    return list;
}

void Entries::expect_nothing_else() const {
    for (const auto& [key, node] : table_)
        if (!taken_.contains(std::string(key.str())))
            refuse(node, "there is no entry called " + quoted(key.str()), "correct its name");
}

} // namespace language
