#include "language/toml_file.h"

#include "base/file_name.h"
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
            said.find("control characters") != std::string::npos; // the end of the line is one
        throw InputError(base::shown(file) + ", line " + std::to_string(error.source().begin.line),
                         runs_on ? "a text has no quote at its end" : said,
                         "correct the file: is a quote or a bracket open?");
    }
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

} // namespace language
