#include "workbench/document/document.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace workbench {

namespace {

constexpr std::array<std::string_view, 7> codes{"en", "other", "fr", "de", "es", "el", "ru"};

auto fields(const Document& d) {
    return std::tie(d.preset, d.text, d.memory_text, d.length, d.memory_length, d.batch, d.item, d.sentences,
                    d.language, d.language_told, d.weights, d.word_rows, d.note, d.position, d.score, d.scale,
                    d.mask, d.dropout, d.switched_off, d.overrides);
}

} // namespace

std::string_view code_of(Language language) {
    return codes[static_cast<std::size_t>(language)];
}

Language language_of(std::string_view code) {
    const auto* found = std::ranges::find(codes, code);
    return found == codes.end() ? Language::english : static_cast<Language>(found - codes.begin());
}

std::span<const std::string_view> language_codes() {
    return codes;
}

base::Index shown_layer(const Document& document) {
    const auto* trained = std::get_if<TrainedWeights>(&document.weights);
    return trained ? trained->layer : 0;
}

std::vector<base::Index> heads_off(const Document& document, base::Index layer) {
    std::vector<base::Index> heads;
    for (const HeadPlace& off : document.switched_off)
        if (off.layer == layer) heads.push_back(off.head);
    return heads;
}

bool Document::operator==(const Document& other) const {
    return fields(*this) == fields(other);
}

} // namespace workbench
