#pragma once
// Every character 0.6 of the text's size wide: what the tests measure text with.

#include "drawing/shapes/fitted_text.h"

struct FixedMeasure : drawing::TextMeasure {
    float width(drawing::Font, float size, std::string_view text) const override {
        return 0.6F * size * static_cast<float>(drawing::character_count(text));
    }
};
