#include "exercise/pasted.h"

#include "base/input_error.h"
#include "base/text.h"
#include "exercise/compare.h"
#include "exercise/level.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace exercise {

using base::InputError;
using model::Tensor;

namespace {

/// A matrix, or several, while they are read.
struct Pasted {
    std::string name; ///< empty: it has none
    std::size_t line = 0;
    std::vector<std::int64_t> shape = {};
    std::vector<float> values = {};
    int decimals = 0; ///< the most behind a point
    double unit = 0;  ///< where numbers have an exponent: the largest unit of a last place
};

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// The number that a word spells in Python, C++ or JavaScript, if it is none of digits.
std::optional<float> number_word(std::string_view word) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    std::string lower;
    for (const char c : word)
        lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (lower == "nan") return std::numeric_limits<float>::quiet_NaN();
    if (lower == "inf" || lower == "infinity") return infinity;
    return {};
}

class PastedText {
public:
    PastedText(const Question& question, std::string_view text, std::string where)
        : stages_(question.level->stages), text_(text), where_(std::move(where)) {}

    std::vector<Pasted> read() {
        takes("\xEF\xBB\xBF"); // which some spreadsheets put first
        while (at_ < text_.size())
            token();
        end_of_row();
        if (!open_.empty()) refuse("a bracket is not closed", "copy all of it");
        end_of_matrix();
        return std::move(made_);
    }

private:
    [[noreturn]] void refuse(const std::string& problem, const std::string& hint) const {
        throw InputError(where_ + ", line " + std::to_string(line_), problem, hint);
    }
    std::string_view rest() const { return text_.substr(at_); }
    bool takes(std::string_view sign) {
        if (!rest().starts_with(sign)) return false;
        at_ += sign.size();
        return true;
    }

    void token();
    void word(std::string_view found, bool quoted);
    void number(float value, int decimals, double unit = 0);
    void open();
    void close();
    /// Without brackets: a line has ended.
    void end_of_row();
    void end_of_matrix();

    const std::vector<std::string>& stages_;
    std::string_view text_;
    std::string where_;
    std::size_t at_ = 0, line_ = 1;
    int calls_ = 0; ///< parentheses that are open: tensor(…, dtype=…)
    std::vector<Pasted> made_;
    Pasted now_;
    // In brackets: how many items each list that is open has, and each axis of the whole.
    std::vector<std::int64_t> open_;
    bool bracketed_ = false;
    // Without: the rows of this matrix, how many matrices were before it, and the numbers on this line.
    std::int64_t on_line_ = 0, rows_ = 0, matrices_ = 0, rows_of_each_ = 0, columns_ = 0;
};

