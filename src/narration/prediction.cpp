#include "narration/prediction.h"

#include "narration/narrate.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>

namespace narration {

// The questions.

namespace {

using attention::Quantity;
using attention::StageId;

/// FNV-1a: orders the choices the same way on every machine without giving away the answer.
std::uint32_t hash(const std::string& text) {
    std::uint32_t h = 2166136261U;
    for (const char c : text)
        h = (h ^ static_cast<unsigned char>(c)) * 16777619U;
    return h;
}

/// What each question hides while it is open. The answers to those not listed are shown nowhere else.
struct Hides {
    const char* name;
    Clues clues;
};
constexpr Hides hides[] = {
    {"key_width", {.shapes = true, .code = true}},
    {"source", {.code = true, .formula = true}},
    {"sum", {.code = true}},
    {"kept_weight", {.code = true}},
    {"main_value", {.later = true}},
    {"concatenated_width", {.shapes = true, .code = true}},
    {"output_width", {.shapes = true, .code = true}},
};

Clues hidden_by(const std::string& name) {
    for (const Hides& question : hides)
        if (name == question.name) return question.clues;
    return {};
}

/// Asks about the next stage. The right answer and its explanation come from the trace.
class Examiner {
public:
    Examiner(const Texts& texts, const Subject& subject, Index query)
        : narrator_(texts, subject), t_(subject.trace), row_(query) {
        assert(row_ >= 0 && row_ < t_.n());
        narrator_.set("word", narrator_.wording.query(row_));
        const bool plain_word =
            narrator_.wording.words() && !plain_text(narrator_.wording.query(row_)).starts_with("“");
        narrator_.set("asker", narrator_.filled(plain_word ? "predict.word" : "predict.row"));
    }

    std::optional<Prediction> ask() {
        switch (narrator_.subject.stage) {
        case StageId::input:
            return t_.input.is_cross() ? ask_source() : ask_key_width();
        case StageId::project:
            return ask_largest_score();
        case StageId::scores:
            return ask_second_weight();
        case StageId::scale:
            return t_.options.mask.empty() ? ask_half() : ask_allowed();
        case StageId::mask:
            return ask_sum();
        case StageId::softmax:
            return t_.options.dropout.rate > 0 ? ask_kept_weight() : ask_main_value();
        case StageId::dropout:
            return ask_main_value();
        case StageId::weighted_sum:
            return t_.layer->heads > 1 ? ask_concatenated_width() : ask_output_width();
        case StageId::concatenate:
            return ask_output_width();
        default: // no question leads on from here
            return std::nullopt;
        }
    }

private:
    /// A question with the right answer and those wrong ones that differ from it and from each other.
    std::optional<Prediction> question(const std::string& name, const std::string& right,
                                       const std::vector<std::string>& wrong) {
        Prediction p{"",
                     hidden_by(name),
                     narrator_.filled("predict." + name + ".question"),
                     {right},
                     0,
                     {},
                     narrator_.filled("predict." + name + ".because")};
        for (const std::string& choice : wrong)
            if (std::ranges::find(p.choices, choice) == p.choices.end()) p.choices.push_back(choice);
        if (p.choices.size() < 2) return std::nullopt;
        const std::string salt = name + count(row_) + "/" + count(narrator_.cell.head);
        std::ranges::sort(p.choices, {}, [&](const std::string& choice) { return hash(salt + choice); });
        p.answer = static_cast<std::size_t>(std::ranges::find(p.choices, right) - p.choices.begin());
        p.id = id_of(p);
        return p;
    }

    /// The same words with different numbers are a different question.
    static std::string id_of(const Prediction& p) {
        return plain_text(p.question) + "/" + plain_text(p.because);
    }

    std::optional<Prediction> yes_or_no(const std::string& name, bool yes) {
        Prediction p{"",
                     hidden_by(name),
                     narrator_.filled("predict." + name + ".question"),
                     {narrator_.texts.text("predict.yes"), narrator_.texts.text("predict.no")},
                     yes ? 0U : 1U,
                     {},
                     narrator_.filled("predict." + name + (yes ? ".because_yes" : ".because_no"))};
        p.id = id_of(p);
        return p;
    }

