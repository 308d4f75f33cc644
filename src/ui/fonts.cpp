#include "ui/fonts.h"

#include "attention/input_error.h"

#include <imgui.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {
namespace {

using drawing::Font;

struct Face {
    Font font;
    const char* file;
    const char* package;
    std::vector<float> sizes; // design pixels
};

const std::vector<Face>& faces() {
    static const std::vector<Face> all{
        {Font::sans, "opentype/inter/Inter-Regular.otf", "fonts-inter", {11.5F, 13, 15, 18}},
        {Font::sans_medium, "opentype/inter/Inter-Medium.otf", "fonts-inter", {13, 15}},
        {Font::sans_bold, "opentype/inter/Inter-SemiBold.otf", "fonts-inter", {11.5F, 13, 15, 18}},
        {Font::mono,
         "truetype/jetbrains-mono/JetBrainsMono-Regular.ttf",
         "fonts-jetbrains-mono",
         {8, 9, 10, 11, 12, 13, 15, 18, 24}},
        {Font::mono_bold,
         "truetype/jetbrains-mono/JetBrainsMono-Bold.ttf",
         "fonts-jetbrains-mono",
         {9, 10, 11, 12, 13, 15}},
        {Font::serif, "texmf/fonts/opentype/public/lm/lmroman10-regular.otf", "fonts-lmodern", {12, 16, 23}},
        {Font::serif_italic,
         "texmf/fonts/opentype/public/lm/lmroman10-italic.otf",
         "fonts-lmodern",
         {12, 16, 23}},
        {Font::math,
         "texmf/fonts/opentype/public/lm-math/latinmodern-math.otf",
         "fonts-lmodern",
         {12, 16, 23}},
    };
    return all;
}

/// Has the signs and letters that the faces above lack.
const Face fallback{Font::sans, "truetype/dejavu/DejaVuSans.ttf", "fonts-dejavu-core", {}};

std::filesystem::path find_font(const Face& face) {
    for (const char* root : {"/usr/share/fonts", "/usr/share", "/usr/local/share/fonts"})
        if (auto path = std::filesystem::path(root) / face.file; std::filesystem::exists(path)) return path;
    throw attention::InputError(std::filesystem::path(face.file).filename().string(), "font file not found",
                                "install the package " + std::string(face.package));
}

// ASCII and the signs that the program's own texts use; everything else comes when a text needs it.
constexpr std::array<ImWchar, 37> signs{u'√', u'−', u'∞', u'×', u'·', u'÷', u'½', u'±', u'°', u'é',
                                        u'→', u'←', u'↑', u'↓', u'↔', u'…', u'–', u'—', u'“', u'”',
                                        u'’', u'‘', u'ᵀ', u'≤', u'≥', u'≠', u'≈', u'Σ', u'Δ', u'₁',
                                        u'₂', u'✓', u'▾', u'▸', u'²', u'‖', u'∈'};

bool is_mono(Font font) {
    return font == Font::mono || font == Font::mono_bold;
}

} // namespace

Fonts::Fonts() {
    for (const Face& face : faces()) {
        files_.push_back(find_font(face));
        for (float size : face.sizes)
            ladder_.push_back({face.font, size});
    }
    fallback_file_ = find_font(fallback);
}

void Fonts::need(std::string_view utf8) {
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(utf8.data());
    utf8proc_ssize_t left = static_cast<utf8proc_ssize_t>(utf8.size());
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
    const Rung* best = nullptr;
    for (const Rung& rung : ladder_)
        if (rung.face == font &&
            (!best || std::abs(rung.font->FontSize - pixels) < std::abs(best->font->FontSize - pixels)))
            best = &rung;
    // Within half a pixel the glyphs are drawn as rasterised: sharp.
    const float size = std::abs(best->font->FontSize - pixels) < 0.75F ? best->font->FontSize : pixels;
    return {best->font, size};
}

} // namespace ui
