#pragma once
// A value of a model's JSON and its place in it, for messages: "tokenizer.json, pre_tokenizer, pattern".

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tokens {

class JsonNode {
public:
    JsonNode(const nlohmann::json& value, std::string where) : value_(value), where_(std::move(where)) {}

    const std::string& where() const { return where_; }
    const nlohmann::json& json() const { return value_; }
    /// Throws InputError for this place.
    [[noreturn]] void refuse(const std::string& problem, const std::string& hint) const;

    /// What an object has by that name; empty for nothing and for null.
    std::optional<JsonNode> find(const std::string& name) const;
    /// The same, or InputError.
    JsonNode at(const std::string& name) const;
    /// The values of a list, or InputError.
    std::vector<JsonNode> list() const;

    // This value, or InputError where it is of another type.
    std::string text() const;
    bool flag() const;
    std::size_t count() const; ///< a whole number from 0 to two thousand million
    double number() const;

    // What an object has by that name, or what takes its place.
    std::string text(const std::string& name, const std::string& otherwise) const;
    bool flag(const std::string& name, bool otherwise) const;
    std::size_t count(const std::string& name, std::size_t otherwise) const;
    double number(const std::string& name, double otherwise) const;

private:
    const nlohmann::json& value_;
    std::string where_;
};

} // namespace tokens
