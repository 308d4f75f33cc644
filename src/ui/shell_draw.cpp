// What a frame of the shell draws, from the top bar down to the tooltip; and the keys that work in every
// view.

#include "base/files.h"
#include "ui/board/share.h"
#include "ui/shell.h"
#include "ui/views.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>

namespace ui {

using drawing::Rect;
using drawing::Role;

void Shell::draw_hint(Ui& ui, const std::string& hint) {
    // A tooltip under the mouse, kept inside the window.
    const float width =
        std::min(ui.px(300), canvas_.width(drawing::Font::sans, ui.px(label_size), hint) + ui.px(22));
    const float inner = width - ui.px(20);
    const float height =
        paragraph(ui, {}, inner + 1, {{hint, narration::Tone::plain}}, label_size, true, Role::text, 1.35F) +
        ui.px(14);
    const float x =
        std::clamp(ui.mouse.x + ui.px(12), ui.px(4), std::max(ui.px(4), screen_.width() - width - ui.px(4)));
    // A long one above: what stands below it in a text, such as choices, is still to be read.
    const float below = ui.mouse.y + ui.px(20), above = ui.mouse.y - height - ui.px(14);
    const bool is_long = height > ui.px(40);
    float y = is_long && above > 0 ? above : below;
    if (y + height > screen_.height()) y = above;
    canvas_.draw_on(ImGui::GetForegroundDrawList());
    const Rect rect{x, y, width, height};
    canvas_.fill(rect, ui[Role::strong_fill], ui.px(6));
    paragraph(ui, {x + ui.px(10), y + ui.px(7)}, inner + 1, hint, drawing::Font::sans, label_size,
              ui[Role::strong_text]);
}

bool Shell::follow_views() {
    for (const RunningView& each : desk_.views())
        each.view->take_results();
    const bool trains =
        std::ranges::any_of(desk_.views(), [](const RunningView& each) { return each.view->trains(); });
    for (const RunningView& each : desk_.views())
        if (trains) each.view->stop_timing();
    return trains;
}

void Shell::draw(Ui& ui, Actions& actions, Actions& second_actions) {
    const Rect window{0, 0, screen_.width(), screen_.height()};
    const Rect bar{0, 0, window.width, ui.px(top_bar_height)};
    Side& side = desk_.first();
    const ViewKind& kind = desk_.kind();
    ViewFrame frame{ui,
                    side.scene(),
                    actions,
                    {},
                    second_actions,
                    earlier_,
                    {0, bar.bottom(), window.width, window.height - bar.bottom()},
                    screen_.seconds(),
                    tutor_.course()};
    frame.on_page = options_.deliver != nullptr;
    frame.trains = follow_views();
    if (const Side* second = desk_.second()) frame.second.emplace(second->scene());

    if (lecturer_.on()) {
        lecturer_.draw(ui, frame, keys_open_);
        draw_keys_card(ui, window, help_, keys_open_, nullptr);
        return;
    }
    ImGui::BeginDisabled(keys_open_);
    const bool taught = tutor_.is_on_screen();
    Tabs tabs{view_kinds(), kind};
    if (taught && !tutor_.at_end()) tabs.everything = tutor_.shows_everything();
    if (kind.of_lecture)
        frame.area = window; // a window of its own, which leads nowhere else
    else
        draw_top_bar(ui, kind.shows_document() && !taught ? &side.document_bar : nullptr, tabs,
                     desk_.edited().scene(), bar, actions);
    if (taught) tutor_.draw_beside(ui, frame);
    const bool ended = tutor_.at_end();
    if (!ended) draw_view(desk_.view(), kind, frame);
    const MessagePlace place =
        any_popup_open() ? MessagePlace::bottom : kind.messages; // cards hang from the top
    draw_message(ui, message_, {0, bar.bottom(), window.width, window.height - bar.bottom()}, place);
    if (taught && !ended && tutor_.can_be_told()) // which leaves the message readable
        tutor_.draw_over(ui, frame, keys_open_, !awaiting() && !moving());
    if (desk_.waits()) draw_computing(ui, frame.area, actions);
    if (!taught)
        draw_word_questions(ui, word_questions_, side.scene(), frame.area, kind.shows_document(), actions);
    ImGui::EndDisabled();
    const auto& course = tutor_.course().lessons;
    HelpWays ways{actions, course.empty() ? std::string() : course.front().id};
    draw_keys_card(ui, window, help_, keys_open_, &ways);
    shortcuts(ui, frame);
    if (asked_exports_) asked_exports_ = exports_of(frame);
    draw_export(
        ui, export_, [&] { return exports_of(frame); },
        desk_.kind().own_text ? nullptr : desk_.edited().scene().shown, frame.area, actions);
    draw_worksheet_card(ui, worksheet_, desk_.edited().scene().shown, desk_.edited().scene().selection,
                        base::shown(options_.exports), actions);
    draw_file_card(ui, file_card_, files_, options_.exports, actions);
}

Exportables Shell::exports_of(ViewFrame& frame) {
    Exportables all = desk_.view().exports(frame);
    const ViewKind& kind = desk_.kind();
    const bool has_own = std::ranges::find(all, share_name, &drawing::Exportable::name) != all.end();
    if (has_own || kind.own_text || kind.random_weights) return all;
    if (auto share = share_export(frame.ui, frame.scene)) all.push_back(*std::move(share));
    return all;
}

void Shell::draw_computing(Ui& ui, const Rect& area, Actions& actions) {
    const float width = ui.px(330), height = ui.px(46);
    const Rect rect{area.centre().x - width / 2, area.y + ui.px(12), width, height};
    card(ui, rect);
    canvas_.text({rect.x + ui.px(18), rect.centre().y}, texts_.text("computing.running"), drawing::Font::sans,
                 ui.px(card_size), ui[Role::text]);
    const std::string& cancel = texts_.text("computing.cancel");
    const float wide = button_width(ui, cancel);
    if (button(ui, "cancel",
               {rect.right() - wide - ui.px(10), rect.y + ui.px(9), wide, ui.px(control_height)}, cancel))
        actions.ask(CancelComputing{});
}

// The keys that work in every view.

void Shell::shortcuts(Ui& ui, ViewFrame& frame) {
    Actions& actions = frame.actions;
    if (keys_open_ || any_popup_open()) {
        if (ui.pressed(GLFW_KEY_SLASH, GLFW_MOD_SHIFT)) actions.ask(ToggleKeys{});
        return;
    }
    constexpr int control = GLFW_MOD_CONTROL, shift = GLFW_MOD_SHIFT;
    if (ui.pressed(GLFW_KEY_Z, control)) actions.ask(Undo{});
    if (ui.pressed(GLFW_KEY_Z, control | shift) || ui.pressed(GLFW_KEY_Y, control)) actions.ask(Redo{});
    if (ui.pressed(GLFW_KEY_O, control)) {
        if (options_.choose_file)
            options_.choose_file();
        else
            file_card_.opens = FilePurpose::open; // in this frame: a letter may follow
    }
    const bool saves = ui.pressed(GLFW_KEY_S, control), has_file = !files_.current().empty();
    if (saves && has_file) actions.ask(SaveSession{});
    if ((saves && !has_file) || ui.pressed(GLFW_KEY_S, control | shift)) file_card_.opens = FilePurpose::save;
    if (ui.pressed(GLFW_KEY_C, control | shift)) actions.ask(CopyCode{});
    if (ui.pressed(GLFW_KEY_V, control))
        if (const char* pasted = ImGui::GetClipboardText(); pasted && *pasted)
            if (workbench::is_code(pasted) || !desk_.view().take_text(pasted)) actions.ask(OpenCode{pasted});
    if (ui.pressed(GLFW_KEY_E, control)) actions.ask(OpenExport{});
    if (ui.pressed(GLFW_KEY_EQUAL, control) || ui.pressed(GLFW_KEY_EQUAL, control | shift) ||
        ui.pressed(GLFW_KEY_KP_ADD, control))
        actions.ask(SetZoom{next_zoom(ui.theme.zoom, 1)});
    if (ui.pressed(GLFW_KEY_MINUS, control) || ui.pressed(GLFW_KEY_KP_SUBTRACT, control))
        actions.ask(SetZoom{next_zoom(ui.theme.zoom, -1)});
    if (ui.pressed(GLFW_KEY_0, control)) actions.ask(SetZoom{1.0F});
    if (screen_.zoom_wheel() != 0)
        actions.ask(SetZoom{next_zoom(ui.theme.zoom, screen_.zoom_wheel() > 0 ? 1 : -1)});
    if (ui.pressed(GLFW_KEY_SLASH, shift) || ui.pressed(GLFW_KEY_F1)) actions.ask(ToggleKeys{});
    if (ui.pressed(GLFW_KEY_F5) && !desk_.kind().of_lecture) actions.ask(StartLecture{}); // a clicker's, too
    if (ui.pressed(GLFW_KEY_F11)) actions.ask(FullScreen{});
    if (ui.pressed(GLFW_KEY_T)) {
        // Announced, for whoever meant to type a word and has no field open.
        const bool dark = theme_.choice == ThemeChoice::dark;
        actions.ask(Tell{texts_.text(dark ? "motion.light" : "motion.dark"), ""});
        actions.ask(ToggleTheme{}); // last: where it cannot be kept, that is said
    }
    if (ui.pressed(GLFW_KEY_R)) actions.ask(ToggleMotion{});
    if (ui.pressed(GLFW_KEY_ESCAPE) && message_.open()) message_.close();
    if (tutor_.is_on_screen())
        if (const auto step = step_by_key(ui, *tutor_.running(), tutor_.at_end()))
            tutor_.ask({.go_to = step});
    if (!tutor_.at_end()) desk_.view().keys(frame);
}

} // namespace ui
