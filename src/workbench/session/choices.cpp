#include "workbench/session/choices.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace workbench {

namespace {

class ChoiceWriter : public ChoiceVisitor {
public:
    void boolean(const char* name, bool& value) override { written[name] = value; }
    void whole(const char* name, std::int64_t& value, std::int64_t, std::int64_t) override {
        written[name] = value;
    }
    void one_of(const char* name, std::size_t& index, std::span<const std::string> names) override {
        written[name] = names[index];
    }
    void text(const char* name, std::string& value) override { written[name] = value; }
    void within(const char* name, const VisitChoices& visit) override {
        nlohmann::json inner = written_choices(visit);
        if (!inner.empty()) written[name] = std::move(inner);
    }

    nlohmann::json written = nlohmann::json::object();
};

class ChoiceReader : public ChoiceVisitor {
public:
    explicit ChoiceReader(const Fields& fields) : fields_(fields) {}

    void expect_all_visited() const { fields_.expect_only(visited_); }

    void boolean(const char* name, bool& value) override {
        visited_.emplace_back(name);
        value = fields_.boolean(name, value);
    }
    void whole(const char* name, std::int64_t& value, std::int64_t least, std::int64_t most) override {
        visited_.emplace_back(name);
        if (!fields_.has(name)) return;
        const std::int64_t number = fields_.integer(name, 0, most);
        if (number < least)
            fields_.refuse(name, std::to_string(number) + " is too small",
                           "use at least " + std::to_string(least));
        value = number;
    }
    void one_of(const char* name, std::size_t& index, std::span<const std::string> names) override {
        visited_.emplace_back(name);
        std::vector<Choice<std::size_t>> known;
        for (std::size_t i = 0; i < names.size(); ++i)
            known.push_back({names[i].c_str(), i});
        index = fields_.choice(name, known, index);
    }
    void text(const char* name, std::string& value) override {
        visited_.emplace_back(name);
        if (fields_.has(name)) value = fields_.text(name, longest_text);
    }
    void within(const char* name, const VisitChoices& visit) override {
        visited_.emplace_back(name);
        read_choices(fields_.object(name), visit);
    }

private:
    const Fields& fields_;
    std::vector<std::string_view> visited_;
};

} // namespace

nlohmann::json written_choices(const VisitChoices& visit) {
    ChoiceWriter writer;
    visit(writer);
    return std::move(writer.written);
}

void read_choices(const Fields& fields, const VisitChoices& visit) {
    ChoiceReader reader(fields);
    visit(reader);
    reader.expect_all_visited();
}

} // namespace workbench
