#pragma once
// What the worksheets' tests have in common.

#include "close.h"
#include "narration/narration.h"
#include "source_folder.h"
#include "worksheet/sheet.h"

namespace make {

inline const workbench::Library& library() {
    static const workbench::Library read = workbench::load_library(source_folder() / "assets");
    return read;
}

inline const narration::Texts& texts() {
    static const narration::Texts read = narration::Texts::load(source_folder() / "assets" / "texts");
    return read;
}

inline workbench::Document document(const std::string& text, const std::string& memory = {}) {
    workbench::Document document;
    document.text = text;
    document.memory_text = memory;
    document.weights = library().opening().document.weights;
    return document;
}

inline workbench::Prepared prepared(const workbench::Document& document) {
    return workbench::prepare(document, library());
}

inline std::shared_ptr<const workbench::Pass> pass(const workbench::Document& document) {
    return workbench::compute(prepared(document));
}

inline worksheet::Sentence sentence(const std::string& text, const std::string& memory = {}) {
    return worksheet::sentence_of(prepared(document(text, memory)));
}

inline worksheet::Copy copy(const std::string& text, std::uint32_t seed = 1) {
    return worksheet::draw_copies({.sentence = sentence(text), .seed = seed}).front();
}

/// All text of figures, one label after another.
inline std::string text_of(const std::vector<drawing::Figure>& pages) {
    std::string all;
    for (const drawing::Figure& page : pages)
        for (const drawing::Shape& shape : page)
            if (const auto* label = std::get_if<drawing::Label>(&shape)) all += label->text + "\n";
    return all;
}

/// The empty boxes of figures.
inline std::size_t boxes_on(const std::vector<drawing::Figure>& pages) {
    constexpr float heavy = 1.5F; // thinner lines are those of numbers that are given
    std::size_t count = 0;
    for (const drawing::Figure& page : pages)
        for (const drawing::Shape& shape : page)
            if (const auto* stroke = std::get_if<drawing::Stroke>(&shape))
                count += stroke->thickness > heavy ? 1U : 0U;
    return count;
}

/// Letters of one width.
class Typewriter : public drawing::TextMeasure {
public:
    float width(drawing::Font, float size, std::string_view text) const override {
        return 0.45F * size * static_cast<float>(text.size());
    }
};

} // namespace make
