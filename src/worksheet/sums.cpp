#include "worksheet/sums.h"

#include "attention/mask.h"
#include "base/input_error.h"
#include "language/tokenizer.h"
#include "model/random.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace worksheet {

using base::InputError;
using base::Matrix;

namespace {

constexpr Index d_model = 3, d_k = 4, d_v = 3;
constexpr double infinity = std::numeric_limits<double>::infinity();

// The words.

bool is_word(const std::string& token) {
    return language::has_letter(token) || token.find_first_of("0123456789") != std::string::npos;
}

/// The places of up to most_words words, with `query` among them; `whole` becomes false where some are left
/// out.
std::vector<Index> places_of(const std::vector<std::string>& tokens, std::optional<Index> query,
                             bool& whole) {
    std::vector<Index> places;
    for (Index i = 0; i < static_cast<Index>(tokens.size()); ++i)
        if (is_word(tokens[static_cast<std::size_t>(i)]) || query == i) places.push_back(i);
    if (places.size() < 2) { // nothing but signs
        places.clear();
        for (Index i = 0; i < static_cast<Index>(tokens.size()); ++i)
            places.push_back(i);
    }
    const auto most = static_cast<std::size_t>(most_words);
    if (places.size() <= most) return places;
    whole = false;
    const auto at = query ? std::ranges::find(places, *query) - places.begin() : 0;
    const auto first = std::max<std::ptrdiff_t>(0, at - most_words + 1);
    return {places.begin() + first, places.begin() + first + most_words};
}

std::vector<std::string> words_at(const std::vector<Index>& places, const std::vector<std::string>& names) {
    std::vector<std::string> words;
    for (const Index place : places)
        words.push_back(names[static_cast<std::size_t>(place)]);
    return words;
}

Index keys_of(const Sentence& sentence, Index query) {
    Index count = 0;
    for (Index key = 0; key < sentence.m(); ++key)
        count += sentence.may_read(query, key) ? 1 : 0;
    return count;
}

/// The query that is asked: the one wanted, or the last that reads at least two keys; with a mask, rather one
/// from which it hides something.
Index asked_row(const Sentence& sentence, std::optional<Index> wanted) {
    if (wanted && keys_of(sentence, *wanted) >= 2) return *wanted;
    for (Index query = sentence.n(); query-- > 0;)
        if (keys_of(sentence, query) >= 2 && keys_of(sentence, query) < sentence.m()) return query;
    for (Index query = sentence.n(); query-- > 0;)
        if (keys_of(sentence, query) >= 2) return query;
    throw InputError("sentence", "no word may read two others, so there is nothing to weigh",
                     "give more words, or a mask that hides fewer");
}

} // namespace

Sentence sentence_of(const workbench::Prepared& prepared, std::optional<Index> query) {
    const std::vector<std::string>&queries = prepared.names.queries, &keys = prepared.names.keys;
    Sentence sentence;
    sentence.cross = prepared.input.is_cross();
    if (queries.size() + keys.size() < 3 || keys.size() < 2)
        throw InputError("sentence", "one word has nothing to choose from", "give at least two words");
    bool whole = true, whole_source = true;
    const auto rows = places_of(queries, query, whole);
    const auto columns = sentence.cross ? places_of(keys, {}, whole_source) : rows;
    sentence.queries = words_at(rows, queries);
    sentence.keys = sentence.cross ? words_at(columns, keys) : sentence.queries;
    if (!whole) sentence.words = static_cast<Index>(queries.size());
    if (!whole_source) sentence.source_words = static_cast<Index>(keys.size());

    const auto n = static_cast<Index>(queries.size()), m = static_cast<Index>(keys.size());
    const base::BoolMatrix all =
        attention::combined_mask(attention::placed(prepared.options.mask, prepared.input), n, m);
    if (all.rows() > 0) {
        sentence.allowed.resize(sentence.n(), sentence.m());
        for (Index i = 0; i < sentence.n(); ++i)
            for (Index j = 0; j < sentence.m(); ++j)
                sentence.allowed(i, j) =
                    all(rows[static_cast<std::size_t>(i)], columns[static_cast<std::size_t>(j)]);
        if (sentence.allowed.all()) sentence.allowed.resize(0, 0);
    }
    std::optional<Index> wanted;
    if (query)
        if (const auto found = std::ranges::find(rows, *query); found != rows.end())
            wanted = found - rows.begin();
    sentence.row = asked_row(sentence, wanted);

    sentence.scaled = prepared.document.scale.kind != attention::ScaleKind::none;
    sentence.several_heads = prepared.layer->heads > 1;
    sentence.other_score = prepared.document.score != attention::ScoreFunction::dot;
    return sentence;
}

