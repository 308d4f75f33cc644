#include "workbench/studies/place_study.h"

#include "attention/bias.h"
#include "attention/rms_norm.h"
#include "attention/rotary.h"
#include "attention/score.h"
#include "base/input_error.h"
#include "workbench/document/trained_reading.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace workbench {

using attention::HeadTrace;
using attention::Quantity;
using base::Index;
using base::Matrix;
using base::RowVector;

namespace {

/// A query and a key at each of p places: (p, d_k) both.
struct QueriesAndKeys {
    Matrix q, k;
};

/// Queries and keys of two words of a pass at whatever places.
class TwoWords {
public:
    TwoWords(const Pass& pass, Index query, Index key, Index head)
        : pass_(pass), query_(query), key_(key), head_(head) {
        assert(query < pass.trace.n() && key < pass.trace.input.keys() &&
               head < std::ssize(pass.trace.heads));
    }

    PlacedWords words() const {
        const bool cross = pass_.trace.input.is_cross();
        PlacedWords words{.query = pass_.names.queries[static_cast<std::size_t>(query_)],
                          .key = pass_.names.keys[static_cast<std::size_t>(key_)],
                          .query_place = query_,
                          .key_place = key_,
                          .same = !cross && query_ == key_,
                          .columns = pass_.names.key_width};
        if (!cross) words.sentence = pass_.names.queries;
        return words;
    }

    /// Whether a row can be added to the words' own before they are projected.
    bool can_be_placed() const {
        if (pass_.real) return false; // its rows hold their places, or it turns queries and keys
        if (!pass_.reading) return true;
        const model::Place& place = pass_.reading->places[pass_.reading->shown];
        return place.layer == 0 && place.part != model::Part::cross;
    }

    float divisor() const { return pass_.trace.divisor; }

    /// At a place without any position: (1, d_k).
    QueriesAndKeys alone() const {
        if (can_be_placed()) {
            // As the pass has them, numbers set by hand included, unless it has added positions.
            if (pass_.reading || pass_.input.x_positions.rows() > 0)
                return with(Matrix::Zero(1, pass_.layer->d_model()));
        }
        return {trace().made(trace().latest(Quantity::q_normed)).row(query_),
                trace().made(trace().latest(Quantity::k_normed)).row(key_)};
    }

    /// With a row (p, d_model) added for each place.
    QueriesAndKeys with(const Matrix& positions) const {
        return pass_.reading ? read_with(positions) : projected_with(positions);
    }

    /// The learned positions of the model that has read the words; 0 rows for any other.
    Matrix learned() const {
        if (!pass_.reading || !can_be_placed()) return {};
        return stack().positions;
    }

private:
    const HeadTrace& trace() const { return pass_.trace.heads[static_cast<std::size_t>(head_)]; }

    QueriesAndKeys projected_with(const Matrix& positions) const {
        const attention::Trace& t = pass_.trace;
        const auto made = [&](const Matrix& rows, const Matrix& own, Index word, const Matrix& w,
                              const RowVector& b, Index b_at, const RowVector& norm) {
            RowVector row = rows.row(word);
            if (own.rows() > 0) row -= own.row(word);
            Matrix placed = positions;
            placed.rowwise() += row;
            const Matrix projected = attention::project(
                placed, w, b.size() > 0 ? RowVector(b.segment(b_at, w.cols())) : RowVector());
            return norm.size() > 0 ? attention::rms_normed(projected, norm) : projected;
        };
        const bool cross = t.input.is_cross();
        const attention::Layer& layer = *t.layer;
        return {
            made(t.x, t.input.x_positions, query_, trace().w_q, layer.b_q, head_ * layer.d_k(), layer.q_norm),
            made(cross ? t.memory : t.x, cross ? t.input.memory_positions : t.input.x_positions, key_,
                 trace().w_k, layer.b_k, layer.key_head_of(head_) * layer.d_k(), layer.k_norm)};
    }

