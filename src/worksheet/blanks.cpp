#include "worksheet/blanks.h"

#include "base/input_error.h"
#include "base/text.h"
#include "model/random.h"

#include <algorithm>
#include <map>
#include <vector>

namespace worksheet {

namespace {

/// Rows × columns of a step's matrix.
std::pair<Index, Index> shape_of(Step step, const Sums& sums) {
    const Sentence& sentence = sums.sentence;
    switch (step) {
    case Step::query:
        return {sentence.n(), sums.head().q.cols()};
    case Step::output:
        return {sentence.n(), sums.head().v.cols()};
    default:
        return {sentence.n(), sentence.m()};
    }
}

/// Later steps are asked of one word alone.
bool is_of_all_words(Step step) {
    return step <= Step::scores;
}

bool may_be_blank(Step step, Index row, Index column, const Sentence& sentence) {
    return step == Step::query || step == Step::scores || step == Step::output ||
           sentence.may_read(row, column);
}

/// The cells that can be blank, the asked row first, the others in an order of chance.
std::vector<Blank> candidates(Step step, const Sums& sums, model::Random& random) {
    const auto [rows, columns] = shape_of(step, sums);
    const Index asked = sums.sentence.row;
    std::vector<Blank> first, others;
    for (Index row = 0; row < rows; ++row)
        for (Index column = 0; column < columns; ++column)
            if (may_be_blank(step, row, column, sums.sentence) && (row == asked || is_of_all_words(step)))
                (row == asked ? first : others).push_back({step, row, column});
    for (std::size_t i = others.size(); i > 1; --i) // Fisher and Yates
        std::swap(others[i - 1], others[static_cast<std::size_t>(random.uniform() * static_cast<float>(i))]);
    first.insert(first.end(), others.begin(), others.end());
    return first;
}

} // namespace

BlanksWanted blanks_wanted(const std::string& text) {
    if (text == "auto") return {};
    constexpr Index most = most_words * most_words;
    const auto refuse = [&](const std::string& what) {
        throw base::InputError("--blanks", "“" + what + "” is neither a step nor a number of cells",
                               "give auto, a number from 1 to " + std::to_string(most) +
                                   ", or some of query, scores, scale, softmax and output, as in "
                                   "scores,softmax");
    };
    if (const auto number = base::whole_in(text)) {
        if (*number < 1 || *number > most) refuse(text);
        return {.count = static_cast<Index>(*number)};
    }
    static const std::map<std::string, std::set<Step>> named{{"query", {Step::query}},
                                                             {"scores", {Step::scores}},
                                                             {"scale", {Step::scaled}},
                                                             {"softmax", {Step::exponentials, Step::weights}},
                                                             {"output", {Step::output}}};
    BlanksWanted wanted;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        const auto steps = named.find(text.substr(at, end - at));
        if (steps == named.end()) refuse(text.substr(at, end - at));
        wanted.steps.insert(steps->second.begin(), steps->second.end());
        at = end + 1;
    }
    return wanted;
}

Blanks choose_blanks(const Sums& sums, const BlanksWanted& asked, std::uint32_t seed) {
    model::Random random(seed ^ 0x5EEDU);
    Blanks blanks;
    for (const Step step :
         {Step::query, Step::scores, Step::scaled, Step::exponentials, Step::weights, Step::output}) {
        if (step == Step::scaled && !sums.sentence.scaled) continue;
        if (!asked.steps.empty() && !asked.steps.contains(step)) continue;
        const std::vector<Blank> all = candidates(step, sums, random);
        const auto in_row = static_cast<std::size_t>(std::ranges::count(all, sums.sentence.row, &Blank::row));
        const std::size_t wanted =
            asked.count ? static_cast<std::size_t>(*asked.count) : in_row + (step == Step::scores ? 1 : 0);
        blanks.insert(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(wanted, all.size())));
    }
    return blanks;
}

int decimals_of(Step step, const Decimals& decimals) {
    switch (step) {
    case Step::query:
        return decimals.query;
    case Step::scores:
        return decimals.scores;
    case Step::scaled:
        return decimals.scaled;
    case Step::exponentials:
        return decimals.exponentials;
    case Step::weights:
        return decimals.weights;
    case Step::output:
        return decimals.output;
    }
    return 0;
}

// The softmax of the asked row.

bool is_left_out(SoftmaxRow row, Index key, const Sums& sums, const Blanks& blanks) {
    const Sentence& sentence = sums.sentence;
    if (row != SoftmaxRow::scores && !sentence.may_read(sentence.row, key)) return false;
    const auto is_blank = [&](Step step) { return blanks.contains({step, sentence.row, key}); };
    switch (row) {
    case SoftmaxRow::scores:
        return is_blank(Step::scores);
    case SoftmaxRow::scaled:
        return is_blank(Step::scaled);
    case SoftmaxRow::shifted:
        return is_blank(Step::exponentials) || is_blank(sentence.scaled ? Step::scaled : Step::scores);
    case SoftmaxRow::exponentials:
        return is_blank(Step::exponentials);
    case SoftmaxRow::weights:
        return is_blank(Step::weights);
    }
    return false;
}

bool is_sum_left_out(const Sums& sums, const Blanks& blanks) {
    for (Index key = 0; key < sums.sentence.m(); ++key)
        if (blanks.contains({Step::exponentials, sums.sentence.row, key})) return true;
    return false;
}

double number_at(SoftmaxRow row, Index key, const ByHand& hand) {
    switch (row) {
    case SoftmaxRow::scores:
        return hand.scores[key];
    case SoftmaxRow::scaled:
        return hand.scaled[key];
    case SoftmaxRow::shifted:
        return hand.shifted[key];
    case SoftmaxRow::exponentials:
        return hand.exponentials[key];
    case SoftmaxRow::weights:
        return hand.weights[key];
    }
    return 0;
}

int decimals_of(SoftmaxRow row, const Sums& sums) {
    const Decimals& d = sums.decimals;
    switch (row) {
    case SoftmaxRow::scores:
        return d.scores;
    case SoftmaxRow::scaled:
    case SoftmaxRow::shifted:
        return sums.sentence.scaled ? d.scaled : d.scores;
    case SoftmaxRow::exponentials:
        return d.exponentials;
    case SoftmaxRow::weights:
        return d.weights;
    }
    return 0;
}

} // namespace worksheet
