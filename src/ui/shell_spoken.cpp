// What is on screen, in words: for a screen reader.

#include "drawing/shapes/fitted_text.h"
#include "narration/wording.h"
#include "ui/board/quantity_look.h"
#include "ui/chrome/scene.h"
#include "ui/shell.h"

namespace ui {

namespace {

void add_line(std::string& text, const std::string& line) {
    if (line.empty()) return;
    if (!text.empty()) text += '\n';
    text += line;
}

} // namespace

Spoken Shell::spoken() {
    Spoken spoken;
    spoken.view = texts_.text("views." + std::string(desk_.kind().key));
    if (message_.open()) {
        add_line(spoken.message, (message_.where.empty() ? "" : message_.where + ": ") + message_.problem);
        add_line(spoken.message, message_.hint);
    }
    if (tutor_.is_on_screen())
        for (const std::string& line : tutor_.spoken())
            add_line(spoken.lesson, line);
    if (desk_.kind().entrance) return spoken;
    const Scene scene = desk_.first().scene();
    const attention::Cell cell = workbench::marked_cell(desk_.first().selection, scene.trace());
    constexpr int decimals = 2;
    spoken.cell = cell_name(scene, cell) + " = " + drawing::number_text(scene.trace().value(cell), decimals);
    spoken.stage = std::string(scene.stage().title);
    const narration::Narration told = texts_.narrate(subject_of(scene, desk_.first().selection));
    add_line(spoken.explanation, told.question);
    for (const narration::Paragraph& paragraph : told.paragraphs)
        add_line(spoken.explanation, narration::plain_text(paragraph));
    return spoken;
}

} // namespace ui
