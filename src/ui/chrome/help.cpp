#include "ui/chrome/help.h"

#include "drawing/paper/figure_file.h"
#include "ui/canvas/ui.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "ui/widgets/text_field.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <cctype>
#include <cmath>
#include <imgui.h>
#include <sstream>

namespace ui {

using namespace drawing;

namespace {

// What one may want, each with the way there: commands, carried out one after another. A wish that the
// program cannot fulfil yet says so, and what comes closest.

struct Wish {
    const char* key; ///< its texts are "wishes.<key>" and "wishes.<key>_how"
    std::vector<Command> way = {};
};

std::vector<Wish> wishes(const HelpWays& ways) {
    std::vector<Wish> all{
        {"understand", {OpenLesson{ways.first_lesson}}},
        {"teach", {StartLecture{}}},
        {"sentence", {TypeSentence{}}},
        {"trained", {PerformEdit{workbench::ChooseTrained{"coreference"}}, OpenView{"story"}}},
        {"code", {OpenView{"check"}}},
        {"real_model", {ChooseModel{}}},
        {"numbers", {OpenExport{}}},
        {"worksheet", {OpenWorksheet{}}},
        {"send", {CopyCode{}}},
        {"language"}};
    if (!drawing::can_write_pages()) // in a browser
        for (Wish& wish : all)
            if (wish.key == std::string_view("worksheet")) wish.way.clear();
    if (ways.first_lesson.empty()) all.erase(all.begin());
    return all;
}

constexpr std::size_t wish_count = 10;
constexpr float wish_height = 52, wish_end = 76; // design pixels

/// One wish; true when its way is taken.
bool draw_wish(Ui& ui, const Wish& wish, const Rect& row) {
    const std::string key = wish.key;
    const bool can = !wish.way.empty();
    const Touch t = touch(ui, "keys/wish/" + key, row, can);
    if (t.hovered) ui.canvas.fill(row, ui[Role::sunk], ui.px(8));
    const float left = row.x + ui.px(12), room = row.width - ui.px(12 + wish_end);
    ui.canvas.text_within({left, row.y + ui.px(16)}, room, ui.texts.text("wishes." + key), Font::sans_bold,
                          ui.px(body_size), ui[Role::text]);
    ui.canvas.text_within({left, row.y + ui.px(36)}, row.width - ui.px(24 + (can ? 20 : 0)),
                          ui.texts.text("wishes." + key + "_how"), Font::sans, ui.px(note_size),
                          ui[Role::quiet]);
    if (can) {
        const float side = ui.px(14);
        draw_icon(ui, Icon::chevron_right, {row.right() - ui.px(26), row.centre().y - side / 2, side, side},
                  ui[Role::quiet]);
    } else {
        ui.canvas.text({row.right() - ui.px(12), row.y + ui.px(16)}, ui.text("wishes.not_yet"), Font::sans,
                       ui.px(label_size), ui[Role::quiet], Align::right);
    }
    if (t.focused) focus_ring(ui, row.inset(ui.px(3)), ui.px(6));
    return t.clicked;
}

/// True when a way is taken.
bool draw_wishes_page(Ui& ui, HelpWays& ways, const Rect& area) {
    ScrollArea scrolled(ui, "keys/wishes", area);
    float y = scrolled.top();
    bool taken = false;
    for (const Wish& wish : wishes(ways)) {
        if (draw_wish(ui, wish, {area.x, y, area.width, ui.px(wish_height - 2)})) {
            for (const Command& command : wish.way)
                ways.actions.ask(command);
            taken = true;
        }
        y += ui.px(wish_height);
    }
    scrolled.ends_at(y);
    return taken;
}

// The terms: a search field, and every term with its definition.

std::string lower_case(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// Terms whose name contains the search text, or else those whose definition does.
std::vector<const narration::Term*> found(const narration::Glossary& glossary, const std::string& search) {
    const std::string wanted = lower_case(search);
    std::vector<const narration::Term*> by_name, by_meaning;
    for (const narration::Term& term : glossary.terms()) {
        if (lower_case(term.name).find(wanted) != std::string::npos) by_name.push_back(&term);
        if (lower_case(term.means).find(wanted) != std::string::npos) by_meaning.push_back(&term);
    }
    return by_name.empty() ? by_meaning : by_name;
}

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
                       Font::sans, card_size, ui[Role::quiet]);
    for (const narration::Term* term : terms) {
        const float top = y, room = list.right() - x - ui.px(14);
        const float name = std::round(ui.px(14) * 1.35F); // line height of the paragraph beside it
        subscripted(ui, {list.x, top + name / 2}, term->name, Font::sans_bold, ui.px(card_size),
                    ui[Role::text]);
        const float means = paragraph(ui, {x, top}, room, term->means, Font::sans, card_size, ui[Role::text]);
        y += std::max(name, means) + ui.px(8);
        ui.anchors.add("keys/term/" + term->id, {list.x, top, list.width, y - top});
    }
    scrolled.ends_at(y);
}

// The keys, and the card that holds either page.

constexpr float head = 72, foot = 14, side = 28; // design pixels around the page
constexpr float most_width = 760, keys_width = 640, most_pitch = 28;
constexpr float keys_column = 212, words_size = body_size;

using KeyLines = std::vector<std::pair<std::string, std::string>>;

/// One line for each key in the texts: "keys | what they do".
KeyLines key_lines(const Ui& ui, HelpPage page) {
    KeyLines lines;
    std::istringstream text(ui.text(page == HelpPage::lecture ? "keys.lecture_list" : "keys.list"));
    for (std::string line; std::getline(text, line);)
        if (const auto bar = line.find('|'); bar != std::string::npos)
            lines.emplace_back(line.substr(0, bar), line.substr(bar + 1));
    return lines;
}

/// The width at which no line is cut.
float width_of(const Ui& ui, const KeyLines& lines) {
    float words = 0;
    for (const auto& [keys, what] : lines)
        words = std::max(words, ui.canvas.width(Font::sans, ui.px(words_size), what));
    return std::max(ui.px(keys_width), words + ui.px(keys_column + 2 * side + 2));
}

void draw_keys_page(Ui& ui, const KeyLines& lines, const Rect& area) {
    const float pitch = area.height / static_cast<float>(lines.size());
    float y = area.y + pitch / 2;
    for (const auto& [keys, what] : lines) {
        ui.canvas.text({area.x, y}, keys, Font::mono, ui.px(label_size), ui[Role::text]);
        ui.canvas.text_within({area.x + ui.px(keys_column), y}, area.width - ui.px(keys_column), what,
                              Font::sans, ui.px(words_size), ui[Role::text]);
        y += pitch;
    }
}

/// The card's rectangle: as tall as its keys or wishes need, or, for the terms, as tall as the window allows.
Rect card_place(const Ui& ui, const Rect& window, HelpPage page, const KeyLines& lines) {
    const bool of_keys = page == HelpPage::keys || page == HelpPage::lecture;
    const float wide = of_keys ? width_of(ui, lines) : ui.px(most_width), room = window.height - ui.px(24);
    const float pitch = of_keys ? most_pitch : wish_height;
    const auto rows = static_cast<float>(of_keys ? lines.size() : wish_count);
    const float wanted = page == HelpPage::glossary ? ui.px(680) : ui.px(head + foot + pitch * rows);
    const float width = std::min(wide, window.width - ui.px(24)), height = std::min(wanted, room);
    return {window.centre().x - width / 2, window.centre().y - height / 2, width, height};
}

} // namespace