// The numbers.

namespace {

/// Whole numbers from low to high, high included.
Matrix whole_numbers(model::Random& random, Index rows, Index columns, int low, int high) {
    Matrix numbers(rows, columns);
    for (Index i = 0; i < numbers.size(); ++i)
        numbers.data()[i] =
            static_cast<float>(low + static_cast<int>(random.uniform() * static_cast<float>(high - low + 1)));
    return numbers;
}

/// A row for each word, the same one for the same word.
Matrix rows_for(const std::vector<std::string>& words, std::map<std::string, base::RowVector>& known,
                model::Random& random) {
    Matrix x(static_cast<Index>(words.size()), d_model);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto [row, is_new] = known.try_emplace(language::fold_case(words[i]));
        if (is_new) row->second = whole_numbers(random, 1, d_model, 0, 2);
        x.row(static_cast<Index>(i)) = row->second;
    }
    return x;
}

/// What goes into a pass.
struct Numbers {
    attention::Input input;
    attention::Layer layer;
};

Numbers draw_numbers(const Sentence& sentence, model::Random& random) {
    std::map<std::string, base::RowVector> known;
    Numbers drawn;
    drawn.input.x = rows_for(sentence.queries, known, random);
    if (sentence.cross) drawn.input.memory = rows_for(sentence.keys, known, random);
    drawn.layer.w_q = whole_numbers(random, d_model, d_k, -1, 2);
    drawn.layer.w_k = whole_numbers(random, d_model, d_k, -1, 2);
    drawn.layer.w_v = whole_numbers(random, d_model, d_v, -1, 2);
    return drawn;
}

/// How small queries, keys and values have to be.
struct Limits {
    float low, high;
    bool teaches; ///< besides: see teaches()
};

bool is_within(const Matrix& matrix, const Limits& limits) {
    return matrix.minCoeff() >= limits.low && matrix.maxCoeff() <= limits.high;
}

/// Looked at before the pass, which costs a hundred times as much.
bool are_small(const Numbers& drawn, const Limits& limits) {
    const Matrix& source = drawn.input.is_cross() ? drawn.input.memory : drawn.input.x;
    return is_within(source.lazyProduct(drawn.layer.w_k), limits) &&
           is_within(drawn.input.x.lazyProduct(drawn.layer.w_q), limits) &&
           is_within(source.lazyProduct(drawn.layer.w_v), limits);
}

/// A query with little to skip, and weights that neither are all alike nor leave all but one at 0.
bool teaches(const Sums& sums) {
    const attention::HeadTrace& head = sums.head();
    const Index row = sums.sentence.row;
    if ((head.q.row(row).array() != 0).count() < 3) return false;
    if ((head.k.array() == 0).rowwise().all().any()) return false;
    const auto weights = head.weights.row(row).array();
    const float largest = weights.maxCoeff();
    const bool all_alike = (head.v.rowwise() - head.v.row(0)).isZero();
    return largest >= 0.35F && largest <= 0.92F && (weights >= 0.05F).count() >= 2 &&
           (weights == largest).count() == 1 && !all_alike;
}

/// Whether every power of e that is needed stands in the sheet's table.
bool has_its_powers(const Sums& sums) {
    const attention::HeadTrace& head = sums.head();
    const auto scores = head.made(head.latest(attention::Quantity::masked)).row(sums.sentence.row).array();
    return (scores - head.row_max[sums.sentence.row] >= lowest_power || scores.isInf()).all();
}

} // namespace

