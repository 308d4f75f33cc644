#include "tokens/json_node.h"

#include "base/input_error.h"

#include <cstdint>
#include <limits>

namespace tokens {

void JsonNode::refuse(const std::string& problem, const std::string& hint) const {
    throw base::InputError(where_, problem, hint);
}

namespace {

/// A name may come from the file itself, and each node below has a copy of its place.
std::string in_few_letters(const std::string& name) {
    constexpr std::size_t most = 100;
    return name.size() <= most ? name : name.substr(0, most) + " …";
}

const char* const of_other_type_hint = "is it the file that came with the model? get it again";

} // namespace

std::optional<JsonNode> JsonNode::find(const std::string& name) const {
    if (!value_.is_object()) refuse("it is not an object", of_other_type_hint);
    const auto found = value_.find(name);
    if (found == value_.end() || found->is_null()) return std::nullopt;
    return JsonNode(*found, where_ + ", " + in_few_letters(name));
}

JsonNode JsonNode::at(const std::string& name) const {
    if (auto found = find(name)) return *found;
    refuse("\"" + name + "\" is missing", of_other_type_hint);
}

std::vector<JsonNode> JsonNode::list() const {
    if (!value_.is_array()) refuse("it is not a list", of_other_type_hint);
    std::vector<JsonNode> nodes;
    for (std::size_t i = 0; i < value_.size(); ++i)
        nodes.emplace_back(value_[i], where_ + " " + std::to_string(i + 1));
    return nodes;
}

std::string JsonNode::text() const {
    if (!value_.is_string()) refuse("it is not a text", of_other_type_hint);
    return value_.get<std::string>();
}

bool JsonNode::flag() const {
    if (!value_.is_boolean()) refuse("it is neither true nor false", of_other_type_hint);
    return value_.get<bool>();
}

std::size_t JsonNode::count() const {
    const bool is_whole =
        value_.is_number_integer() && value_ >= 0 && value_ <= std::numeric_limits<std::int32_t>::max();
    if (!is_whole) refuse("it is not a whole number from 0 on", of_other_type_hint);
    return value_.get<std::size_t>();
}

double JsonNode::number() const {
    if (!value_.is_number()) refuse("it is not a number", of_other_type_hint);
    return value_.get<double>();
}

std::string JsonNode::text(const std::string& name, const std::string& otherwise) const {
    const auto found = find(name);
    return found ? found->text() : otherwise;
}

bool JsonNode::flag(const std::string& name, bool otherwise) const {
    const auto found = find(name);
    return found ? found->flag() : otherwise;
}

std::size_t JsonNode::count(const std::string& name, std::size_t otherwise) const {
    const auto found = find(name);
    return found ? found->count() : otherwise;
}

double JsonNode::number(const std::string& name, double otherwise) const {
    const auto found = find(name);
    return found ? found->number() : otherwise;
}

} // namespace tokens
