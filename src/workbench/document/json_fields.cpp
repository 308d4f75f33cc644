#include "workbench/document/json_fields.h"

#include "base/json_text.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace workbench {

using base::Index;
using base::InputError;
using nlohmann::json;

double readable(float number) {
    return json::parse(base::shortest(number)).get<double>();
}

json parse_json(const std::string& text, const std::string& where, const std::string& hint) {
    base::expect_bounded_json(text, where);
    json parsed;
    try {
        parsed = json::parse(text);
    } catch (const json::parse_error& error) {
        const auto line =
            std::count(text.begin(),
                       text.begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, text.size())), '\n') +
            1;
        throw InputError(where + ", line " + std::to_string(line), "this is not JSON", hint);
    } catch (const json::exception&) {
        throw InputError(where, "it holds a number too large to read", "correct the number");
    }
    if (!parsed.is_object()) throw InputError(where, "it does not hold a JSON object", hint);
    return parsed;
}

namespace {

const json nothing = json::object();

std::string shown(const json& value) {
    std::string text = base::json_text(value);
    constexpr std::size_t enough = 40;
    return text.size() <= enough ? text : "a long " + std::string(value.type_name());
}

} // namespace

Fields::Fields(const json& object, std::string where, std::string path)
    : object_(object), where_(std::move(where)), path_(std::move(path)) {}

const json* Fields::find(std::string_view name) const {
    const auto found = object_.find(name);
    return found == object_.end() ? nullptr : &*found;
}

std::string Fields::path_to(std::string_view name) const {
    if (name.empty()) return path_;
    return path_.empty() ? std::string(name) : path_ + "." + std::string(name);
}

void Fields::refuse(std::string_view name, const std::string& what, const std::string& hint) const {
    const std::string path = path_to(name);
    throw InputError(path.empty() ? where_ : where_ + ", " + path, what, hint);
}

std::vector<std::string> Fields::names() const {
    std::vector<std::string> result;
    for (const auto& [name, value] : object_.items())
        result.push_back(name);
    return result;
}

void Fields::expect_only(std::span<const std::string_view> known) const {
    for (const std::string& name : names())
        if (std::find(known.begin(), known.end(), name) == known.end())
            refuse(name.substr(0, 100), "there is no such field", "correct its name, or take it out");
}

void Fields::expect_all(std::initializer_list<std::string_view> required) const {
    for (const std::string_view name : required)
        if (!has(name)) refuse(name, "it is missing", "add it");
}

std::string Fields::text(std::string_view name, std::size_t longest) const {
    const json* value = find(name);
    if (!value) return {};
    if (!value->is_string()) refuse(name, shown(*value) + " is not a text", "write it in quotes");
    auto result = value->get<std::string>();
    if (result.size() > longest)
        refuse(name, std::to_string(result.size()) + " bytes are too many",
               "at most " + std::to_string(longest) + " fit");
    return result;
}

std::vector<std::string> Fields::texts(std::string_view name, std::size_t longest) const {
    const json* value = find(name);
    std::vector<std::string> result;
    if (!value) return result;
    if (!value->is_array()) refuse(name, shown(*value) + " is not a list", "write [\"…\", …]");
    for (const json& entry : *value) {
        if (!entry.is_string() || entry.get_ref<const std::string&>().size() > longest)
            refuse(name, shown(entry) + " is not a text", "write [\"…\", …]");
        result.push_back(entry.get<std::string>());
    }
    return result;
}

Index Fields::integer(std::string_view name, Index otherwise, Index largest) const {
    const json* value = find(name);
    if (!value) return otherwise;
    if (!value->is_number_integer() || *value < 0 || *value > largest)
        refuse(name, shown(*value) + " is not a whole number from 0 to " + std::to_string(largest),
               "correct the number");
    return value->get<Index>();
}

std::vector<Index> Fields::integers(std::string_view name, Index largest) const {
    const json* value = find(name);
    std::vector<Index> result;
    if (!value) return result;
    if (!value->is_array()) refuse(name, shown(*value) + " is not a list", "write [0, 1, …]");
    for (const json& entry : *value) {
        if (!entry.is_number_integer() || entry < 0 || entry > largest)
            refuse(name, shown(entry) + " is not a whole number from 0 to " + std::to_string(largest),
                   "correct the number");
        result.push_back(entry.get<Index>());
    }
    return result;
}

std::uint32_t Fields::seed(std::string_view name, std::uint32_t otherwise) const {
    return static_cast<std::uint32_t>(integer(name, otherwise, std::numeric_limits<std::uint32_t>::max()));
}

float Fields::number(std::string_view name, float otherwise) const {
    const json* value = find(name);
    if (!value) return otherwise;
    const double result = value->is_number() ? value->get<double>() : NAN;
    if (!std::isfinite(result) || std::abs(result) > std::numeric_limits<float>::max())
        refuse(name, shown(*value) + " is not a number that fits", "write a number such as 0.5");
    return static_cast<float>(result);
}

bool Fields::is_number(std::string_view name) const {
    const json* value = find(name);
    return value && value->is_number();
}

bool Fields::boolean(std::string_view name, bool otherwise) const {
    const json* value = find(name);
    if (!value) return otherwise;
    if (!value->is_boolean())
        refuse(name, shown(*value) + " is neither true nor false", "write true or false");
    return value->get<bool>();
}

Fields Fields::object(std::string_view name) const {
    const json* value = find(name);
    if (!value) return {nothing, where_, path_to(name)};
    if (!value->is_object()) refuse(name, shown(*value) + " is not an object", "write {…}");
    return {*value, where_, path_to(name)};
}

std::vector<Fields> Fields::objects(std::string_view name) const {
    const json* value = find(name);
    std::vector<Fields> result;
    if (!value) return result;
    if (!value->is_array()) refuse(name, shown(*value) + " is not a list", "write [{…}, …]");
    for (std::size_t i = 0; i < value->size(); ++i) {
        const std::string path = path_to(name) + "[" + std::to_string(i) + "]";
        if (!(*value)[i].is_object())
            throw InputError(where_ + ", " + path, shown((*value)[i]) + " is not an object", "write {…}");
        result.emplace_back((*value)[i], where_, path);
    }
    return result;
}

} // namespace workbench
