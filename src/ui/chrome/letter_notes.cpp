#include "ui/chrome/letter_notes.h"

#include "drawing/display_text.h"
#include "drawing/script.h"
#include "language/foreign.h"
#include "language/tokenizer.h"

#include <algorithm>

namespace ui {
namespace {

constexpr std::string_view replacement = "\uFFFD"; // Dear ImGui's substitute for a character beyond U+FFFF

MessageState filled(const narration::Texts& texts, const std::string& name,
                    const narration::Values& values = {}) {
    MessageState message;
    message.tell(narration::plain_text(narration::fill(texts.text(name), values)),
                 narration::plain_text(narration::fill(texts.text(name + "_hint"), values)));
    message.lasting = true;
    return message;
}

} // namespace

void LetterNotes::note(char32_t letter, const narration::Texts& texts) {
    const drawing::Script& script = drawing::script_of(letter);
    if (!told_.emplace(script.key).second) return;
    const narration::Values values{
        {"script", {{texts.text("scripts." + std::string(script.key)), narration::Tone::plain}}},
        {"package", {{std::string(script.package), narration::Tone::plain}}}};
    const char* name = letter > 0xFFFF        ? "letters.too_high"
                       : script.needs_shaping ? "letters.no_shaping"
                                              : "letters.no_font";
    letters_.push_back(filled(texts, name, values));
}

void LetterNotes::look(Fonts& fonts, std::string_view typed, const narration::Texts& texts) {
    frames_to_draw_ = std::max(0, frames_to_draw_ - 1);
    for (const char32_t letter : fonts.take_missing())
        note(letter, texts);
    for (const auto& mistake : fonts.take_mistakes()) {
        letters_.emplace_back().show(mistake);
        letters_.back().lasting = true;
    }
    if (typed.find(replacement) != std::string_view::npos) note_once("letters.lost", texts);
}

void LetterNotes::note_once(const std::string& name, const narration::Texts& texts,
                            const narration::Values& values) {
    if (!told_.insert(name).second) return;
    waiting_.push_back(filled(texts, name, values));
    frames_to_draw_ = 2;
}

void LetterNotes::read(const workbench::Pass& pass, const language::Lexicon& lexicon,
                       const narration::Texts& texts) {
    for (const auto* words : {&pass.names.queries, &pass.names.keys}) {
        if (std::ranges::any_of(*words, drawing::has_right_to_left))
            note_once("letters.right_to_left", texts);
        if (std::ranges::any_of(*words, language::is_split_by_character))
            note_once("letters.by_character", texts);
    }
    const bool looked_up = pass.document.language == workbench::Language::english &&
                           std::holds_alternative<workbench::HandSetWeights>(pass.document.weights);
    if (!looked_up) return;
    constexpr std::size_t enough = 200; // words enough to recognise a language
    const auto& words = pass.names.queries;
    // Padding of a batched sentence is not a word of any language.
    const std::size_t written = words.size() - static_cast<std::size_t>(pass.filled_up);
    const auto friends = language::false_friends(
        {words.begin(), words.begin() + static_cast<std::ptrdiff_t>(std::min(written, enough))}, lexicon);
    if (friends.empty()) return;
    std::string list;
    for (const std::string& word : friends)
        list += (list.empty() ? "“" : ", “") + word + "”";
    const std::size_t before = waiting_.size();
    note_once("letters.foreign", texts, {{"words", {{list, narration::Tone::plain}}}});
    if (waiting_.size() > before) waiting_.back().about_words = pass.document.text;
}

std::optional<MessageState> LetterNotes::next() {
    std::deque<MessageState>& from = letters_.empty() ? waiting_ : letters_;
    if (from.empty() || (letters_.empty() && waits())) return std::nullopt;
    const MessageState message = from.front();
    from.pop_front();
    return message;
}

} // namespace ui
