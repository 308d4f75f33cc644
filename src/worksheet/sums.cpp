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
    sentence.rows = rows, sentence.columns = columns;
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
    if (wanted && *wanted != sentence.row)
        sentence.passed_over = sentence.queries[static_cast<std::size_t>(*wanted)];

    sentence.scaled = prepared.document.scale.kind != attention::ScaleKind::none;
    sentence.several_heads = prepared.layer->heads > 1;
    sentence.other_score = prepared.document.score != attention::ScoreFunction::dot;
    return sentence;
}

Sentence sentence_asking(const std::string& word, const workbench::Prepared& prepared,
                         const std::string& where) {
    const std::vector<std::string>& words = prepared.names.queries;
    if (std::ranges::find(words, word) == words.end())
        throw InputError(where, "“" + word + "” is not in the sentence", "give one of its words");
    constexpr std::size_t most_named = 6;
    std::vector<std::string> others;
    for (Index i = static_cast<Index>(words.size()); i-- > 0;) {
        const std::string& at = words[static_cast<std::size_t>(i)];
        if (at != word && (others.size() == most_named || !is_word(at))) continue;
        Sentence sentence = sentence_of(prepared, i);
        if (!sentence.passed_over.empty()) continue;
        if (at == word) return sentence;
        if (std::ranges::find(others, at) == others.end()) others.push_back(at);
    }
    std::string hint;
    for (const std::string& other : others)
        hint = "“" + other + "”" + (hint.empty() ? "" : ", ") + hint; // in the order of the sentence
    throw InputError(
        where, "the mask leaves “" + word + "” fewer than two words to read, so there is nothing to weigh",
        "give a word that may read more: " + hint);
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
struct DrawnNumbers {
    attention::Input input;
    attention::Layer layer;
};

DrawnNumbers draw_numbers(const Sentence& sentence, model::Random& random) {
    std::map<std::string, base::RowVector> known;
    DrawnNumbers drawn;
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
bool are_small(const DrawnNumbers& drawn, const Limits& limits) {
    const Matrix& source = drawn.input.is_cross() ? drawn.input.memory : drawn.input.x;
    return is_within(source.lazyProduct(drawn.layer.w_k), limits) &&
           is_within(drawn.input.x.lazyProduct(drawn.layer.w_q), limits) &&
           is_within(source.lazyProduct(drawn.layer.w_v), limits);
}

Eigen::MatrixXd written(const Matrix& matrix, int decimals) {
    return matrix.cast<double>().unaryExpr([decimals](double number) { return rounded(number, decimals); });
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
           most_read(sums).size() == 1 && !all_alike;
}

/// Whether every power of e that is needed stands in the sheet's table.
bool has_its_powers(const Sums& sums, float lowest = lowest_power) {
    const attention::HeadTrace& head = sums.head();
    const auto scores = head.made(head.latest(attention::Quantity::masked)).row(sums.sentence.row).array();
    return (scores - head.row_max[sums.sentence.row] >= lowest || scores.isInf()).all();
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
            const DrawnNumbers drawn = draw_numbers(sentence, random);
            if (!are_small(drawn, limits)) continue;
            Sums sums{sentence, attention::trace(drawn.input, drawn.layer, options)};
            if ((!limits.teaches || teaches(sums)) && has_its_powers(sums) && comes_out(sums) &&
                adds_up(sums))
                return sums;
        }
    throw InputError("worksheet", "no numbers were found for this sentence and mask",
                     "give words that differ, or another seed");
}

// The document's own numbers.

namespace {

/// The fewest decimals, up to `most`, with which all numbers are exact.
int decimals_needed(const Matrix& matrix, int most) {
    int decimals = 0;
    while (decimals < most &&
           (matrix.cast<double>() - written(matrix, decimals)).cwiseAbs().maxCoeff() > 1e-4)
        ++decimals;
    return decimals;
}

/// These rows, rounded to one decimal.
Matrix rounded_rows(const Matrix& matrix, const std::vector<Index>& places) {
    Matrix rows(static_cast<Index>(places.size()), matrix.cols());
    for (Index i = 0; i < rows.rows(); ++i)
        rows.row(i) = matrix.row(places[static_cast<std::size_t>(i)]);
    return written(rows, 1).cast<float>();
}

/// Whether the sheet's steps alone give the weights of the document.
bool takes_no_other_steps(const workbench::Pass& pass, bool scaled) {
    const attention::HeadTrace& head = pass.trace.heads.front();
    attention::Options options;
    if (!scaled) options.scale.kind = attention::ScaleKind::none;
    options.mask.given = pass.trace.allowed;
    attention::Layer layer;
    layer.w_q = head.w_q, layer.w_k = head.w_k, layer.w_v = head.w_v;
    const attention::Trace plain = attention::trace(
        {.x = pass.trace.x, .memory = pass.trace.memory, .x_positions = {}, .memory_positions = {}}, layer,
        options);
    const attention::HeadTrace& same = plain.heads.front();
    return same.weights.isApprox(head.weights, 1e-4F) && same.output.isApprox(head.output, 1e-4F) &&
           pass.trace.options.is_on(0) && head.dropped.size() == 0;
}

/// The fewest decimals with which the hand gets what the pass has, and with `sum` weights that add up to 1
/// besides. False: with none.
bool finds_decimals(Sums& sums, bool sum) {
    Decimals& d = sums.decimals;
    const attention::HeadTrace& head = sums.head();
    d.x = decimals_needed(sums.trace.x, 1), d.w_q = decimals_needed(head.w_q, 1);
    d.keys = decimals_needed(head.k, 1), d.values = decimals_needed(head.v, 1);
    d.query = decimals_needed(head.q, 2);
    const int least = decimals_needed(head.scores, 1);
    for (d.scores = least; d.scores <= 2; ++d.scores)
        for (d.scaled = 1; d.scaled <= 2; ++d.scaled)
            for (d.root = 2; d.root <= 3; ++d.root)
                for (d.exponentials = 2; d.exponentials <= 3; ++d.exponentials)
                    for (d.weights = 2; d.weights <= 3; ++d.weights)
                        for (d.output = 1; d.output <= 2; ++d.output)
                            if (comes_out(sums) && (!sum || adds_up(sums))) return true;
    return false;
}

} // namespace

std::optional<Sums> own_sums(Sentence& sentence, const workbench::Pass& pass) {
    const auto refuse = [&](Numbers why) {
        sentence.numbers = why;
        return std::nullopt;
    };
    constexpr Index most_in_row = 6, most_in_key = 4;
    constexpr float largest = 100;
    if (sentence.several_heads || sentence.other_score) return refuse(Numbers::drawn); // said by these
    const attention::HeadTrace& head = pass.trace.heads.front();
    if (pass.trace.x.cols() > most_in_row || head.w_k.cols() > most_in_key || head.w_v.cols() > most_in_key ||
        pass.trace.x.cwiseAbs().maxCoeff() >= largest || head.scores.cwiseAbs().maxCoeff() >= largest)
        return refuse(Numbers::too_many);
    if (!takes_no_other_steps(pass, sentence.scaled)) return refuse(Numbers::other_steps);
    const Index read = sentence.cross ? pass.trace.memory.rows() : pass.trace.x.rows();
    if (std::ssize(sentence.cross ? sentence.columns : sentence.rows) != read)
        return refuse(Numbers::fewer_words); // every softmax runs over all of them
    attention::Input input{.x = rounded_rows(pass.trace.x, sentence.rows),
                           .memory = {},
                           .x_positions = {},
                           .memory_positions = {}};
    if (sentence.cross) input.memory = rounded_rows(pass.trace.memory, sentence.columns);
    attention::Layer layer;
    layer.w_q = written(head.w_q, 1).cast<float>();
    layer.w_k = written(head.w_k, 1).cast<float>();
    layer.w_v = written(head.w_v, 1).cast<float>();
    attention::Options options;
    if (!sentence.scaled) options.scale.kind = attention::ScaleKind::none;
    options.mask.given = sentence.allowed;
    const bool exact = layer.w_q.isApprox(head.w_q) && layer.w_k.isApprox(head.w_k) &&
                       layer.w_v.isApprox(head.w_v) && decimals_needed(pass.trace.x, 2) < 2 &&
                       (!sentence.cross || decimals_needed(pass.trace.memory, 2) < 2);
    Sums sums{sentence, attention::trace(input, layer, options)};
    if (!finds_decimals(sums, true) && !finds_decimals(sums, false)) return refuse(Numbers::not_by_hand);
    sentence.numbers = exact ? Numbers::own : Numbers::own_rounded;
    sums.sentence = sentence;
    return sums;
}

double written_root(const Sums& sums) {
    const double root = std::sqrt(static_cast<double>(sums.head().k.cols()));
    return root == std::round(root) ? root : rounded(root, sums.decimals.root);
}

namespace {

/// Whether the table of powers has every tenth, and not only the numbers that a division by 1 or 2 gives.
bool goes_by_tenths(const Sums& sums) {
    const double root = sums.sentence.scaled ? written_root(sums) : 1;
    return sums.decimals.scores > 0 || (root != 1 && root != 2);
}

} // namespace

bool has_table(const Sums& sums) {
    const Decimals& d = sums.decimals;
    // A table of tenths ends one short of it: what is written as −6.0 is not there.
    return (sums.sentence.scaled ? d.scaled : d.scores) <= 1 && d.exponentials == 3 &&
           has_its_powers(sums, goes_by_tenths(sums) ? lowest_power + 0.05F : lowest_power);
}

std::vector<std::vector<double>> powers_in_rows(const Sums& sums) {
    const double root = sums.sentence.scaled ? written_root(sums) : 1;
    std::vector<std::vector<double>> rows;
    if (goes_by_tenths(sums)) {
        for (int whole = 0; - whole > static_cast<int>(lowest_power); ++whole) {
            rows.emplace_back();
            for (int tenth = 0; tenth < 10; ++tenth)
                rows.back().push_back(-whole - tenth / 10.0);
        }
        return rows;
    }
    rows.emplace_back();
    for (int i = 0; - i / root >= static_cast<double>(lowest_power); ++i)
        rows.back().push_back(-i / root);
    return rows;
}

std::vector<Index> most_read(const Sums& sums) {
    const auto row = sums.head().weights.row(sums.sentence.row);
    const auto as_written = [&](Index key) {
        return rounded(static_cast<double>(row[key]), sums.decimals.weights);
    };
    const double most = rounded(static_cast<double>(row.maxCoeff()), sums.decimals.weights);
    std::vector<Index> keys;
    for (Index key = 0; key < row.size(); ++key)
        if (as_written(key) == most) keys.push_back(key);
    return keys;
}

// By hand.

double rounded(double number, int decimals) {
    const double unit = std::pow(10.0, decimals);
    return std::round(number * unit) / unit;
}

namespace {

/// All scores, (n, m), from queries and keys as written.
Eigen::MatrixXd scores_by_hand(const Sums& sums) {
    const Decimals& d = sums.decimals;
    const Eigen::MatrixXd exact =
        written(sums.head().q, d.query) * written(sums.head().k, d.keys).transpose();
    return exact.unaryExpr([&](double score) { return rounded(score, d.scores); });
}

} // namespace

ByHand by_hand(const Sums& sums) {
    const attention::HeadTrace& head = sums.head();
    const Decimals& d = sums.decimals;
    const Sentence& sentence = sums.sentence;
    const Index m = sentence.m();
    ByHand hand;
    hand.query = written(sums.trace.x, d.x).row(sentence.row) * written(head.w_q, d.w_q);
    for (Index c = 0; c < hand.query.size(); ++c)
        hand.query[c] = rounded(hand.query[c], d.query);
    hand.scores = scores_by_hand(sums).row(sentence.row);
    hand.scaled = hand.scores;
    if (sentence.scaled)
        for (Index j = 0; j < m; ++j)
            hand.scaled[j] = rounded(hand.scores[j] / written_root(sums), d.scaled);
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
    hand.output = hand.weights * written(head.v, d.values);
    for (Index c = 0; c < hand.output.size(); ++c)
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
    const Eigen::MatrixXd scores = scores_by_hand(sums);
    for (Index i = 0; i < scores.rows(); ++i)
        if (!are_rounded(scores.row(i), head.scores.row(i), d.scores)) return false;
    return are_rounded(hand.query, head.q.row(row), d.query) &&
           (!sums.sentence.scaled || are_rounded(hand.scaled, head.scaled.row(row), d.scaled)) &&
           are_rounded(hand.exponentials, head.numerators.row(row), d.exponentials) &&
           are_rounded(hand.weights, head.weights.row(row), d.weights) &&
           are_rounded(hand.output, head.output.row(row), d.output);
}

bool adds_up(const Sums& sums) {
    return std::abs(by_hand(sums).weights.sum() - 1) < 1e-9;
}

} // namespace worksheet
