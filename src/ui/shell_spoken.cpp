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
    spoken.view = texts_.text("views." + std::string(kind().key));
    if (message_.open()) {
        add_line(spoken.message, (message_.where.empty() ? "" : message_.where + ": ") + message_.problem);
        add_line(spoken.message, message_.hint);
    }
    if (lesson_is_on_screen()) spoken.lesson = spoken_lesson();
    if (kind().entrance) return spoken;
    const Scene scene = side_.scene();
    const attention::Cell cell = workbench::marked_cell(side_.selection, scene.trace());
    constexpr int decimals = 2;
    spoken.cell = cell_name(scene, cell) + " = " + drawing::number_text(scene.trace().value(cell), decimals);
    spoken.stage = std::string(scene.stage().title);
    const narration::Narration told = texts_.narrate(subject_of(scene, side_.selection));
    add_line(spoken.explanation, told.question);
    for (const narration::Paragraph& paragraph : told.paragraphs)
        add_line(spoken.explanation, narration::plain_text(paragraph));
    return spoken;
}

std::string Shell::spoken_lesson() {
    const LessonRun& run = *lessons_.running();
    const lesson::Step& step = run.step();
    std::string text;
    add_line(text, step.title);
    if (!lesson_can_be_told()) return text;
    const auto told = [&](const std::string& markdown) {
        return lesson::plain_text(telling().told(markdown));
    };
    add_line(text, told(step.text));
    if (!step.question) return text;
    add_line(text, told(step.question->ask));
    for (const lesson::Choice& choice : step.question->choices)
        add_line(text, "– " + told(choice.text));
    return text;
}

} // namespace ui
