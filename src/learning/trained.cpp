#include "learning/trained.h"

#include "base/input_error.h"
#include "language/tokenizer.h"
#include "learning/batch.h"
#include "model/tensor_numbers.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <iomanip>
#include <span>
#include <sstream>

namespace learning {

using base::InputError;

namespace {

/// 2026-11-23
std::string today() {
    using namespace std::chrono;
    const year_month_day date = floor<days>(system_clock::now());
    std::ostringstream text;
    text << std::setfill('0') << std::setw(4) << static_cast<int>(date.year()) << '-' << std::setw(2)
         << static_cast<unsigned>(date.month()) << '-' << std::setw(2) << static_cast<unsigned>(date.day());
    return text.str();
}

/// The first sentence that the task comes with.
void set_example(ModelCard& card, const Task& task) {
    if (task.presets.empty()) return;
    const Preset& preset = task.presets.front();
    if (task.architecture != Architecture::encoder_decoder) {
        card.example = preset.sentence;
        return;
    }
    card.example_source = preset.sentence;
    for (const std::string& word : preset.answers)
        if (word != preset.answers.back())
            card.example += (card.example.empty() ? "" : " ") + word; // no end token
}

/// Whether a model can be asked what the task asks.
bool answers_to(const model::Transformer& transformer, const Task& task) {
    const model::TransformerSizes& sizes = transformer.sizes;
    return !is_recurrent(task) &&
           sizes.has_decoder() == (task.architecture == Architecture::encoder_decoder) &&
           sizes.causal == (task.architecture == Architecture::causal) &&
           sizes.outputs == static_cast<Index>(task.outputs.size()) &&
           (sizes.longest == 0 || sizes.longest == task.longest) && has_heads_of(task.edges, sizes);
}

} // namespace

bool has_heads_of(const std::vector<Edge>& edges, const model::TransformerSizes& sizes) {
    return std::ranges::all_of(edges, [&](const Edge& edge) {
        const Index heads = edge.cross ? sizes.cross_heads : sizes.heads;
        return edge.layer >= 0 && edge.layer < sizes.layers && edge.head >= 0 && edge.head < heads &&
               (!edge.cross || sizes.has_decoder());
    });
}

std::string weights_hash(const Trained& trained) {
    // FNV-1a (Fowler, Noll, Vo 1991), 64 bits, over names and little-endian numbers.
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    const auto add = [&hash](std::uint64_t byte) { hash = (hash ^ byte) * 0x100000001b3ULL; };
    const auto add_numbers = [&](const std::string& name, Index rows, Index columns, const float* numbers) {
        for (const char byte : name)
            add(static_cast<unsigned char>(byte));
        for (Index i = 0; i < rows * columns; ++i) {
            const auto bits = std::bit_cast<std::uint32_t>(numbers[i]);
            for (int shift = 0; shift < 32; shift += 8)
                add((bits >> shift) & 0xFF);
        }
    };
    if (trained.transformer) {
        model::Transformer copy = *trained.transformer; // because visiting needs write access
        visit_parameters(copy, add_numbers);
    } else {
        RecurrentModel copy = *trained.recurrent;
        visit_parameters(copy, add_numbers);
    }
    std::ostringstream text;
    text << std::hex << std::setfill('0') << std::setw(16) << hash;
    return text.str();
}

Trained trained_so_far(const Trainer& trainer) {
    Trained trained;
    trained.card = {.name = {},
                    .task = trainer.task().id,
                    .title = trainer.task().title,
                    .outputs = trainer.task().outputs,
                    .edges = trainer.task().edges,
                    .seed = trainer.choices().seed,
                    .steps = trainer.steps_made(),
                    .hint = trainer.recipe().hint_share > 0,
                    .learning_rate = trainer.learning_rate(),
                    .rate_changes = trainer.rate_changes(),
                    .date = {},
                    .weight_on_wanted = std::vector<double>(trainer.task().edges.size(), 0),
                    .wanted_head = std::vector<Index>(trainer.task().edges.size(), 0),
                    .example = {},
                    .example_source = {}};
    set_example(trained.card, trainer.task());
    trained.source = trainer.task().source;
    trained.target = trainer.task().target;
    if (const auto* transformer = trainer.transformer())
        trained.transformer = std::make_shared<const model::Transformer>(*transformer);
    else
        trained.recurrent = std::make_shared<const RecurrentModel>(*trainer.recurrent());
    return trained;
}

void test(Trained& trained, Network& network, const Task& task, Index sentences,
          const base::StopToken& stop) {
    const Evaluation found = evaluate(network, task, sentences, stop);
    trained.card.date = today();
    trained.card.sentences = sentences;
    trained.card.accuracy = found.accuracy;
    trained.card.exact = found.exact;
    trained.card.weight_on_wanted = found.weight_on_wanted;
    trained.card.wanted_head = found.wanted_head;
}

Trained rounded_to_half(Trained trained) {
    const auto round = [](const std::string&, Index rows, Index columns, float* numbers) {
        std::transform(numbers, numbers + rows * columns, numbers, model::rounded_to_half);
    };
    if (trained.transformer) {
        auto rounded = std::make_shared<model::Transformer>(*trained.transformer);
        visit_parameters(*rounded, round);
        trained.transformer = std::move(rounded);
    } else {
        auto rounded = std::make_shared<RecurrentModel>(*trained.recurrent);
        visit_parameters(*rounded, round);
        trained.recurrent = std::move(rounded);
    }
    return trained;
}

double sureness(const Trained& trained, const Task& task) {
    const std::unique_ptr<Network> network = network_of(trained);
    double sum = 0;
    Index answers = 0;
    for (const Preset& preset : task.presets) {
        const Example example = question(task, language::tokenize(preset.sentence), Author::task);
        const Batch batch = batch_of(std::span(&example, 1), task.architecture == Architecture::causal);
        const auto& probabilities = network->answer(batch);
        for (std::size_t i = 0; i < example.asked.size(); ++i) {
            const float p = probabilities(static_cast<Index>(i), example.asked[i].answer);
            sum += std::log(static_cast<double>(p));
            ++answers;
        }
    }
    return answers > 0 ? sum / static_cast<double>(answers) : 0;
}

Trained trained_by(Trainer& trainer, Index sentences) {
    Trained trained = trained_so_far(trainer);
    test(trained, trainer.network(), trainer.task(), sentences);
    return trained;
}

std::unique_ptr<Network> network_of(const Trained& trained) {
    if (trained.transformer) return std::make_unique<TransformerNetwork>(*trained.transformer);
    return std::make_unique<RecurrentNetwork>(*trained.recurrent);
}

void expect_same_words(const Trained& trained, const Task& task) {
    if (trained.source.words() != task.source.words() || trained.target.words() != task.target.words())
        throw InputError("model", "it was trained with other words than the grammar has now",
                         "train it again");
    const bool fits = trained.transformer ? answers_to(*trained.transformer, task) : is_recurrent(task);
    if (!fits) throw InputError("model", "it was trained for another form of this task", "train it again");
}

// With z = 1.96 and the share p of n: (p + z²/2n ± z·√(p(1 − p)/n + z²/4n²)) / (1 + z²/n).
Interval Share::interval() const {
    if (all <= 0) return {};
    constexpr double z = 1.959963984540054; // 97.5 % of a normal distribution lie below
    const double n = static_cast<double>(all), p = value();
    const double middle = p + z * z / (2 * n), half = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    const double whole = 1 + z * z / n;
    // With all or none right, one end is 1 or 0, which rounding may miss.
    return {count == 0 ? 0 : (middle - half) / whole, count == all ? 1 : (middle + half) / whole};
}

} // namespace learning
