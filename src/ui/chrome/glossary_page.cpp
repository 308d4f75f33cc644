#include "ui/chrome/glossary_page.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "ui/widgets/scroll_area.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace ui {

using namespace drawing;

namespace {

std::string in_small_letters(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// Terms whose name contains the search text; if none, those whose definition does.
std::vector<const narration::Term*> found(const narration::Glossary& glossary, const std::string& search) {
    const std::string wanted = in_small_letters(search);
    std::vector<const narration::Term*> by_name, by_meaning;
    for (const narration::Term& term : glossary.terms()) {
        if (in_small_letters(term.name).find(wanted) != std::string::npos) by_name.push_back(&term);
        if (in_small_letters(term.means).find(wanted) != std::string::npos) by_meaning.push_back(&term);
    }
    return by_name.empty() ? by_meaning : by_name;
}

} // namespace

void draw_glossary_page(Ui& ui, std::string& search, const Rect& area) {
    const float field = ui.px(32), gap = ui.px(10);
    text_field(ui, "keys/search", {area.x, area.y, std::min(area.width, ui.px(260)), field}, search,
               {.placeholder = ui.text("keys.search")});
    const Rect list{area.x, area.y + field + gap, area.width, area.height - field - gap};
    ScrollArea scrolled(ui, "keys/glossary", list);
    const float names = std::min(ui.px(190), 0.32F * list.width), x = list.x + names + ui.px(12);
    float y = scrolled.top();
    const auto terms = found(ui.texts.glossary(), search);
    if (terms.empty())
        y += paragraph(ui, {list.x, y}, list.width, ui.text("keys.nothing_found") + " “" + search + "”.",
                       Font::sans, panel_size, ui[Role::quiet]);
    for (const narration::Term* term : terms) {
        const float top = y, room = list.right() - x - ui.px(14);
        const float name = std::round(ui.px(14) * 1.35F); // line height of the paragraph beside it
        subscripted(ui, {list.x, top + name / 2}, term->name, Font::sans_bold, ui.px(panel_size),
                    ui[Role::text]);
        const float means =
            paragraph(ui, {x, top}, room, term->means, Font::sans, panel_size, ui[Role::text]);
        y += std::max(name, means) + ui.px(8);
        ui.anchors.add("keys/term/" + term->id, {list.x, top, list.width, y - top});
    }
    scrolled.ends_at(y);
}

} // namespace ui
