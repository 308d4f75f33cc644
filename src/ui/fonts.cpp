#include "ui/fonts.h"

#include "drawing/font_file.h"

#include <imgui.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {
namespace {

using drawing::Font;

/// The sizes in which each face is rasterised, design pixels.
struct Ladder {
    Font font;
    std::vector<float> sizes;
};

const std::vector<Ladder>& ladders() {
    static const std::vector<Ladder> all{
        {Font::sans, {11.5F, 13, 15, 18}},          {Font::sans_medium, {13, 15}},
        {Font::sans_bold, {11.5F, 13, 15, 18}},     {Font::mono, {8, 9, 10, 11, 12, 13, 15, 18, 24}},
        {Font::mono_bold, {9, 10, 11, 12, 13, 15}}, {Font::serif, {12, 16, 23}},
        {Font::serif_italic, {12, 16, 23}},         {Font::math, {12, 16, 23}},
    };
    return all;
}

// ASCII and the signs that the program's own texts use; everything else comes when a text needs it.
constexpr std::array<ImWchar, 48> signs{
    u'√', u'−', u'∞', u'×', u'·', u'÷', u'½', u'±', u'°', u'é', u'→', u'←', u'↑', u'↓', u'↔', u'…',
    u'–', u'—', u'“', u'”', u'’', u'‘', u'ᵀ', u'≤', u'≥', u'≠', u'≈', u'Σ', u'Δ', u'₁', u'₂', u'✓',
    u'▾', u'▸', u'²', u'‖', u'∈', u'µ', u'⁻', u'⁰', u'¹', u'³', u'⁴', u'⁵', u'⁶', u'⁷', u'⁸', u'⁹'};

bool is_mono(Font font) {
    return font == Font::mono || font == Font::mono_bold;
}

} // namespace

Fonts::Fonts() {
    for (const Ladder& ladder : ladders()) {
        files_.push_back(find_font(drawing::font_file(ladder.font)));
        for (float size : ladder.sizes)
            ladder_.push_back({ladder.font, size});
    }
    fallback_file_ = find_font(drawing::fallback_font_file());
}

void Fonts::need(std::string_view utf8) {
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(utf8.data());
    auto left = static_cast<utf8proc_ssize_t>(utf8.size());
    while (left > 0) {
        utf8proc_int32_t letter = 0;
        const utf8proc_ssize_t length = utf8proc_iterate(bytes, left, &letter);
        if (length < 0) return; // not UTF-8: the tokenizer says so to the person
        bytes += length;
        left -= length;
        const bool known = letter < 0x7F || std::find(signs.begin(), signs.end(), letter) != signs.end();
        if (!known && letter <= 0xFFFF && extra_.insert(static_cast<char32_t>(letter)).second) stale_ = true;
    }
}

bool Fonts::update(float scale) {
    if (!stale_ && scale == scale_) return false;
    scale_ = scale;
    stale_ = false;
    build();
    return true;
}

void Fonts::build() {
    ImFontGlyphRangesBuilder text, digits;
    for (ImWchar c = 0x20; c < 0x7F; ++c)
        text.AddChar(c);
    for (ImWchar c = 0x20; c < 0x7F; ++c)
        digits.AddChar(c);
    for (ImWchar sign : signs) {
        text.AddChar(sign);
        digits.AddChar(sign);
    }
    for (char32_t letter : extra_)
        text.AddChar(static_cast<ImWchar>(letter));
    ImVector<ImWchar> text_ranges, digit_ranges;
    text.BuildRanges(&text_ranges);
    digits.BuildRanges(&digit_ranges);
    ranges_text_.assign(text_ranges.begin(), text_ranges.end());
    ranges_digits_.assign(digit_ranges.begin(), digit_ranges.end());
    ImFontGlyphRangesBuilder rare;
    for (ImWchar sign : signs)
        rare.AddChar(sign);
    for (char32_t letter : extra_)
        rare.AddChar(static_cast<ImWchar>(letter));
    ImVector<ImWchar> rare_ranges;
    rare.BuildRanges(&rare_ranges);
    ranges_rare_.assign(rare_ranges.begin(), rare_ranges.end());

    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    for (Rung& rung : ladder_) {
        ImFontConfig config;
        config.OversampleH = is_mono(rung.face) ? 1 : 2;
        config.PixelSnapH = is_mono(rung.face);
        const auto& ranges = is_mono(rung.face) ? ranges_digits_ : ranges_text_;
        const auto& file = files_[static_cast<std::size_t>(rung.face)];
        const float size = std::round(rung.design_size * scale_);
        rung.font = atlas.AddFontFromFileTTF(file.c_str(), size, &config, ranges.data());
        if (rung.face > Font::mono_bold) continue; // formulas have their own signs
        config.MergeMode = true;                   // only what the first file lacks
        atlas.AddFontFromFileTTF(fallback_file_.c_str(), size, &config, ranges_rare_.data());
    }
    atlas.Build();
}

SizedFont Fonts::at(Font font, float pixels) const {
    float distance = HUGE_VALF; // asked for every text in every frame: one look at each rung
    const Rung* best = nullptr;
    for (const Rung& rung : ladder_) {
        if (rung.face != font) continue;
        if (const float far = std::abs(rung.font->FontSize - pixels); far < distance)
            best = &rung, distance = far;
    }
    // Within half a pixel the glyphs are drawn as rasterised: sharp.
    return {best->font, distance < 0.75F ? best->font->FontSize : pixels};
}

} // namespace ui