    /// True if two numbers differ as printed; otherwise the answer would look arbitrary.
    static bool differ(float a, float b) { return decimal(a) != decimal(b); }

    std::string key(Index column) const { return plain_text(narrator_.wording.key(column)); }
    static std::string count(Index number) { return std::to_string(number); }

    const Matrix& matrix(Quantity quantity) const { return t_.matrix(quantity, narrator_.cell.head); }

    /// Cross-attention, input: where keys and values come from.
    std::optional<Prediction> ask_source() {
        const std::string& other = narrator_.texts.text("predict.source.memory");
        return question("source", other, {narrator_.texts.text("predict.source.x")});
    }

    std::optional<Prediction> ask_key_width() {
        return question("key_width", count(t_.layer->d_k()), {count(t_.layer->d_model()), count(t_.n())});
    }

    /// Project: which key will score highest. Needs one key ahead of all others.
    std::optional<Prediction> ask_largest_score() {
        const RowVector scores = matrix(Quantity::scores).row(row_);
        const std::vector<Index> order = by_size(scores);
        if (order.size() < 2 || !differ(scores(order[0]), scores(order[1]))) return std::nullopt;
        narrator_.set("key", narrator_.wording.key(order[0]));
        narrator_.set("score", scores(order[0]));
        narrator_.set("second", narrator_.wording.key(order[1]));
        narrator_.set("second_score", scores(order[1]));
        return question("largest_score", key(order[0]), {key(order[1]), key(order.back())});
    }

    /// Scores: which key will get the second largest weight. Needs three keys with different weights at the
    /// top, in an order that the scores alone decide: no mask, no weight set by hand, no divisor that
    /// reverses it.
    std::optional<Prediction> ask_second_weight() {
        const RowVector weights = matrix(Quantity::weights).row(row_);
        const RowVector scores = matrix(Quantity::scores).row(row_);
        const std::vector<Index> order = by_size(weights);
        if (order.size() < 3 || !differ(weights(order[0]), weights(order[1])) ||
            !differ(weights(order[1]), weights(order[2])))
            return std::nullopt;
        const std::vector<Index> by_score = by_size(scores);
        if (allowed_count(t_, row_) < t_.m() ||
            !std::equal(order.begin(), order.begin() + 3, by_score.begin()))
            return std::nullopt;
        narrator_.set("first", narrator_.wording.key(order[0]));
        narrator_.set("first_score", scores(order[0]));
        narrator_.set("second", narrator_.wording.key(order[1]));
        narrator_.set("second_score", scores(order[1]));
        narrator_.set("third", narrator_.wording.key(order[2]));
        narrator_.set("third_score", scores(order[2]));
        auto asked = question("second_weight", key(order[1]), {key(order[2])});
        if (asked) asked->covers = attention::Cell{Quantity::scores, narrator_.cell.head, row_, order[1]};
        return asked;
    }

    /// Scale, without a mask: whether one key gets more than half.
    std::optional<Prediction> ask_half() {
        const RowVector weights = matrix(Quantity::weights).row(row_);
        const Share share = share_of(weights);
        if (weights.size() < 3 || share.tied > 0 || !differ(share.first_weight, 0.5F) ||
            std::abs(share.sum - 1) > 1e-3F)
            return std::nullopt;
        narrator_.set("first", narrator_.wording.key(share.first));
        narrator_.set("first_weight", share.first_weight);
        return yes_or_no("half", share.first_weight > 0.5F);
    }

    /// Scale, before a mask: how many keys remain.
    std::optional<Prediction> ask_allowed() {
        const Index allowed = allowed_count(t_, row_), m = t_.m();
        if (allowed == 0 || m < 2) return std::nullopt;
        narrator_.set("hidden", m - allowed);
        narrator_.set("allowed", allowed);
        return question("allowed", count(allowed), {count(m), count(m - allowed), count(allowed - 1)});
    }