    bool of_decoder() const {
        return pass_.reading->places[pass_.reading->shown].part == model::Part::decoder;
    }
    const model::Stack& stack() const {
        const model::Transformer& whole = transformer_of(*pass_.reading->model);
        return of_decoder() ? whole.decoder : whole.encoder;
    }
    /// The first attention of the model with these positions in the place of its own.
    model::Transformer first_attention(const Matrix& positions) const {
        const model::Transformer& whole = transformer_of(*pass_.reading->model);
        model::Transformer first{.sizes = whole.sizes, .encoder = stack()};
        first.encoder.embedding *= whole.sizes.embedding_factor();
        first.encoder.positions = positions;
        model::Block<float>& block = first.encoder.blocks.front();
        first.encoder.blocks = {
            model::Block<float>{.self = block.self, .cross = {}, .mlp_norm = {}, .mlp_1 = {}, .mlp_2 = {}}};
        first.sizes.source_words = first.encoder.embedding.rows();
        first.sizes.target_words = 0;
        first.sizes.layers = 1;
        first.sizes.mlp_width = 0;
        first.sizes.longest = positions.rows();
        first.sizes.outputs = 1;
        first.sizes.tied = true;
        return first;
    }
    /// The model reads the same word at every place.
    QueriesAndKeys read_with(const Matrix& positions) const {
        const model::Transformer first = first_attention(positions);
        const auto& ids = of_decoder() ? pass_.reading->target : pass_.reading->source;
        const auto read = [&](Index word, Quantity quantity) {
            const std::vector<Index> everywhere(static_cast<std::size_t>(positions.rows()),
                                                ids[static_cast<std::size_t>(word)]);
            const model::TransformerRun run = model::run(first, everywhere);
            return run.at({}).trace.heads[static_cast<std::size_t>(head_)].made(quantity);
        };
        return {read(query_, Quantity::q), read(key_, Quantity::k)};
    }

    const Pass& pass_;
    Index query_, key_, head_;
};

QueriesAndKeys everywhere(const QueriesAndKeys& alone, Index places) {
    return {alone.q.replicate(places, 1), alone.k.replicate(places, 1)};
}

/// The scores and what they say about distances.
PlaceScores scored(const TwoWords& words, const QueriesAndKeys& alone, QueriesAndKeys placed,
                   float slope = 0) {
    PlaceScores made{
        .words = words.words(), .q_alone = alone.q, .k_alone = alone.k, .divisor = words.divisor()};
    made.scores = attention::dot_scores(placed.q, placed.k) / made.divisor;
    if (slope != 0) made.scores = attention::biased_scores(made.scores, {.slope = slope});
    made.q = std::move(placed.q);
    made.k = std::move(placed.k);
    const Index p = made.places();
    for (Index distance = 1 - p; distance < p; ++distance) {
        const auto diagonal = made.scores.diagonal(distance);
        // In double: the mean of hundreds of equal numbers is that number.
        made.by_distance.push_back(
            {static_cast<float>(diagonal.cast<double>().mean()), diagonal.minCoeff(), diagonal.maxCoeff()});
        made.spread = std::max(made.spread, diagonal.maxCoeff() - diagonal.minCoeff());
    }
    return made;
}

/// A model of the library with learned positions, reading its own example: its question, and what it reads
/// there most. Null if there is none.
struct LearnedElsewhere {
    std::shared_ptr<const Pass> pass;
    Index query = 0, key = 0, head = 0;
    std::string title;
};
std::unique_ptr<LearnedElsewhere> learned_elsewhere(const Library& library) {
    for (const std::string& id : library.trained->ids()) {
        try {
            if (library.trained->awaited(id)) continue;
            const TrainedPtr model = library.trained->get(id);
            if (!model->transformer || model->transformer->sizes.longest == 0 ||
                model->transformer->sizes.has_decoder() || !library.tasks)
                continue;
            Document document;
            document.text = model->card.example;
            document.weights = TrainedWeights{.id = id};
            auto found = std::make_unique<LearnedElsewhere>();
            found->pass = compute(prepare(document, library));
            found->title = model->card.title;
            found->query = first_asked(*found->pass->reading, *library.tasks->of(*model));
            float most = -1;
            for (Index head = 0; head < std::ssize(found->pass->trace.heads); ++head) {
                Index key = 0;
                const float weight = found->pass->trace.heads[static_cast<std::size_t>(head)]
                                         .weights.row(found->query)
                                         .maxCoeff(&key);
                if (weight <= most) continue;
                most = weight;
                found->key = key;
                found->head = head;
            }
            return found;
        } catch (const base::InputError&) { // a file that cannot be read is no reason to show nothing
        }
    }
    return nullptr;
}

PlaceScores learned_scores(const TwoWords& words) {
    return scored(words, words.alone(), words.with(words.learned()));
}

} // namespace

bool PlaceScores::by_distance_alone() const {
    const float size = scores.size() > 0 ? scores.cwiseAbs().maxCoeff() : 0;
    return spread <= 1e-4F * std::max(1.0F, size);
}

