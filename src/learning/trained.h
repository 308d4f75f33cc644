#pragma once
// A trained model and its card: how it was made, and how good it is.

#include "base/matrix.h"
#include "learning/trainer.h"

#include <memory>
#include <string>
#include <vector>

namespace learning {

/// How a model was made, and how good it is.
struct ModelCard {
    std::string name; ///< given by whoever kept it; empty for a model of the command line
    std::string task, title;
    std::vector<std::string> outputs;
    std::vector<Edge> edges;
    std::uint32_t seed = 1;
    Index of_seeds = 0; ///< the surest of so many: see sureness(); 0: not chosen
    Index steps = 0;
    bool hint = false;                    ///< attention was given the task's hint at first
    float learning_rate = 0;              ///< at its peak
    std::vector<RateChange> rate_changes; ///< chosen while it was trained
    std::string date;                     ///< 2026-11-23
    Index sentences = 0;                  ///< that it was tested on
    double accuracy = 0;                  ///< share of the questions answered correctly
    double exact = 0;                     ///< share of the sentences with every answer right
    std::vector<double> weight_on_wanted; ///< for each edge, by the head of its attention that gives it most
    std::vector<Index> wanted_head;       ///< that head, from 0
    std::string example;                  ///< a sentence that it reads; with a decoder, one that it writes
    std::string example_source;           ///< with a decoder: the sentence that is translated

    /// What distinguishes it from other models of its task: "own", its name; "hinted" or "unhinted", how it
    /// was trained; empty where the title does.
    const char* distinction() const {
        if (!name.empty()) return "own";
        if (edges.empty()) return "";
        return hint ? "hinted" : "unhinted";
    }
};

/// A model that can answer. One of the two is set.
struct Trained {
    ModelCard card;
    language::Vocabulary source, target;
    std::shared_ptr<const model::Transformer> transformer = {};
    std::shared_ptr<const RecurrentModel> recurrent = {};

    const language::Vocabulary& answers() const {
        return transformer && transformer->sizes.has_decoder() ? target : source;
    }
};

/// Identifies a model's weights, whatever its file is called: 16 hexadecimal digits, from every number and
/// the name of its tensor.
std::string weights_hash(const Trained& trained);

/// What a trainer has made so far, not yet tested: the card has no figures.
Trained trained_so_far(const Trainer& trainer);
/// Tests a model on new sentences and writes on its card how good it is, and when. Figures must not be used
/// when `stop` was requested.
void test(Trained& trained, Network& network, const Task& task, Index sentences,
          const base::StopToken& stop = {});
/// The same model with every number rounded to 16 bits: its file is half as large.
Trained rounded_to_half(Trained trained);
/// How surely a model answers the task's own sentences: the mean of ln p of each right answer; 0 where there
/// is none. Throws InputError as question() does.
double sureness(const Trained& trained, const Task& task);
/// What a trainer has made so far, tested.
Trained trained_by(Trainer& trainer, Index sentences);

/// True when a transformer of these sizes has the head of every edge.
bool has_heads_of(const std::vector<Edge>& edges, const model::TransformerSizes& sizes);
/// The model, to be evaluated.
std::unique_ptr<Network> network_of(const Trained& trained);
/// Throws InputError when the task no longer has the model's words, or needs what the model lacks: more
/// outputs, a head.
void expect_same_words(const Trained& trained, const Task& task);

// A share that was counted, and how far it can be trusted.

struct Interval {
    double low = 0, high = 1;
};

/// `count` of `all` that were examined.
struct Share {
    Index count = 0, all = 0;

    double value() const { return all > 0 ? static_cast<double>(count) / static_cast<double>(all) : 0; }
    /// Wilson's score interval, which contains the true share in 95 of 100 samples. It stays within 0 and 1,
    /// and is right near them too, where p ± 1.96·√(p(1 − p)/n) is not: of 500 that are all right it begins
    /// at 99.2 %. 0 to 1 where nothing was examined. Source: Wilson 1927, "Probable inference, the law of
    /// succession, and statistical inference".
    Interval interval() const;
};

} // namespace learning
