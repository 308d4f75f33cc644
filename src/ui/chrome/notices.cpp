#include "ui/chrome/notices.h"

#include "drawing/shapes/display_text.h"
#include "language/tokenizer.h"
#include "narration/narration.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace ui {

using namespace drawing;

bool MessageState::is_over(double seconds) const {
    // Seconds to notice it, and for each letter: about 200 words a minute.
    constexpr double noticed = 4, letter = 0.06;
    return open() && !is_mistake && !lasting &&
           age + seconds > noticed + letter * static_cast<double>(problem.size() + hint.size());
}

void MessageState::grow_older(double seconds) {
    if (is_over(seconds)) return close();
    age += seconds;
}

bool MessageState::is_outdated(const std::vector<std::string>& on_screen) const {
    return open() && !about_words.empty() && std::ranges::find(on_screen, about_words) == on_screen.end();
}

namespace {

// Design pixels.
constexpr float above_edge = 112; // above the line of time that many views have there
constexpr float from_corner = 12, widest = 760, widest_in_corner = 420;

/// The text with names of files, folders and entries in the letters of code: they are no prose, and no
/// symbols.
narration::Paragraph with_names(const std::string& text) {
    narration::Paragraph spans;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find(' ', start), text.size());
        const std::string word = text.substr(start, end - start);
        const bool is_name = word.find_first_of("_/\\") != std::string::npos;
        const narration::Tone tone = is_name ? narration::Tone::number : narration::Tone::plain;
        const std::string shown = word + (end < text.size() ? " " : "");
        if (!spans.empty() && spans.back().tone == tone)
            spans.back().text += shown;
        else
            spans.push_back({shown, tone});
        start = end + 1;
    }
    return spans;
}

} // namespace

void draw_message(Ui& ui, MessageState& state, const Rect& area, MessagePlace place) {
    if (!state.open()) return;
    const float side = ui.px(28), left = ui.px(20), right = side + ui.px(16);
    narration::Paragraph first;
    if (!state.where.empty()) first.push_back({state.where + ": ", narration::Tone::strong});
    std::ranges::copy(with_names(state.problem), std::back_inserter(first));
    const narration::Paragraph second = with_names(state.hint);
    const std::string line = state.where.empty() ? state.problem : state.where + ": " + state.problem;
    const float wanted = std::max(ui.canvas.width(Font::sans_bold, ui.px(card_size), line),
                                  ui.canvas.width(Font::sans, ui.px(label_size), state.hint));
    const bool in_corner = place == MessagePlace::top_right;
    const float most = ui.px(in_corner ? widest_in_corner : widest);
    const float inner = std::min({wanted + ui.px(4), most, area.width - left - right - ui.px(32)});
    const float first_height = paragraph(ui, {}, inner, first, card_size, true);
    const float second_height = state.hint.empty() ? 0 : paragraph(ui, {}, inner, second, label_size, true);
    const float width = left + inner + right;
    const float height = first_height + second_height + ui.px(18);
    const float way = ui.motion.glide_from("message" + line, 0, 1);
    const float low = std::max(area.y, area.bottom() - ui.px(above_edge) - height) + (1 - way) * ui.px(12);
    const float high = area.y + (2 * way - 1) * ui.px(from_corner);
    const float x = in_corner ? area.right() - ui.px(from_corner) - width : area.centre().x - width / 2;
    const Rect rect{x, in_corner ? high : low, width, height};

    const Floating floating(ui, "message", rect);
    card(ui, rect);
    ui.canvas.fill({rect.x, rect.y + ui.px(6), ui.px(5), rect.height - ui.px(12)},
                   ui[state.is_mistake ? Role::warning : Role::good], ui.px(2));
    paragraph(ui, {rect.x + left, rect.y + ui.px(8)}, inner, first, card_size);
    if (!state.hint.empty())
        paragraph(ui, {rect.x + left, rect.y + ui.px(9) + first_height}, inner, second, label_size, false,
                  Role::quiet);
    if (icon_button(ui, "message/close", {rect.right() - side - ui.px(8), rect.y + ui.px(5), side, side},
                    Icon::cross, {.look = ButtonLook::plain}))
        state.close();
    if (!state.open()) ui.motion.forget("message" + line);
}

// How the words are written.

namespace {

constexpr std::string_view replacement = "\uFFFD"; // Dear ImGui's substitute for a character beyond U+FFFF

MessageState filled(const narration::Texts& texts, const std::string& name,
                    const narration::Values& values = {}) {
    MessageState message;
    message.tell(narration::plain_text(narration::fill(texts.text(name), values)),
                 narration::plain_text(narration::fill(texts.text(name + "_hint"), values)));
    return message;
}

narration::Values values_of(const Script& script, const narration::Texts& texts) {
    return {{"script", {{texts.text("scripts." + std::string(script.key)), narration::Tone::plain}}},
            {"package", {{std::string(script.package), narration::Tone::plain}}}};
}

const char* text_for(char32_t letter, const Script& script) {
    if (letter > 0xFFFF) return "letters.too_high";
    return script.needs_shaping ? "letters.no_shaping" : "letters.no_font";
}

/// Missing Arabic letters are reported as the presentation forms in which they are drawn.
bool has_letter(const std::string& words, char32_t letter) {
    constexpr char32_t first_form = 0xFB1D, last_form = 0xFEFC;
    if (letter >= first_form && letter <= last_form) return has_right_to_left(words);
    std::string sought;
    append_letter(sought, letter);
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
        const Script& script = script_of(letter);
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
        if (any_word(*pass, has_right_to_left))
            notes_.push_back({"right_to_left", "letters.right_to_left", {}, about, false});
        if (any_word(*pass, language::is_split_by_character))
            notes_.push_back({"by_character", "letters.by_character", {}, about, false});
    }
    // Missing letters become known only when they are drawn.
    if (new_words && !notes_.empty() && !notes_.front().of_font) frames_to_draw_ = 2;
}

std::optional<MessageState> LetterNotes::next(const MessageState& open, const narration::Texts& texts) {
    if (!open.open()) {
        if (!at_once_.empty()) {
            const MessageState message = at_once_.front();
            at_once_.pop_front();
            return message;
        }
        // The user closed it, unless it disappeared with its words: then it may return with them.
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
