// What a frame of the shell draws, from the top bar down to the tooltip.

#include "ui/shell.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

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
    float y = ui.mouse.y + ui.px(20);
    if (y + height > screen_.height()) y = ui.mouse.y - height - ui.px(8);
    canvas_.draw_on(ImGui::GetForegroundDrawList());
    const Rect rect{x, y, width, height};
    canvas_.fill(rect, ui[Role::strong_fill], ui.px(6));
    paragraph(ui, {x + ui.px(10), y + ui.px(7)}, inner + 1, hint, drawing::Font::sans, label_size,
              ui[Role::strong_text]);
}

bool Shell::follow_views() {
    for (const RunningView& each : views_)
        each.view->take_results();
    const bool trains =
        std::ranges::any_of(views_, [](const RunningView& each) { return each.view->trains(); });
    for (const RunningView& each : views_)
        if (trains) each.view->stop_timing();
    return trains;
}

void Shell::draw(Ui& ui, Actions& actions, Actions& second_actions) {
    const Rect window{0, 0, screen_.width(), screen_.height()};
    const Rect bar{0, 0, window.width, ui.px(top_bar_height)};
    ViewFrame frame{ui,
                    side_.scene(),
                    actions,
                    {},
                    second_actions,
                    earlier_,
                    {},
                    {0, bar.bottom(), window.width, window.height - bar.bottom()},
                    screen_.seconds(),
                    lessons_.course()};
    frame.trains = follow_views();
    if (kind().two_documents) frame.second.emplace(second_->side.scene());

    if (lecture_.on) return draw_lecture_slide(ui, frame);
    ImGui::BeginDisabled(keys_open_);
    frame.bar = draw_top_bar(ui, kind().two_documents || kind().own_text ? nullptr : &side_.document_bar,
                             {view_kinds(), kind()}, edited_side().scene(), bar, actions);
    const bool taught = lesson_is_on_screen(), told = taught && lesson_can_be_told();
    if (taught) draw_lesson_beside(ui, frame, told);
    draw_view(view(), kind(), frame);
    draw_message(ui, message_, message_area(ui, window, bar));
    if (told) draw_lesson_over(ui, frame); // which leaves the message readable
    if (result_waits()) draw_computing(ui, frame.area, actions);
    if (!taught) draw_language_question(ui, language_question_, side_.scene(), frame.area, actions);
    ImGui::EndDisabled();
    draw_keys_card(ui, window, help_, keys_open_);
    shortcuts(ui, frame);
    const auto figures = [&] { return view().exports(frame); };
    if (actions.open_export && kind().entrance)
        actions.tell = {texts_.text("export.nothing_here"), ""};
    else if (actions.open_export)
        open_export(ui, export_, figures(), actions);
    draw_export(ui, export_, figures, edited_side().scene().shown, actions);
    if (actions.save_session && files_.current().empty()) actions.files = FilePurpose::save;
    if (actions.files) open_file_card(ui, file_card_, *actions.files, files_, options_.exports);
    draw_file_card(ui, file_card_, files_, options_.exports, actions);
}

Rect Shell::message_area(const Ui& ui, const Rect& window, const Rect& bar) const {
    const float sentences = kind().two_documents ? ui.px(48) : 0; // which must be free to be put right
    const float top = bar.bottom() + sentences;
    return {window.x, top, window.width, window.bottom() - top};
}

void Shell::draw_computing(Ui& ui, const Rect& area, Actions& actions) {
    const float width = ui.px(330), height = ui.px(46);
    const Rect rect{area.centre().x - width / 2, area.y + ui.px(12), width, height};
    card(ui, rect);
    canvas_.text({rect.x + ui.px(18), rect.centre().y}, texts_.text("computing.running"), drawing::Font::sans,
                 ui.px(panel_size), ui[Role::text]);
    const std::string& cancel = texts_.text("computing.cancel");
    const float wide = button_width(ui, cancel);
    if (button(ui, "cancel",
               {rect.right() - wide - ui.px(10), rect.y + ui.px(9), wide, ui.px(control_height)}, cancel))
        actions.cancel = true;
}

} // namespace ui
