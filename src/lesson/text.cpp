#include "lesson/text.h"

#include "base/input_error.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <md4c.h>
#include <utility>

namespace lesson {

using base::InputError;
using narration::Paragraph;
using narration::Span;
using narration::Tone;

// Braces and what they hold.

namespace {

/// Markdown would read the stars of weights[*, cat] as emphasis. So while it is read, a character of
/// Unicode's private use area takes the place of each pair of braces.
constexpr char32_t first_stand_in = 0xE000, last_stand_in = 0xF8FF;

std::string stand_in(std::size_t number) {
    const auto code = first_stand_in + static_cast<char32_t>(number);
    return {static_cast<char>(0xE0 | (code >> 12)), static_cast<char>(0x80 | ((code >> 6) & 0x3F)),
            static_cast<char>(0x80 | (code & 0x3F))};
}

std::optional<std::size_t> stood_for(std::string_view character) {
    if (character.size() != 3) return std::nullopt;
    const auto byte = [&](std::size_t i) {
        return static_cast<char32_t>(static_cast<unsigned char>(character[i]));
    };
    const char32_t code = (byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
    if (code < first_stand_in || code > last_stand_in) return std::nullopt;
    return code - first_stand_in;
}

struct Braces {
    std::string text;                  ///< the Markdown, with a character in place of each pair of braces
    std::vector<std::string> contents; ///< of each pair of braces
};

/// The line from here on, as far as a message quotes it.
std::string quoted_from(const std::string& markdown, std::size_t at) {
    constexpr std::size_t longest = 40;
    const std::size_t end = std::min({at + longest, markdown.find('\n', at), markdown.size()});
    return markdown.substr(at, base::character_start(markdown, end) - at);
}

Braces without_braces(const std::string& markdown) {
    Braces result;
    for (std::size_t at = 0; at < markdown.size();) {
        const std::size_t open = std::min(markdown.find_first_of("{}", at), markdown.size());
        result.text += markdown.substr(at, open - at);
        if (open == markdown.size()) break;
        if (markdown[open] == '}')
            throw InputError(quoted_from(markdown, open), "this brace closes nothing", "add { or remove it");
        const std::size_t close = markdown.find_first_of("{}", open + 1);
        if (close == std::string::npos || markdown[close] == '{')
            throw InputError(quoted_from(markdown, open), "this brace is not closed", "add }");
        result.text += stand_in(result.contents.size());
        result.contents.push_back(markdown.substr(open + 1, close - open - 1));
        if (first_stand_in + result.contents.size() > last_stand_in)
            throw InputError("text", "it has too many braces", "split it into steps");
        at = close + 1;
    }
    return result;
}

/// A word chosen along a row of weights is a key, one chosen down a column a query; others have no such role.
Tone tone_of(const Value& value) {
    const Word* word = std::get_if<Word>(&value.is);
    if (!word) return Tone::number;
    if (!word->place) return Tone::strong;
    const bool across = word->place->row.has_value();
    const attention::Quantity quantity = word->place->quantity;
    const attention::Axis axis = across ? attention::column_axis(quantity) : attention::row_axis(quantity);
    if (axis == attention::Axis::keys) return Tone::key;
    const bool asks = attention::is_queries_by_keys(quantity) || quantity == attention::Quantity::q;
    return axis == attention::Axis::queries && asks ? Tone::query : Tone::strong;
}

/// "100 * weights[it, cat]:0": the formula, and the decimals after the last colon that is outside brackets.
std::pair<std::string, int> with_decimals(const std::string& content) {
    const std::size_t colon = content.rfind(':');
    constexpr int usual = 2, most = 6;
    if (colon == std::string::npos || content.find(']', colon) != std::string::npos) return {content, usual};
    const auto decimals = base::whole_in(content.substr(colon + 1));
    if (!decimals || *decimals < 0 || *decimals > most) return {content, usual};
    return {content.substr(0, colon), static_cast<int>(*decimals)};
}

std::string word_anchor(const std::string& word, bool of_source, const Scope& scope) {
    const auto& names = scope.pass.names;
    const bool cross = scope.pass.trace.input.is_cross();
    if (of_source && cross) {
        const auto index = index_of(word, names.keys);
        return index ? "source/" + std::to_string(*index) : std::string();
    }
    const auto index = index_of(word, names.queries);
    return index ? "token/" + std::to_string(*index) : std::string();
}

/// The word without its number in the sentence ("the:2").
std::string said(const std::string& word) {
    const std::size_t colon = word.rfind(':');
    return colon != std::string::npos && base::whole_in(word.substr(colon + 1)) ? word.substr(0, colon)
                                                                                : word;
}

/// Reads a text into blocks; the callbacks of md4c.
class Setter {
public:
    Setter(const Braces& braces, const Scope& scope) : braces_(braces), scope_(scope) {}

    LessonText result;

    void begin(BlockKind kind) {
        const bool is_empty = !result.blocks.empty() && result.blocks.back().spans.empty();
        if (!is_empty) result.blocks.push_back({kind, {}}); // an empty one is an item; this is its paragraph
    }
    void emphasise(int by) { emphasis_ += by; }
    void set_code(bool on) { code_ = on; }
    void add(std::string_view text) {
        if (result.blocks.empty()) begin(BlockKind::paragraph);
        base::each_character(text, [&](std::string_view character) {
            if (const auto number = stood_for(character); number && *number < braces_.contents.size())
                add_braced(braces_.contents[*number]);
            else
                append(character);
        });
    }

private:
    Paragraph& spans() { return result.blocks.back().spans; }
    Tone tone() const { return code_ ? Tone::number : emphasis_ > 0 ? Tone::strong : Tone::plain; }

    void append(std::string_view text) {
        if (spans().empty() || spans().back().tone != tone() || spans().back().tie >= 0)
            spans().push_back({.text = {}, .tone = tone()});
        spans().back().text += text;
    }
    void add_braced(const std::string& content) {
        static constexpr std::pair<char, Tone> tones[] = {
            {'q', Tone::query}, {'k', Tone::key}, {'v', Tone::value}, {'b', Tone::strong}};
        if (content.size() > 2 && content[1] == ':')
            for (const auto& [letter, tone] : tones)
                if (content[0] == letter) return add_toned(content.substr(2), tone);
        const auto [formula, decimals] = with_decimals(content);
        const Value value = evaluate(formula, scope_);
        Span span{.text = written(value, decimals), .tone = tone_of(value)};
        Tie tie{.place = value.place};
        if (const Word* word = std::get_if<Word>(&value.is))
            tie.anchor = word_anchor(word->text, true, scope_);
        add_tied(std::move(span), tie);
    }
    void add_toned(const std::string& word, Tone tone) {
        Tie tie;
        if (tone == Tone::query || tone == Tone::key || tone == Tone::value)
            tie.anchor = word_anchor(word, tone != Tone::query, scope_);
        add_tied({.text = said(word), .tone = tone}, tie);
    }
    void add_tied(Span span, const Tie& tie) {
        if (tie != Tie{}) {
            span.tie = static_cast<int>(result.ties.size());
            result.ties.push_back(tie);
        }
        spans().push_back(std::move(span));
    }

    const Braces& braces_;
    const Scope& scope_;
    int emphasis_ = 0;
    bool code_ = false;
};

} // namespace

// Markdown.

namespace {

/// What the callbacks work with. Exceptions wait until md4c has returned.
struct Reading {
    Setter setter;
    std::exception_ptr failure = {};

