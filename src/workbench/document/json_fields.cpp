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
using nlohmann::ordered_json;

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

void Fields::expect_only(const std::set<std::string, std::less<>>& known) const {
    for (const std::string& name : names())
        if (!known.contains(name))
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

std::size_t Fields::choice(std::string_view name, std::span<const std::string> names) const {
    constexpr std::size_t longest = 1000;
    const std::string found = text(name, longest);
    std::string known;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (found == names[i]) return i;
        known += (i > 0 ? ", " : "") + names[i];
    }
    refuse(name, "“" + found + "” is not known", "use one of: " + known);
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

// Writing and reading by a description.

namespace {

class Writer : public ChoiceVisitor {
public:
    ordered_json object = ordered_json::object();

    void boolean(std::string_view name, bool& value) override { field(name) = value; }
    void whole(std::string_view name, std::int64_t& value, std::int64_t, std::int64_t) override {
        field(name) = value;
    }
    void real(std::string_view name, float& value) override { field(name) = readable(value); }
    void one_of(std::string_view name, std::size_t& index, std::span<const std::string> names) override {
        field(name) = names[index];
    }
    void text(std::string_view name, std::string& value) override { field(name) = value; }
    void texts(std::string_view name, std::vector<std::string>& values) override { field(name) = values; }
    void wholes(std::string_view name, std::vector<Index>& values, Index) override { field(name) = values; }
    void within(std::string_view name, const VisitChoices& visit) override {
        field(name) = written_choices(visit);
    }
    void objects(std::string_view name, std::size_t count, const VisitOne& visit) override {
        ordered_json& list = field(name) = ordered_json::array();
        for (std::size_t i = 0; i < count; ++i)
            list.push_back(written_choices([&](ChoiceVisitor& each) { visit(each, i); }));
    }

    bool has(std::string_view, bool now) const override { return now; }
    bool is_number(std::string_view, bool now) const override { return now; }
    std::vector<std::string> names(std::vector<std::string> now) const override { return now; }
    [[noreturn]] void refuse(std::string_view name, const std::string& what,
                             const std::string& hint) const override {
        throw base::InputError(std::string(name), what, hint);
    }

private:
    ordered_json& field(std::string_view name) { return object[std::string(name)]; }
};

class Reader : public ChoiceVisitor {
public:
    explicit Reader(const Fields& fields) : fields_(fields) {}

    void expect_all_visited() const { fields_.expect_only(visited_); }

    void boolean(std::string_view name, bool& value) override {
        if (visits(name)) value = fields_.boolean(name, value);
    }
    void whole(std::string_view name, std::int64_t& value, std::int64_t least, std::int64_t most) override {
        if (!visits(name)) return;
        const std::int64_t number = fields_.integer(name, 0, most);
        if (number < least)
            refuse(name, std::to_string(number) + " is too small", "use at least " + std::to_string(least));
        value = number;
    }
    void real(std::string_view name, float& value) override {
        if (visits(name)) value = fields_.number(name, value);
    }
    void one_of(std::string_view name, std::size_t& index, std::span<const std::string> names) override {
        if (visits(name)) index = fields_.choice(name, names);
    }
    void text(std::string_view name, std::string& value) override {
        if (visits(name)) value = fields_.text(name, longest_text);
    }
    void texts(std::string_view name, std::vector<std::string>& values) override {
        if (visits(name)) values = fields_.texts(name, longest_text);
    }
    void wholes(std::string_view name, std::vector<Index>& values, Index most) override {
        if (visits(name)) values = fields_.integers(name, most);
    }
    void within(std::string_view name, const VisitChoices& visit) override {
        if (visits(name)) read_choices(fields_.object(name), visit);
    }
    void objects(std::string_view name, std::size_t, const VisitOne& visit) override {
        if (!visits(name)) return;
        for (const Fields& each : fields_.objects(name))
            read_choices(each, [&](ChoiceVisitor& fields) { visit(fields, std::nullopt); });
    }

    bool has(std::string_view name, bool) const override { return fields_.has(name); }
    bool is_number(std::string_view name, bool) const override { return fields_.is_number(name); }
    std::vector<std::string> names(std::vector<std::string>) const override { return fields_.names(); }
    [[noreturn]] void refuse(std::string_view name, const std::string& what,
                             const std::string& hint) const override {
        fields_.refuse(name, what, hint);
    }

private:
    bool visits(std::string_view name) {
        visited_.emplace(name);
        return fields_.has(name);
    }

    const Fields& fields_;
    std::set<std::string, std::less<>> visited_;
};

} // namespace

ordered_json written_choices(const VisitChoices& visit) {
    Writer writer;
    visit(writer);
    return std::move(writer.object);
}

void read_choices(const Fields& fields, const VisitChoices& visit) {
    Reader reader(fields);
    visit(reader);
    reader.expect_all_visited();
}

} // namespace workbench
