#include "pretrained/reading.h"

#include "base/input_error.h"
#include "pretrained/layer_pass.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

namespace pretrained {

using base::InputError;
using model::Part;
using model::Place;

const Matrix& Reading::stream(Index point) const {
    return point == 0 ? embedded : layers[static_cast<std::size_t>(point) - 1].after;
}

void expect_known_pieces(const Model& model, const std::vector<tokens::Id>& ids) {
    if (ids.empty()) throw InputError("text", "there is no word in it", "type at least one");
    const Index words = model.architecture.words;
    for (const tokens::Id id : ids)
        if (id < 0 || static_cast<Index>(id) >= words)
            throw InputError("text", "the model has no piece " + std::to_string(id),
                             "its pieces are 0 to " + std::to_string(words - 1));
}

namespace {

/// What is done to one layer's attention.
struct Done {
    std::vector<attention::Override> overrides;
    std::vector<Index> heads_off;
    bool operator==(const Done&) const = default;
};

Done done_to(Index layer, const std::vector<Intervention>& interventions) {
    Done done;
    for (const Intervention& each : interventions) {
        if (each.place != Place{Part::encoder, layer}) continue;
        done.overrides.insert(done.overrides.end(), each.overrides.begin(), each.overrides.end());
        done.heads_off.insert(done.heads_off.end(), each.heads_off.begin(), each.heads_off.end());
    }
    return done;
}

attention::Input input_from(const Model& model, Index layer, const Matrix& stream) {
    attention::Input input;
    input.x = normed(model.weights.layers[static_cast<std::size_t>(layer)].attention.before, stream);
    return input;
}

std::shared_ptr<const attention::Trace> stages(const Model& model, Index layer, const Matrix& stream,
                                               Done done, const base::StopToken& stop) {
    attention::Options options = options_of(model, layer);
    options.switched_off = std::move(done.heads_off);
    return std::make_shared<const attention::Trace>(attention::trace(
        input_from(model, layer, stream), layer_of(model, layer), options, std::move(done.overrides), stop));
}

void expect_readable(const Model& model, const std::vector<tokens::Id>& ids) {
    const Index longest = model.architecture.longest;
    if (static_cast<Index>(ids.size()) > longest)
        throw InputError("text",
                         std::to_string(ids.size()) + " pieces are more than the model's positions reach",
                         "give at most " + std::to_string(longest));
    expect_known_pieces(model, ids);
}

void expect_places(const Model& model, const std::vector<Intervention>& interventions) {
    const Index heads = model.architecture.attention.heads;
    const std::string sizes =
        "the model has " + std::to_string(model.layers()) + " layers of " + std::to_string(heads) + " heads";
    for (const Intervention& each : interventions) {
        if (each.place.part != Part::encoder || each.place.layer < 0 || each.place.layer >= model.layers())
            throw InputError("cut", "there is no layer " + std::to_string(each.place.layer + 1), sizes);
        for (const Index head : each.heads_off)
            if (head < 0 || head >= heads)
                throw InputError("cut", "there is no head " + std::to_string(head + 1), sizes);
    }
}

void expect_patches(const Model& model, const std::vector<tokens::Id>& ids,
                    const std::vector<Patch>& patches) {
    for (const Patch& patch : patches)
        if (patch.stack != Part::encoder || patch.point < 0 || patch.point > model.layers() ||
            patch.row < 0 || patch.row >= static_cast<Index>(ids.size()))
            throw InputError("patch",
                             "there is no row " + std::to_string(patch.row) + " at point " +
                                 std::to_string(patch.point),
                             "rows are words, points 0 to " + std::to_string(model.layers()));
}

/// The stream at a point, with what is put into it there.
Matrix with_patches(Matrix x, Index point, const std::vector<Patch>& patches) {
    for (const Patch& patch : patches) {
        if (patch.point != point) continue;
        if (patch.stream.size() != x.cols())
            throw InputError("patch", "its row has " + std::to_string(patch.stream.size()) + " numbers",
                             "the stream has " + std::to_string(x.cols()) + " there");
        x.row(patch.row) = patch.stream;
    }
    return x;
}

} // namespace

namespace {

/// Reads on through the layers that `made` does not have yet.
void read_on(const Model& model, Reading& made, const std::vector<Patch>& patches, int threads,
             const base::StopToken& stop) {
    for (auto i = std::ssize(made.layers); i < model.layers() && !stop.stop_requested(); ++i) {
        model.files.expect_whole();
        const LayerWeights& w = model.weights.layers[static_cast<std::size_t>(i)];
        const Matrix& x = made.stream(i);
        Done done = done_to(i, made.interventions);
        // A cell set by hand changes a stage, so all stages are made; otherwise the quick form does.
        const Matrix attention = done.overrides.empty() ? attended(model, i, normed(w.attention.before, x),
                                                                   done.heads_off, threads)
                                                        : stages(model, i, x, std::move(done), stop)->output;
        if (stop.stop_requested()) break;
        LayerReading layer;
        layer.after_attention = joined_stream(w.attention, w.wider, x, attention, threads);
        const Matrix mlp = through_mlp(model, i, normed(w.mlp.before, layer.after_attention), threads);
        layer.after =
            with_patches(joined_stream(w.mlp, {}, layer.after_attention, mlp, threads), i + 1, patches);
        expect_finite(layer.after, "layer " + std::to_string(i + 1));
        made.layers.push_back(std::move(layer));
    }
}

} // namespace

Reading read(const Model& model, const std::vector<tokens::Id>& ids,
             const std::vector<Intervention>& interventions, const std::vector<Patch>& patches, int threads,
             const base::StopToken& stop) {
    model.files.expect_whole(); // the embedding is in them, too
    expect_readable(model, ids);
    expect_places(model, interventions);
    expect_patches(model, ids, patches);
    Reading made{.ids = ids, .interventions = interventions, .embedded = {}, .layers = {}};
    made.embedded = with_patches(embedded(model, ids, 0), 0, patches);
    read_on(model, made, patches, threads, stop);
    return made;
}

Reading read_again(const Model& model, const Reading& like, const std::vector<Intervention>& interventions,
                   int threads, const base::StopToken& stop) {
    expect_places(model, interventions);
    Reading made{.ids = like.ids, .interventions = interventions, .embedded = like.embedded, .layers = {}};
    for (Index i = 0; i < std::ssize(like.layers); ++i) {
        if (done_to(i, interventions) != done_to(i, like.interventions)) break;
        made.layers.push_back(like.layers[static_cast<std::size_t>(i)]);
    }
    read_on(model, made, {}, threads, stop);
    return made;
}

attention::Input input_of(const Model& model, const Reading& reading, Index layer) {
    assert(layer >= 0 && layer < model.layers());
    return input_from(model, layer, reading.stream(layer));
}

std::shared_ptr<const attention::Trace> trace_of(const Model& model, const Reading& reading, Index layer,
                                                 const base::StopToken& stop) {
    assert(layer >= 0 && layer < model.layers());
    return stages(model, layer, reading.stream(layer), done_to(layer, reading.interventions), stop);
}

Matrix logits(const Model& model, const Matrix& stream, int threads) {
    assert(model.has_words());
    model.files.expect_whole();
    const Readout& readout = model.weights.readout;
    Matrix x = normed(readout.norm, stream);
    if (!readout.dense.empty()) {
        x = applied(readout.dense, x, threads);
        activate(model.architecture.readout_activation, x);
        x = normed(readout.dense_norm, x);
    }
    Matrix found = applied(readout.words, x, threads);
    const float cap = model.architecture.readout_softcap;
    if (cap > 0) found = cap * (found.array() / cap).tanh();
    expect_finite(found, "logits");
    return found;
}

std::vector<Guess> likeliest(const RowVector& logits, Index count) {
    std::vector<Index> order(static_cast<std::size_t>(logits.size()));
    std::iota(order.begin(), order.end(), Index{0});
    const auto most = order.begin() + std::min(count, logits.size());
    std::partial_sort(order.begin(), most, order.end(),
                      [&](Index a, Index b) { return std::pair(-logits[a], a) < std::pair(-logits[b], b); });
    if (order.empty()) return {};
    const double largest = logits[order.front()];
    double sum = 0;
    for (const float logit : logits)
        sum += std::exp(static_cast<double>(logit) - largest);
    std::vector<Guess> guesses;
    for (auto id = order.begin(); id != most; ++id)
        guesses.push_back({static_cast<tokens::Id>(*id),
                           static_cast<float>(std::exp(static_cast<double>(logits[*id]) - largest) / sum)});
    return guesses;
}

} // namespace pretrained