void PastedText::token() {
    const char c = text_[at_];
    if (c == '\n') {
        ++at_;
        if (!bracketed_) end_of_row();
        ++line_;
    } else if (takes("...") || takes("…")) {
        refuse("the numbers are shortened to “…”",
               "print all of them: numpy.set_printoptions(threshold=100000), or hand in a file");
    } else if (takes("−∞") || takes("-∞")) {
        number(-std::numeric_limits<float>::infinity(), 0);
    } else if (c == '[') {
        open();
    } else if (c == ']') {
        close();
    } else if (c == '(' || c == ')') {
        ++at_;
        calls_ = std::max(0, calls_ + (c == '(' ? 1 : -1));
    } else if (c == '\'' || c == '"') {
        const std::size_t end = std::min(text_.find(c, at_ + 1), text_.size());
        const std::string_view quoted = text_.substr(at_ + 1, end - at_ - 1);
        at_ = std::min(end + 1, text_.size());
        if (calls_ == 0) word(quoted, true);
    } else if (is_letter(c)) {
        std::size_t end = at_;
        while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]) || text_[end] == '.'))
            ++end;
        const std::string_view found = text_.substr(at_, end - at_);
        at_ = end;
        word(found, false);
    } else if (is_digit(c) || c == '-' || c == '+' || c == '.' || rest().starts_with("−")) {
        std::string spelled;
        if (takes("−")) spelled = "-";
        std::size_t end = at_;
        while (end < text_.size() &&
               (is_letter(text_[end]) || is_digit(text_[end]) || text_[end] == '.' || text_[end] == '-' ||
                text_[end] == '+') &&
               (end == at_ || is_letter(text_[end]) || is_digit(text_[end]) || text_[end] == '.' ||
                text_[end - 1] == 'e' || text_[end - 1] == 'E'))
            ++end;
        spelled += text_.substr(at_, end - at_);
        at_ = end;
        std::string_view digits = spelled;
        if (digits.starts_with('+')) digits.remove_prefix(1);
        const bool negative = digits.starts_with('-');
        if (const auto value = number_word(negative ? digits.substr(1) : digits))
            return number(negative ? -*value : *value, 0);
        if (digits.ends_with('f')) digits.remove_suffix(1); // "3.f", as C++ has it
        if (digits.ends_with('.')) digits.remove_suffix(1);
        const std::string padded = (negative ? "-0" : "0") + std::string(digits.substr(negative ? 1 : 0));
        const auto value =
            base::double_in(digits.substr(negative ? 1 : 0).starts_with('.') ? padded : digits);
        if (!value) refuse("“" + spelled + "” is not a number", "write numbers like -0.25 or 2.5e-1");
        const std::size_t exponent = std::min(digits.find_first_of("eE"), digits.size());
        const std::size_t point = std::min(digits.find('.'), exponent);
        const auto behind = static_cast<int>(exponent - std::min(point + 1, exponent));
        if (exponent == digits.size()) return number(static_cast<float>(*value), behind);
        const auto power =
            base::whole_in(digits.substr(digits[exponent + 1] == '+' ? exponent + 2 : exponent + 1));
        number(static_cast<float>(*value), 0,
               std::pow(10.0, static_cast<double>(power.value_or(0)) - behind));
    } else if (std::string_view(" \t\r,;{}<>=:").find(c) != std::string_view::npos) {
        ++at_;
    } else {
        std::string sign;
        base::each_character(rest(), [&](std::string_view one) {
            if (sign.empty()) sign = one;
        });
        refuse("“" + sign + "” is not part of a number or a name",
               "leave the numbers and their stages' names");
    }
}

void PastedText::word(std::string_view found, bool quoted) {
    if (const auto value = number_word(found); value && !quoted) return number(*value, 0);
    if (calls_ > 0 || !open_.empty()) return; // dtype=torch.float64
    const std::size_t next = text_.find_first_not_of(" \t", at_);
    const bool named = next != std::string_view::npos && (text_[next] == ':' || text_[next] == '=');
    const bool is_stage = std::ranges::find(stages_, found) != stages_.end();
    const bool called = next != std::string_view::npos && text_[next] == '(' && !quoted && !is_stage;
    if (called && found.ends_with("Size"))
        at_ = std::min(text_.find(')', at_), text_.size()); // torch.Size([5, 4])
    if (called) return;                                     // tensor([…])
    if (!named && !is_stage) {
        refuse("“" + std::string(found) + "” is not a stage of this exercise",
               "its stages are " + listed(stages_));
    }
    end_of_row();
    end_of_matrix();
    now_.name = found;
    now_.line = line_;
}

void PastedText::number(float value, int decimals, double unit) {
    if (calls_ > 0 && open_.empty()) return; // tensor([…], device=…), or a shape (5, 4)
    if (now_.values.empty()) now_.line = line_;
    if (open_.empty() && bracketed_) end_of_matrix();
    if (open_.empty())
        ++on_line_;
    else
        ++open_.back();
    now_.values.push_back(value);
    now_.decimals = std::max(now_.decimals, decimals);
    now_.unit = std::max(now_.unit, unit);
}

void PastedText::open() {
    ++at_;
    if (open_.empty()) {
        end_of_row();
        end_of_matrix();
        bracketed_ = true;
    } else {
        ++open_.back();
    }
    open_.push_back(0);
}

void PastedText::close() {
    ++at_;
    if (open_.empty()) refuse("a bracket is closed that was not opened", "copy all of it");
    // A list has as many items as the others of its axis.
    const std::size_t axis = open_.size() - 1;
    if (now_.shape.size() <= axis) now_.shape.resize(axis + 1, -1);
    if (now_.shape[axis] >= 0 && now_.shape[axis] != open_.back())
        refuse("a row has " + std::to_string(open_.back()) + " items, another " +
                   std::to_string(now_.shape[axis]),
               "all rows of a matrix have the same length");
    now_.shape[axis] = open_.back();
    open_.pop_back();
}