void draw_keys_card(Ui& ui, const Rect& window, HelpPages& pages, bool& open, HelpWays* ways) {
    if (!open) return;
    if (!ways && pages.page == HelpPage::wishes) pages.page = HelpPage::lecture;
    const auto lines = key_lines(ui, pages.page);
    const Rect rect = card_place(ui, window, pages.page, lines);
    // A window of its own, in front of scroll areas, which are windows too.
    ImGui::SetNextWindowPos({window.x, window.y});
    ImGui::SetNextWindowSize({window.width, window.height});
    ImGui::SetNextWindowFocus();
    ImGui::Begin("keys card", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBackground |
                     ImGuiWindowFlags_NoSavedSettings);
    ImDrawList* behind = ui.canvas.list();
    ui.canvas.draw_on(ImGui::GetWindowDrawList());
    ui.canvas.fill(window, Rgba{0, 0, 0, 90});
    card(ui, rect);
    ui.anchors.add("keys_card", rect);
    ui.focus.confine("keys/");
    std::vector<std::string> titles{ui.text("keys.title"), ui.text("keys.lecture"), ui.text("keys.glossary")};
    if (ways) titles.insert(titles.begin(), ui.text("wishes.title"));
    const int first = ways ? 0 : 1; // of the pages on offer
    const int clicked = choice(ui, "keys/page", {rect.x + ui.px(side), rect.y + ui.px(20)}, titles,
                               static_cast<int>(pages.page) - first, 30);
    if (clicked >= 0) pages.page = static_cast<HelpPage>(clicked + first);
    const Rect page{rect.x + ui.px(side), rect.y + ui.px(head - 10), rect.width - 2 * ui.px(side),
                    rect.height - ui.px(head - 10 + foot)};
    bool taken = false;
    if (pages.page == HelpPage::wishes)
        taken = draw_wishes_page(ui, *ways, page);
    else if (pages.page == HelpPage::glossary)
        draw_glossary_page(ui, pages.search, page);
    else
        draw_keys_page(ui, lines, page);
    const float button = ui.px(30);
    const bool closed =
        icon_button(ui, "keys/close", {rect.right() - button - ui.px(14), rect.y + ui.px(18), button, button},
                    Icon::cross, {.look = ButtonLook::plain});
    const bool beside = ImGui::IsMouseClicked(0) && !rect.contains(ui.mouse);
    ImGui::End();
    ui.canvas.draw_on(behind);
    if (taken || closed || beside || ui.pressed(GLFW_KEY_ESCAPE)) open = false;
}

} // namespace ui