    /// Mask: what a row of weights sums to.
    std::optional<Prediction> ask_sum() {
        const RowVector scores = matrix(Quantity::masked).row(row_);
        const Index allowed = allowed_count(t_, row_);
        const float sum = matrix(Quantity::weights).row(row_).sum();
        if (allowed < 2 || std::abs(sum - 1) > 1e-3F) return std::nullopt;
        float total = 0;
        for (const float s : scores)
            if (std::isfinite(s)) total += s;
        return question("sum", "1", {short_number(total), count(allowed)});
    }

    /// Softmax, before dropout: what becomes of the largest weight that is kept.
    std::optional<Prediction> ask_kept_weight() {
        const RowVector before = matrix(Quantity::weights).row(row_),
                        after = matrix(Quantity::dropped).row(row_);
        const Index kept = by_size(after)[0];
        if (after(kept) <= 0) return std::nullopt;
        const float rate = t_.options.dropout.rate;
        narrator_.set("key", narrator_.wording.key(kept));
        narrator_.set("before", before(kept));
        narrator_.set("after", after(kept));
        narrator_.set("rate", toned(short_number(rate), Tone::number));
        narrator_.set("kept_share", toned(short_number(1 - rate), Tone::number));
        return question("kept_weight", decimal(after(kept)),
                        {decimal(before(kept)), decimal(before(kept) * (1 - rate))});
    }

    /// Softmax or dropout: which value counts most. Needs one weight ahead of all others.
    std::optional<Prediction> ask_main_value() {
        const RowVector weights = matrix(Quantity::dropped).row(row_);
        const std::vector<Index> order = by_size(weights);
        if (order.size() < 2 || !differ(weights(order[0]), weights(order[1]))) return std::nullopt;
        narrator_.set("first", narrator_.wording.key(order[0], Tone::value));
        narrator_.set("first_weight", weights(order[0]));
        return question("main_value", key(order[0]), {key(order[1]), key(order.back())});
    }

    std::optional<Prediction> ask_concatenated_width() {
        narrator_.set("width", t_.concat.cols());
        return question("concatenated_width", count(t_.concat.cols()),
                        {count(t_.layer->d_v()), count(t_.layer->heads + t_.layer->d_v())});
    }

    std::optional<Prediction> ask_output_width() {
        if (t_.layer->w_o.size() == 0) return std::nullopt;
        narrator_.set("width", t_.concat.cols());
        narrator_.set("d_out", t_.output.cols());
        return question("output_width", count(t_.output.cols()),
                        {count(t_.layer->d_v()), count(t_.concat.cols() + t_.output.cols()), count(t_.n())});
    }

    Narrator narrator_;
    const Trace& t_;
    Index row_;
};

} // namespace

std::optional<Prediction> predict(const Texts& texts, const Subject& subject, Index query) {
    return Examiner(texts, subject, query).ask();
}

// The answers.

Answer Answers::to(const Prediction& prediction) const {
    const auto found = given.find(prediction.id);
    return found == given.end() ? Answer{} : found->second;
}

void Answers::guess(const Prediction& prediction, std::size_t choice) {
    Answer& answer = given[prediction.id];
    if (choice == prediction.answer)
        answer.state = AnswerState::right;
    else
        answer.wrong.insert(choice);
}

void Answers::reveal(const Prediction& prediction) {
    given[prediction.id].state = AnswerState::revealed;
}

void Answers::ask_again(const Prediction& prediction) {
    given.erase(prediction.id);
}

Answers::Score Answers::score() const {
    Score score;
    for (const auto& [id, answer] : given) {
        score.done += answer.state != AnswerState::open;
        score.right_at_once += answer.state == AnswerState::right && answer.wrong.empty();
    }
    return score;
}

Clues hidden_now(const std::optional<Prediction>& question, const Answers& answers,
                 attention::StageId stage) {
    const bool open = question && answers.to(*question).state == AnswerState::open;
    Clues hidden = open ? question->hides : Clues{};
    hidden.later = hidden.later || stage < attention::StageId::softmax;
    return hidden;
}

} // namespace narration
