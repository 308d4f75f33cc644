#include "ui/chrome/top_bar.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/popup.h"

#include <algorithm>

namespace ui {

using namespace drawing;

namespace {

constexpr float height = 34;          // height of every control, design pixels
constexpr float least_beside = 480;   // minimum room to the right of the tabs
constexpr float menu_row_height = 32; // of the menu that replaces the tabs in a narrow window

const std::string& title_of(const Ui& ui, std::string_view view) {
    return ui.text(("views." + std::string(view)).c_str());
}

/// The current view, with a menu of all; returns the right end of the button.
float draw_view_menu(Ui& ui, const Tabs& tabs, Point at, Actions& actions) {
    const std::string label = title_of(ui, tabs.open.key) + " ▾";
    const Rect place{at.x, at.y - ui.px(height) / 2, button_width(ui, label, panel_size), ui.px(height)};
    if (button(ui, "views_button", place, label,
               {.text_size = panel_size, .hint = ui.text("top.views_hint")}))
        open_popup(ui, "views", "tab/" + std::string(tabs.open.key));
    const float width = ui.px(200), row = ui.px(menu_row_height);
    const float high = row * static_cast<float>(tabs.views.size()) + ui.px(12);
    Popup popup(ui, "views", {place.x, place.bottom() + ui.px(4), width, high + ui.px(8)});
    if (!popup.open()) return place.right();
    float y = popup.origin().y + ui.px(6);
    for (const ViewKind& entry : tabs.views) {
        const std::string key(entry.key);
        if (menu_row(ui, "tab/" + key, {popup.origin().x + ui.px(6), y, width - ui.px(12), row},
                     title_of(ui, key), "", &entry == &tabs.open)) {
            actions.view = key;
            popup.close();
        }
        y += row;
    }
    popup.used(high);
    return place.right();
}

float tabs_width(const Ui& ui, const Tabs& tabs, float text_size) {
    float width = 0;
    for (const ViewKind& entry : tabs.views)
        width += button_width(ui, title_of(ui, entry.key), text_size) + ui.px(2);
    return width;
}

/// Name and tabs, from the left; returns their right end.
float draw_tabs(Ui& ui, const Tabs& tabs, const Rect& area, Actions& actions) {
    const float middle = area.centre().y;
    const bool narrow = area.width < ui.px(1400);
    float x = area.x + ui.px(18);
    const float logo = ui.px(18);
    draw_icon(ui, Icon::logo, {x, middle - logo / 2, logo, logo}, ui[Role::text]);
    x += logo + ui.px(8);
    if (!narrow) {
        const std::string& name = ui.text("top.name");
        ui.canvas.text({x, middle}, name, Font::sans_bold, ui.px(body_size), ui[Role::text]);
        x += ui.canvas.width(Font::sans_bold, ui.px(body_size), name) + ui.px(18);
    }
    const float text_size = narrow ? 14 : 15;
    if (x + tabs_width(ui, tabs, text_size) + ui.px(least_beside) > area.right())
        return draw_view_menu(ui, tabs, {x, middle}, actions) + ui.px(14);
    for (const ViewKind& entry : tabs.views) {
        const std::string key(entry.key);
        const std::string& title = title_of(ui, key);
        const float width = button_width(ui, title, text_size);
        if (button(ui, "tab/" + key, {x, middle - ui.px(height) / 2, width, ui.px(height)}, title,
                   {.look = ButtonLook::tab, .on = &entry == &tabs.open, .text_size = text_size}))
            actions.view = key;
        x += width + ui.px(2);
    }
    return x + ui.px(14);
}

} // namespace

Rect draw_top_bar(Ui& ui, DocumentBarState* document, const Tabs& tabs, const Scene& scene, const Rect& area,
                  Actions& actions) {
    ui.canvas.fill(area, ui[Role::card]);
    ui.canvas.line({area.x, area.bottom()}, {area.right(), area.bottom()}, ui[Role::hairline], ui.px(1));
    const float left = draw_tabs(ui, tabs, area, actions);

    // Laid out from the right, drawn (and reached with Tab) from the left.
    const float side = ui.px(height), top = area.centre().y - side / 2;
    float right = area.right() - ui.px(16);
    const auto take = [&](float width = 0) {
        right -= std::max(width, side);
        const Rect rect{right, top, std::max(width, side), side};
        right -= ui.px(4);
        return rect;
    };
    const Rect keys = take(), theme = take(), redo = take(), undo = take();
    const bool spelled_out = area.width >= ui.px(1400);
    const std::string& keep_label = ui.text("export.button");
    const Rect keep = take(spelled_out ? button_width(ui, keep_label, panel_size) : 0);
    const std::string& lecture_label = ui.text("lecture.button");
    const Rect lecture = take(spelled_out ? button_width(ui, lecture_label, panel_size) : 0);
    const std::string& files_label = ui.text("files.button");
    const Rect files = take(spelled_out ? button_width(ui, files_label, panel_size) : 0);
    if (document)
        draw_document_bar(ui, *document, scene, {left, top, right - ui.px(4) - left, side}, actions,
                          tabs.open.random_weights ? ui.text("top.random_weights") : "");

    const auto labelled = [&](const std::string& name, const Rect& rect, const std::string& label, Icon icon,
                              const char* hint) {
        const ButtonStyle style{.text_size = panel_size, .hint = ui.text(hint)};
        return spelled_out ? button(ui, name, rect, label, style) : icon_button(ui, name, rect, icon, style);
    };
    if (labelled("files_button", files, files_label, Icon::folder, "files.button_hint"))
        actions.files = FilePurpose::open;
    if (labelled("export_button", keep, keep_label, Icon::keep, "export.button_hint"))
        actions.open_export = true;
    if (labelled("lecture_button", lecture, lecture_label, Icon::play, "lecture.button_hint"))
        actions.lecture = true;

    const auto plain = [&](const char* hint, bool enabled = true) {
        return ButtonStyle{.look = ButtonLook::plain, .enabled = enabled, .hint = ui.text(hint)};
    };
    const bool edits = !tabs.open.own_text; // elsewhere nobody would see what is undone
    if (icon_button(ui, "undo_button", undo, Icon::undo,
                    plain("top.undo_hint", edits && scene.bench.can_undo())))
        actions.undo = true;
    if (icon_button(ui, "redo_button", redo, Icon::redo,
                    plain("top.redo_hint", edits && scene.bench.can_redo())))
        actions.redo = true;
    if (icon_button(ui, "theme_button", theme, ui.theme.palette().dark ? Icon::sun : Icon::moon,
                    plain("top.theme_hint")))
        actions.toggle_theme = true;
    if (icon_button(ui, "keys_button", keys, Icon::help, plain("top.keys_hint"))) actions.toggle_keys = true;
    return {left, top, document ? 0 : right - ui.px(4) - left, side};
}

} // namespace ui
