#pragma once
// A view's choices as JSON: written for a session, and read back with checks.

#include "workbench/choices.h"
#include "workbench/json_fields.h"

#include <nlohmann/json.hpp>

#include <string_view>
#include <vector>

namespace workbench {

/// Writes {"plot":"time","d":512,…}.
class ChoiceWriter : public ChoiceVisitor {
public:
    void yes(const char* name, bool& value) override { written[name] = value; }
    void whole(const char* name, std::int64_t& value, std::int64_t, std::int64_t) override {
        written[name] = value;
    }
    void one_of(const char* name, std::size_t& index, std::span<const std::string> names) override {
        written[name] = names[index];
    }
    void text(const char* name, std::string& value) override { written[name] = value; }
    void within(const char* name, const std::function<void(ChoiceVisitor&)>& visit) override;

    nlohmann::json written = nlohmann::json::object();
};

/// Reads what a writer wrote; absent fields stay as they are. Its visits throw InputError for a value of the
/// wrong type, out of range, or not among the names.
class ChoiceReader : public ChoiceVisitor {
public:
    explicit ChoiceReader(const Fields& fields) : fields_(fields) {}

    /// Throws InputError when there are fields that no visit asked for.
    void expect_all_visited() const { fields_.expect_only(visited_); }

    void yes(const char* name, bool& value) override;
    void whole(const char* name, std::int64_t& value, std::int64_t least, std::int64_t most) override;
    void one_of(const char* name, std::size_t& index, std::span<const std::string> names) override;
    void text(const char* name, std::string& value) override;
    void within(const char* name, const std::function<void(ChoiceVisitor&)>& visit) override;

private:
    const Fields& fields_;
    std::vector<std::string_view> visited_;
};

} // namespace workbench
