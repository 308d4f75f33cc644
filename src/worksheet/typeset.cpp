#include "worksheet/typeset.h"

namespace worksheet {

const drawing::Palette& paper_palette() {
    static const drawing::Palette palette = [] {
        using drawing::Role;
        drawing::Palette black = drawing::light_palette();
        constexpr drawing::Rgba ink{0, 0, 0}, grey{95, 95, 95}, pale{205, 205, 205}, white{255, 255, 255};
        black.colours.fill(ink);
        const auto set = [&](drawing::Rgba colour, std::initializer_list<Role> roles) {
            for (const Role role : roles)
                black.colours[static_cast<std::size_t>(role)] = colour;
        };
        set(white, {Role::background, Role::card, Role::sunk, Role::strong_text});
        set(pale,
            {Role::hairline, Role::edge, Role::track, Role::stream, Role::query_fill, Role::accent_soft});
        set(grey, {Role::quiet, Role::masked});
        return black;
    }();
    return palette;
}

drawing::SetFormula set_paper_formula(const std::string& markup, float size,
                                      const drawing::TextMeasure& measure) {
    return drawing::set_formula(markup, {.size = size, .lit_part = {}}, paper_palette(), measure);
}

} // namespace worksheet
