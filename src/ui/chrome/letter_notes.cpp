#include "ui/chrome/letter_notes.h"

#include "drawing/display_text.h"
#include "drawing/script.h"
#include "language/tokenizer.h"
#include "narration/markup.h"

#include <algorithm>

namespace ui {
namespace {

constexpr std::string_view replacement = "\uFFFD"; // Dear ImGui's substitute for a character beyond U+FFFF

MessageState filled(const narration::Texts& texts, const std::string& name,
                    const narration::Values& values = {}) {
    MessageState message;
    message.tell(narration::plain_text(narration::fill(texts.text(name), values)),
                 narration::plain_text(narration::fill(texts.text(name + "_hint"), values)));
    return message;
}

narration::Values values_of(const drawing::Script& script, const narration::Texts& texts) {
    return {{"script", {{texts.text("scripts." + std::string(script.key)), narration::Tone::plain}}},
            {"package", {{std::string(script.package), narration::Tone::plain}}}};
}

const char* text_for(char32_t letter, const drawing::Script& script) {
    if (letter > 0xFFFF) return "letters.too_high";
    return script.needs_shaping ? "letters.no_shaping" : "letters.no_font";
}

/// Arabic letters are drawn as forms of their own, which stand for them.
bool has_letter(const std::string& words, char32_t letter) {
    constexpr char32_t first_form = 0xFB1D, last_form = 0xFEFC;
    if (letter >= first_form && letter <= last_form) return drawing::has_right_to_left(words);
    std::string sought;
    drawing::append_letter(sought, letter);
    return words.find(sought) != std::string::npos;
}

template <class Test>
bool any_word(const workbench::Pass& pass, const Test& test) {
    return std::ranges::any_of(pass.names.queries, test) || std::ranges::any_of(pass.names.keys, test);
}

} // namespace

std::string words_in(const workbench::Document& document) {
    return document.text + "\n" + document.memory_text;
}

void LetterNotes::read_letters(const workbench::Pass& pass, const narration::Texts& texts) {
    const workbench::Document& document = pass.document;
    const std::string words = words_in(document);
    for (const char32_t letter : missing_) {
        const drawing::Script& script = drawing::script_of(letter);
        if (!has_letter(words, letter)) continue;
        const auto same = [&](const Note& note) { return note.key == script.key; };
        if (std::ranges::any_of(notes_, same)) continue;
        notes_.push_back(
            {std::string(script.key), text_for(letter, script), values_of(script, texts), words, true});
    }
}

void LetterNotes::look(Fonts& fonts, std::string_view typed, const Passes& shown,
                       const narration::Texts& texts) {
    frames_to_draw_ = std::max(0, frames_to_draw_ - 1);
    const std::size_t before = missing_.size();
    for (const char32_t letter : fonts.take_missing())
        missing_.insert(letter);
    for (const auto& mistake : fonts.take_mistakes())
        at_once_.emplace_back().show(mistake);
    if (typed.find(replacement) != std::string_view::npos && closed_.insert("lost").second)
        at_once_.push_back(filled(texts, "letters.lost"));
    if (shown == shown_ && missing_.size() == before) return;
    const bool new_words = shown != shown_;
    shown_ = shown;
    notes_.clear();
    if (!missing_.empty())
        for (const auto& pass : shown_)
            read_letters(*pass, texts);
    for (const auto& pass : shown_) {
        const std::string about = words_in(pass->document);
        if (any_word(*pass, drawing::has_right_to_left))
            notes_.push_back({"right_to_left", "letters.right_to_left", {}, about, false});
        if (any_word(*pass, language::is_split_by_character))
            notes_.push_back({"by_character", "letters.by_character", {}, about, false});
    }
    // Whether letters are missing is known once they were to be drawn.
    if (new_words && !notes_.empty() && !notes_.front().of_font) frames_to_draw_ = 2;
}

std::optional<MessageState> LetterNotes::next(const MessageState& open, const narration::Texts& texts) {
    if (!open.open()) {
        if (!at_once_.empty()) {
            const MessageState message = at_once_.front();
            at_once_.pop_front();
            return message;
        }
        // It was closed, unless its words are gone, with which it goes and comes again.
        const auto is_open = [&](const Note& note) {
            return note.key == open_->key && note.about == open_->about;
        };
        if (open_ && (!open_->of_font || std::ranges::any_of(notes_, is_open))) closed_.insert(open_->key);
        open_.reset();
    } else if (open.about_words.empty() || !open_ || open_->of_font) {
        return std::nullopt;
    }
    if (waits()) return std::nullopt;
    for (const Note& note : notes_) {
        if (open_ && !note.of_font) break;
        if (closed_.contains(note.key)) continue;
        open_ = note;
        MessageState message = filled(texts, note.text, note.values);
        message.about_words = note.about;
        return message;
    }
    return std::nullopt;
}

} // namespace ui