std::shared_ptr<const PlaceStudy> place_study(const Pass& pass, const PlaceStudyOptions& options,
                                              const Library& library, const base::StopToken& stop) {
    const TwoWords words(pass, options.query, options.key, options.head);
    const auto study = std::make_shared<PlaceStudy>();
    study->options = options;
    study->as_read = !words.can_be_placed();
    study->slope = attention::alibi_slope(options.alibi_head, alibi_heads);
    const auto scheme = [&](PlaceScheme which) -> PlaceScores& {
        return study->schemes[static_cast<std::size_t>(which)];
    };
    const Index places =
        std::clamp(std::max(pass.trace.n(), pass.trace.input.keys()), least_places, most_places);
    const QueriesAndKeys alone = words.alone(), plain = everywhere(alone, places);
    scheme(PlaceScheme::none) = scored(words, alone, plain);
    if (stop.stop_requested()) return nullptr;

    study->rotary = options.rotary;
    const Index d_k = alone.q.cols(), pairs = attention::turned_dims(options.rotary, d_k) / 2;
    study->rotary.dims = std::min(2 * pairs, d_k - d_k % 2);
    if (study->rotary.dims >= 2)
        scheme(PlaceScheme::rotary) = scored(
            words, alone,
            {attention::rotated(plain.q, study->rotary, 0), attention::rotated(plain.k, study->rotary, 0)});
    if (stop.stop_requested()) return nullptr;
    scheme(PlaceScheme::alibi) = scored(words, alone, plain, study->slope);
    if (stop.stop_requested()) return nullptr;
    if (words.can_be_placed()) {
        const Matrix waves = pass.reading ? attention::sinusoidal_positions(places, pass.layer->d_model())
                                          : pass.positions(places);
        scheme(PlaceScheme::added) = scored(words, alone, words.with(waves));
    }
    if (stop.stop_requested()) return nullptr;
    if (words.learned().rows() > 0) {
        scheme(PlaceScheme::learned) = learned_scores(words);
    } else if (const auto other = learned_elsewhere(library)) {
        scheme(PlaceScheme::learned) =
            learned_scores(TwoWords(*other->pass, other->query, other->key, other->head));
        study->learned_by = other->title;
    }
    return stop.stop_requested() ? nullptr : study;
}

std::vector<TurnedPair> turned_pairs(const attention::Rotary& rotary, Index d_k) {
    std::vector<TurnedPair> pairs;
    for (Index column = 0; column < d_k; ++column) {
        const attention::Turn turn = attention::turn_of(rotary, d_k, 1, column);
        if (turn.turns && turn.sign < 0) pairs.push_back({column, turn.partner, turn.angle});
    }
    return pairs;
}

Index clearest_pair(const PlaceScores& turned, const std::vector<TurnedPair>& pairs) {
    const auto hand = [](const Matrix& rows, Index place, const TurnedPair& pair) {
        place = std::min(place, rows.rows() - 1);
        return std::pair<double, double>{rows(place, pair.first), rows(place, pair.second)};
    };
    // |q|·|k|·|sin θ|, the area between the hands: nothing if one is short, or both point the same way.
    const auto area = [&](const TurnedPair& pair) {
        const auto [q_a, q_b] = hand(turned.q, turned.words.query_place, pair);
        const auto [k_a, k_b] = hand(turned.k, turned.words.key_place, pair);
        return std::abs(q_a * k_b - q_b * k_a);
    };
    double most = 0;
    for (const TurnedPair& pair : pairs)
        most = std::max(most, area(pair));
    const auto enough = [&](const TurnedPair& pair) { return area(pair) >= 0.25 * most; };
    const auto found = std::find_if(pairs.begin(), pairs.end(), enough);
    return found == pairs.end() ? 0 : found - pairs.begin();
}

Index other_word(const attention::Trace& t, Index head, Index query, Index key) {
    if (t.input.is_cross() || key != query || t.m() < 2) return key;
    RowVector weights = t.heads[static_cast<std::size_t>(head)].weights.row(query);
    weights[query] = -1;
    Index most = 0;
    weights.maxCoeff(&most);
    return most;
}

float turned_score(const Matrix& q, const Matrix& k, const attention::Rotary& rotary, double distance) {
    double sum = 0;
    for (Index a = 0; a < q.cols(); ++a) {
        const attention::Turn turn = attention::turn_of(rotary, q.cols(), 1, a);
        if (!turn.turns) {
            sum += static_cast<double>(q(0, a)) * static_cast<double>(k(0, a));
        } else if (turn.sign < 0) { // the first column of a pair stands for both
            const double q_a = q(0, a), q_b = q(0, turn.partner), k_a = k(0, a), k_b = k(0, turn.partner);
            sum += std::hypot(q_a, q_b) * std::hypot(k_a, k_b) *
                   std::cos(std::atan2(k_b, k_a) - std::atan2(q_b, q_a) + distance * turn.angle);
        }
    }
    return static_cast<float>(sum);
}

} // namespace workbench
