#include "language/names.h"

#include "base/text.h"

namespace language {

using attention::Axis;
using attention::Quantity;
using base::Index;

namespace {

std::string number(Index index) {
    return std::to_string(index + 1);
}

std::string entry(const std::vector<std::string>& names, Index index) {
    const auto i = static_cast<std::size_t>(index);
    return index >= 0 && i < names.size() ? names[i] : number(index);
}

/// Column h·d_v + j is what head h found in value dimension j: "head 2: living".
std::string concatenated(const Names& names, Index index) {
    const std::vector<std::string>& value_width = names.value_width;
    const auto d_v = static_cast<Index>(value_width.size());
    if (names.heads < 2 || d_v == 0) return entry(value_width, index);
    const Index head = index / d_v, j = index % d_v;
    const std::string name = entry(value_width, j);
    return name == number(j) ? number(index) : "head " + number(head) + ": " + name;
}

/// A short form of the same for column headings, where there is little room: "2·living".
std::string concatenated_column(const Names& names, Index index) {
    std::string name = concatenated(names, index);
    const std::string head = "head ";
    const std::size_t colon = name.find(": ");
    if (!name.starts_with(head) || colon == std::string::npos) return name;
    return name.substr(head.size(), colon - head.size()) + "·" + name.substr(colon + 2);
}

} // namespace

std::string Names::along(Axis axis, Index index) const {
    switch (axis) {
    case Axis::queries:
        return entry(queries, index);
    case Axis::keys:
        return entry(keys, index);
    case Axis::position:
        return entry(position.empty() ? model : position, index);
    case Axis::model:
        return entry(model, index);
    case Axis::key_width:
        return entry(key_width, index);
    case Axis::value_width:
        return entry(value_width, index);
    case Axis::concat_width:
        return concatenated(*this, index);
    case Axis::output:
        return output.empty() ? concatenated(*this, index) : entry(output, index);
    case Axis::none:
    case Axis::additive_width:
        break;
    }
    return number(index);
}

std::string Names::row(Quantity quantity, Index index) const {
    return along(row_axis(quantity), index);
}

std::string Names::column(Quantity quantity, Index index) const {
    const Axis axis = column_axis(quantity);
    const bool of_heads = axis == Axis::concat_width || (axis == Axis::output && output.empty());
    return of_heads ? concatenated_column(*this, index) : along(axis, index);
}

std::vector<std::string> word_names(const std::vector<std::string>& words) {
    constexpr std::size_t most = 200;
    std::vector<std::string> names = words;
    for (std::string& name : names) {
        if (name.size() <= most) continue; // never more characters than bytes
        std::size_t cut = 0;
        for (std::size_t i = 0; i < most && cut < name.size(); ++i)
            cut = base::next_character(name, cut);
        if (cut < name.size()) name.replace(cut, std::string::npos, "…");
    }
    return names;
}

std::vector<std::string> numbered(Index count) {
    std::vector<std::string> names;
    for (Index i = 0; i < count; ++i)
        names.push_back(number(i));
    return names;
}

} // namespace language
