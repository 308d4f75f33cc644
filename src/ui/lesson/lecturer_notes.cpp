// The speaker's notes: for the lecturer's own window, and for a terminal or a file.

#include "lesson/judge.h"
#include "narration/wording.h"
#include "ui/lesson/lecturer.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

namespace ui {

std::string Lecturer::told(const std::string& text) {
    try {
        return lesson::plain_text(tutor_.telling().told(text));
    } catch (const base::InputError&) {
        return text; // it speaks of words that are not there
    }
}

namespace {

/// A question of a slide whose numbers are not there yet: they are left open.
std::string asked_later(const lesson::Step& step) {
    if (!step.question) return {};
    std::string text = step.question->ask;
    std::size_t from = 0;
    while ((from = text.find('{', from)) != std::string::npos) {
        const std::size_t end = text.find('}', from);
        if (end == std::string::npos) break;
        const bool is_word = from + 2 < end && text[from + 2] == ':' &&
                             std::string_view("qkvb").find(text[from + 1]) != std::string_view::npos;
        const std::string said = is_word ? text.substr(from + 3, end - from - 3) : "…";
        text.replace(from, end + 1 - from, said);
        from += said.size();
    }
    std::erase(text, '*'); // emphasis
    return text;
}

} // namespace

void Lecturer::write_notes() {
    const LessonRun* run = tutor_.running();
    if (!run || ways_.notes_file.empty()) return;
    const lesson::Step& step = run->step();
    const auto& steps = run->lesson().steps;
    lesson::LectureNotes notes{.lesson = run->lesson().title,
                               .title = step.title,
                               .number = run->at() + 1,
                               .count = steps.size(),
                               .minutes = run->lesson().minutes,
                               .note = told(step.note),
                               .revealed = state_.revealed,
                               .next = run->at() + 1 < steps.size() ? steps[run->at() + 1].title : "",
                               .next_ask =
                                   run->at() + 1 < steps.size() ? asked_later(steps[run->at() + 1]) : "",
                               .began = began_};
    // The answer to something that has to be made true is known once that has been done.
    const bool known = step.question && (state_.revealed || !lesson::is_goal(step.question->kind));
    if (step.question && tutor_.can_be_told()) {
        const Slide slide = slide_of(step, tutor_.telling());
        notes.ask = told(step.question->ask);
        for (std::size_t i = 0; i < step.question->choices.size(); ++i)
            notes.ask += "\n" + std::string(1, static_cast<char>('A' + i)) + "  " +
                         told(step.question->choices[i].text);
        if (known) notes.answer = lesson::plain_text(*slide.answer);
    }
    if (notes == written_) return;
    written_ = notes;
    try {
        lesson::write_lecture_notes(ways_.notes_file, notes);
    } catch (const base::InputError& mistake) { // said once; the lecture goes on without them
        ways_.notes_file.clear();
        room_.message.show(mistake);
    }
}

void Lecturer::listen_to_own_window() {
    if (own_window_.busy() || ways_.notes_file.empty() || !ways_.open_presenter) return; // a page has none
    const std::filesystem::path file = lesson::keys_beside(ways_.notes_file);
    const auto last = std::make_shared<std::shared_ptr<const KeysThere>>(); // null: not yet looked
    own_window_.start([file, last](const base::StopToken&) {
        constexpr double rest = 0.1; // seconds: a clicker's press is seen at once
        auto now = std::make_shared<const KeysThere>(lesson::read_lecture_keys(file));
        if (*last && **last == *now) now = nullptr;
        if (now) *last = now;
        return base::Slice<KeysThere>{std::move(now), false, rest};
    });
}

std::vector<KeyPress> Lecturer::all_keys(Ui& ui) {
    std::vector<KeyPress> keys = ui.keys;
    ui.listen_to(own_window_);
    listen_to_own_window();
    const auto result = own_window_.take();
    if (!result || !result->made) return keys;
    const KeysThere before =
        std::exchange(keys_there_, *std::static_pointer_cast<const KeysThere>(result->made));
    // What a window has sent before it was first seen was for another lecture.
    if (before && keys_there_ && before->window == keys_there_->window)
        for (std::size_t i = before->pressed.size(); i < keys_there_->pressed.size(); ++i)
            keys.push_back({keys_there_->pressed[i], 0});
    return keys;
}

void Lecturer::open_own_window() {
    if (lesson::lecture_keys_are_fresh(lesson::keys_beside(ways_.notes_file)))
        state_.hall.notice = "lecture.own_window";
    else if (ways_.open_presenter)
        ways_.open_presenter();
}

void Lecturer::tell_notes() {
    const LessonRun* run = tutor_.running();
    if (!run || !ways_.tell_notes) return;
    if (run->step().place == noted_) return; // once for each slide
    noted_ = run->step().place;
    const auto plain = [](const std::string& text) { return narration::toned(text); };
    const auto& steps = run->lesson().steps;
    std::string notes = narration::plain_text(room_.texts, "lecture.notes",
                                              {{"number", plain(std::to_string(run->at() + 1))},
                                               {"count", plain(std::to_string(steps.size()))},
                                               {"title", plain(run->step().title)}});
    if (!run->step().note.empty()) notes += "\n    " + told(run->step().note);
    if (run->at() + 1 < steps.size())
        notes += "\n    " + narration::plain_text(room_.texts, "lecture.next",
                                                  {{"title", plain(steps[run->at() + 1].title)}});
    try {
        ways_.tell_notes(notes);
    } catch (const base::InputError& mistake) { // said once
        ways_.tell_notes = {};
        room_.message.show({mistake.where, room_.texts.text("lecture.notes_stopped"),
                            room_.texts.text("lecture.notes_stopped_hint")});
    }
}

} // namespace ui