void PastedText::end_of_row() {
    if (bracketed_) return;
    if (on_line_ > 0) {
        if (rows_ + matrices_ > 0 && on_line_ != columns_)
            refuse("a row has " + std::to_string(on_line_) + " numbers, another " + std::to_string(columns_),
                   "all rows of a matrix have the same length; name a stage before its numbers");
        columns_ = on_line_;
        ++rows_;
    } else if (rows_ > 0) { // an empty line
        if (matrices_ > 0 && rows_ != rows_of_each_)
            refuse("a matrix has " + std::to_string(rows_) + " rows, another " +
                       std::to_string(rows_of_each_),
                   "matrices that follow one another without a name are one stage's, and have one size");
        rows_of_each_ = rows_;
        ++matrices_;
        rows_ = 0;
    }
    on_line_ = 0;
}

void PastedText::end_of_matrix() {
    if (!bracketed_ && rows_ > 0) end_of_row();
    if (!bracketed_) now_.shape = {matrices_, rows_of_each_, columns_};
    bracketed_ = false;
    on_line_ = rows_ = matrices_ = rows_of_each_ = columns_ = 0;
    if (now_.values.empty()) {
        now_.shape.clear();
        return;
    }
    std::int64_t size = 1;
    for (const std::int64_t axis : now_.shape)
        size *= axis;
    if (size != static_cast<std::int64_t>(now_.values.size()))
        refuse("rows and numbers stand side by side in one list",
               "write a list of rows, each a list of numbers");
    made_.push_back(std::move(now_));
    now_ = {};
}

/// Significant bits, of 1 + the largest number, of numbers that are rounded by up to half a unit of their
/// last place. Whole numbers may be exact. 8 and 11 bits would be those of 16-bit numbers.
int precision_of(const Pasted& one, const Tensor& tensor) {
    const double unit = std::max(one.unit, one.decimals > 0 ? std::pow(10.0, -one.decimals) : 0.0);
    if (unit == 0) return tensor.precision;
    double largest = 0;
    for (const float value : tensor.values)
        if (std::isfinite(value)) largest = std::max(largest, std::abs(static_cast<double>(value)));
    const int bits = static_cast<int>(std::floor(-std::log2(0.5 * unit / (1 + largest))));
    return std::clamp(bits == 8 || bits == 11 ? bits - 1 : bits, 1, tensor.precision);
}

/// Of the stages that have the shape of these numbers: the one that agrees with them, or else the last; what
/// the level asks for if there is none.
std::string stage_for(const Question& question, const Tensor& tensor, const model::Tensors& taken) {
    Solver solver(question);
    std::string named;
    for (const std::string& stage : question.level->stages) {
        const Blocks& ours = *solver.stage(stage, {});
        const auto theirs = as_blocks(tensor, ours);
        if (!theirs || taken.contains(stage)) continue;
        named = stage;
        if (compare(*theirs, ours, tolerance(tensor.precision)).agrees) break;
    }
    return named.empty() ? question.level->goal() : named;
}

} // namespace

model::Tensors answer_of_text(const Question& question, std::string_view text, const std::string& where) {
    std::vector<Pasted> found = PastedText(question, text, where).read();
    if (found.empty())
        throw InputError(where, "there is no number in it", "copy the numbers of a stage, row by row");
    std::stable_partition(found.begin(), found.end(), [](const Pasted& one) { return !one.name.empty(); });
    model::Tensors answer;
    for (Pasted& one : found) {
        Tensor tensor{.shape = std::move(one.shape), .values = std::move(one.values)};
        tensor.precision = precision_of(one, tensor);
        const std::string name = one.name.empty() ? stage_for(question, tensor, answer) : one.name;
        if (!answer.emplace(name, std::move(tensor)).second)
            throw InputError(where + ", line " + std::to_string(one.line), "“" + name + "” is there twice",
                             "hand in each stage once");
    }
    return answer;
}

} // namespace exercise