Sums draw_sums(const Sentence& sentence, std::uint32_t seed, std::uint32_t sheet) {
    // Sheets of neighbouring seeds share nothing: both numbers are mixed (Knuth's multiplicative hash).
    model::Random random(seed * 2654435761U ^ (sheet + 1) * 2246822519U);
    attention::Options options;
    if (!sentence.scaled) options.scale.kind = attention::ScaleKind::none;
    options.mask.given = sentence.allowed;
    constexpr int enough = 100'000;
    // Words that are all the same have no numbers that teach: these get what can be done.
    for (const Limits& limits : {Limits{-2, 4, true}, Limits{-6, 8, false}})
        for (int tries = 0; tries < enough; ++tries) {
            const Numbers drawn = draw_numbers(sentence, random);
            if (!are_small(drawn, limits)) continue;
            Sums sums{sentence, attention::trace(drawn.input, drawn.layer, options)};
            if ((!limits.teaches || teaches(sums)) && has_its_powers(sums) && comes_out(sums)) return sums;
        }
    throw InputError("worksheet", "no numbers were found for this sentence and mask",
                     "give words that differ, or another seed");
}

// By hand.

double rounded(double number, int decimals) {
    const double unit = std::pow(10.0, decimals);
    return std::round(number * unit) / unit;
}

ByHand by_hand(const Sums& sums) {
    const attention::HeadTrace& head = sums.head();
    const Decimals& d = sums.decimals;
    const Sentence& sentence = sums.sentence;
    const Index m = sentence.m();
    const auto whole = [](const Matrix& matrix) -> Eigen::MatrixXd {
        return matrix.cast<double>().array().round();
    };
    ByHand hand;
    hand.query = whole(sums.trace.x).row(sentence.row) * whole(head.w_q);
    hand.scores = hand.query * whole(head.k).transpose();
    hand.scaled = hand.scores;
    if (sentence.scaled)
        for (Index j = 0; j < m; ++j)
            hand.scaled[j] = rounded(hand.scores[j] / std::sqrt(static_cast<double>(d_k)), d.scaled);
    double largest = -infinity;
    for (Index j = 0; j < m; ++j)
        if (sentence.may_read(sentence.row, j)) largest = std::max(largest, hand.scaled[j]);
    hand.shifted = Eigen::RowVectorXd::Constant(m, -infinity);
    hand.exponentials = Eigen::RowVectorXd::Zero(m);
    for (Index j = 0; j < m; ++j) {
        if (!sentence.may_read(sentence.row, j)) continue;
        hand.shifted[j] = hand.scaled[j] - largest;
        hand.exponentials[j] = rounded(std::exp(hand.shifted[j]), d.exponentials);
    }
    hand.sum = hand.exponentials.sum();
    hand.weights = hand.exponentials / hand.sum;
    for (Index j = 0; j < m; ++j)
        hand.weights[j] = rounded(hand.weights[j], d.weights);
    hand.output = hand.weights * whole(head.v);
    for (Index c = 0; c < d_v; ++c)
        hand.output[c] = rounded(hand.output[c], d.output);
    return hand;
}

namespace {

/// The hand's number is the trace's, and neither is so near to the edge between two roundings that floats
/// decide.
bool is_rounded(double hand, double exact, int decimals) {
    const double unit = std::pow(10.0, decimals), parts = exact * unit;
    const double from_edge = std::abs(parts - std::floor(parts) - 0.5);
    return std::abs(rounded(exact, decimals) - hand) < 0.01 / unit && from_edge > 0.01;
}

template <class Row>
bool are_rounded(const Eigen::RowVectorXd& hand, const Row& exact, int decimals) {
    for (Index j = 0; j < hand.size(); ++j)
        if (std::isfinite(exact[j]) && !is_rounded(hand[j], static_cast<double>(exact[j]), decimals))
            return false;
    return true;
}

} // namespace

bool comes_out(const Sums& sums) {
    const ByHand hand = by_hand(sums);
    const attention::HeadTrace& head = sums.head();
    const Decimals& d = sums.decimals;
    const Index row = sums.sentence.row;
    return std::abs(hand.weights.sum() - 1) < 1e-9 && are_rounded(hand.query, head.q.row(row), 0) &&
           are_rounded(hand.scores, head.scores.row(row), 0) &&
           are_rounded(hand.scaled, head.scaled.row(row), d.scaled) &&
           are_rounded(hand.exponentials, head.numerators.row(row), d.exponentials) &&
           are_rounded(hand.weights, head.weights.row(row), d.weights) &&
           are_rounded(hand.output, head.output.row(row), d.output);
}

} // namespace worksheet