    int guarded(const auto& what) {
        try {
            what();
            return 0;
        } catch (...) {
            failure = std::current_exception();
            return 1;
        }
    }
};

int enter_block(MD_BLOCKTYPE type, void*, void* reading) {
    Setter& setter = static_cast<Reading*>(reading)->setter;
    if (type == MD_BLOCK_LI) setter.begin(BlockKind::item);
    if (type == MD_BLOCK_P) setter.begin(BlockKind::paragraph);
    if (type == MD_BLOCK_CODE) setter.begin(BlockKind::code);
    return 0;
}

int enter_span(MD_SPANTYPE type, void*, void* reading) {
    Setter& setter = static_cast<Reading*>(reading)->setter;
    if (type == MD_SPAN_STRONG || type == MD_SPAN_EM) setter.emphasise(1);
    if (type == MD_SPAN_CODE) setter.set_code(true);
    return 0;
}

int leave_span(MD_SPANTYPE type, void*, void* reading) {
    Setter& setter = static_cast<Reading*>(reading)->setter;
    if (type == MD_SPAN_STRONG || type == MD_SPAN_EM) setter.emphasise(-1);
    if (type == MD_SPAN_CODE) setter.set_code(false);
    return 0;
}

int add_text(MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* reading) {
    auto& r = *static_cast<Reading*>(reading);
    const bool is_break = type == MD_TEXT_BR || type == MD_TEXT_SOFTBR;
    return r.guarded([&] { r.setter.add(is_break ? " " : std::string_view(text, size)); });
}

} // namespace

LessonText told(const std::string& markdown, const Scope& scope) {
    const Braces braces = without_braces(markdown);
    Reading reading{Setter(braces, scope)};
    MD_PARSER parser{};
    parser.flags = MD_FLAG_NOHTML;
    parser.enter_block = enter_block;
    parser.leave_block = [](MD_BLOCKTYPE, void*, void*) { return 0; };
    parser.enter_span = enter_span;
    parser.leave_span = leave_span;
    parser.text = add_text;
    md_parse(braces.text.data(), static_cast<MD_SIZE>(braces.text.size()), &parser, &reading);
    if (reading.failure) std::rethrow_exception(reading.failure);
    return std::move(reading.setter.result);
}

// Texts as plain words, values as text, and what a name points at.

std::string plain_text(const LessonText& text) {
    std::string plain;
    for (const Block& block : text.blocks) {
        if (!plain.empty()) plain += '\n';
        for (const Span& span : block.spans)
            plain += span.text;
    }
    return plain;
}

namespace {

/// Just after the mark that ends the first sentence from `at` on: one before a space, or at the end.
std::size_t sentence_end(const std::string& text, std::size_t at) {
    for (; (at = text.find_first_of(".?!", at)) != std::string::npos; ++at)
        if (at + 1 == text.size() || text[at + 1] == ' ') return at + 1;
    return std::string::npos;
}

} // namespace

LessonText first_sentence(const LessonText& text) {
    LessonText first{.blocks = {}, .ties = text.ties};
    if (text.blocks.empty()) return first;
    first.blocks.push_back({text.blocks.front().kind, {}});
    for (Span span : text.blocks.front().spans) {
        const std::size_t end = span.tone == Tone::plain ? sentence_end(span.text, 0) : std::string::npos;
        if (end != std::string::npos) span.text.resize(end);
        first.blocks.front().spans.push_back(span);
        if (end != std::string::npos) break;
    }
    return first;
}

std::string written(const Value& value, int decimals) {
    const auto number = [&](double x) -> std::string {
        if (std::isinf(x)) return x < 0 ? "−∞" : "∞";
        const std::string digits = base::fixed(std::abs(x), decimals);
        return (x < 0 && digits.find_first_not_of("0.") != std::string::npos ? "−" : "") + digits;
    };
    if (const double* x = std::get_if<double>(&value.is)) return number(*x);
    if (const Word* word = std::get_if<Word>(&value.is)) return word->text;
    if (const bool* truth = std::get_if<bool>(&value.is)) return *truth ? "true" : "false";
    std::string list;
    for (const double x : std::get<List>(value.is))
        list += (list.empty() ? "" : ", ") + number(x);
    return "(" + list + ")";
}

Tie pointed_at(const std::string& name, const Scope& scope) {
    for (const std::string_view kind : {"word ", "source "}) {
        if (!name.starts_with(kind)) continue;
        const std::string word = name.substr(kind.size());
        Tie tie{.anchor = word_anchor(word, kind == "source ", scope)};
        if (tie.anchor.empty()) throw InputError(name, "there is no such word", "use a word of the sentence");
        return tie;
    }
    if (name.find('[') == std::string::npos) return {.anchor = name};
    const Value value = evaluate(name, scope);
    if (!value.place) throw InputError(name, "these are not cells of a matrix", "write weights[it, cat]");
    return {.place = value.place};
}

// Telling.

void Telling::about(PassPtr pass, PassPtr right) {
    if (pass == pass_ && right == right_) return;
    pass_ = std::move(pass);
    right_ = std::move(right);
    texts_.clear();
}

const LessonText& Telling::told(const std::string& markdown) {
    const auto known = texts_.find(markdown);
    if (known != texts_.end()) return known->second;
    return texts_.emplace(markdown, lesson::told(markdown, scope())).first->second;
}

} // namespace lesson
