#include "workbench/session/choices.h"

#include <algorithm>

namespace workbench {

void ChoiceWriter::within(const char* name, const std::function<void(ChoiceVisitor&)>& visit) {
    ChoiceWriter inner;
    visit(inner);
    if (!inner.written.empty()) written[name] = std::move(inner.written);
}

void ChoiceReader::boolean(const char* name, bool& value) {
    visited_.emplace_back(name);
    value = fields_.boolean(name, value);
}

void ChoiceReader::whole(const char* name, std::int64_t& value, std::int64_t least, std::int64_t most) {
    visited_.emplace_back(name);
    if (!fields_.has(name)) return;
    const std::int64_t number = fields_.integer(name, 0, most);
    if (number < least)
        fields_.refuse(name, std::to_string(number) + " is too small",
                       "use at least " + std::to_string(least));
    value = number;
}

void ChoiceReader::one_of(const char* name, std::size_t& index, std::span<const std::string> names) {
    visited_.emplace_back(name);
    std::vector<Choice<std::size_t>> known;
    for (std::size_t i = 0; i < names.size(); ++i)
        known.push_back({names[i].c_str(), i});
    index = fields_.choice(name, known, index);
}

void ChoiceReader::text(const char* name, std::string& value) {
    visited_.emplace_back(name);
    if (fields_.has(name)) value = fields_.text(name, longest_text);
}

void ChoiceReader::within(const char* name, const std::function<void(ChoiceVisitor&)>& visit) {
    visited_.emplace_back(name);
    const Fields fields = fields_.object(name);
    ChoiceReader inner(fields);
    visit(inner);
    inner.expect_all_visited();
}

} // namespace workbench
