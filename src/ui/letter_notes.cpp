#include "ui/letter_notes.h"

#include "drawing/script.h"
#include "lesson/markup.h"

namespace ui {
namespace {

constexpr std::string_view replacement = "\uFFFD"; // what Dear ImGui makes of a sign beyond U+FFFF

MessageState filled(const lesson::Texts& texts, const std::string& name, const lesson::Values& values = {}) {
    MessageState message;
    message.tell(lesson::plain_text(lesson::fill(texts.text(name), values)),
                 lesson::plain_text(lesson::fill(texts.text(name + "_hint"), values)));
    message.lasting = true;
    return message;
}

} // namespace

void LetterNotes::note(char32_t letter, const lesson::Texts& texts) {
    const drawing::Script& script = drawing::script_of(letter);
    if (!told_.emplace(script.key).second) return;
    const lesson::Values values{
        {"script", {{texts.text("scripts." + std::string(script.key)), lesson::Tone::plain}}},
        {"package", {{std::string(script.package), lesson::Tone::plain}}}};
    const char* name = letter > 0xFFFF        ? "letters.too_high"
                       : script.needs_shaping ? "letters.no_shaping"
                                              : "letters.no_font";
    waiting_.push_back(filled(texts, name, values));
}

void LetterNotes::look(Fonts& fonts, std::string_view typed, const lesson::Texts& texts) {
    for (const char32_t letter : fonts.take_missing())
        note(letter, texts);
    for (const auto& mistake : fonts.take_mistakes()) {
        waiting_.emplace_back().show(mistake);
        waiting_.back().lasting = true;
    }
    if (typed.find(replacement) != std::string_view::npos && told_.emplace(replacement).second)
        waiting_.push_back(filled(texts, "letters.lost"));
}

std::optional<MessageState> LetterNotes::next() {
    if (waiting_.empty()) return std::nullopt;
    const MessageState message = waiting_.front();
    waiting_.pop_front();
    return message;
}

} // namespace ui
