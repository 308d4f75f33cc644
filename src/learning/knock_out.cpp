#include "learning/knock_out.h"

#include "learning/batch.h"
#include "learning/trainer.h"

namespace learning {

using attention::Quantity;
using model::Intervention;

namespace {

Index heads_at(const model::Place& place, const model::TransformerSizes& sizes) {
    return place.part == model::Part::cross ? sizes.cross_heads : sizes.heads;
}

} // namespace

std::vector<Intervention> interventions(const std::vector<KnockOut>& knock_outs,
                                        const model::TransformerSizes& sizes, const Example& example) {
    std::vector<Intervention> all;
    for (const KnockOut& out : knock_outs) {
        Intervention done{.place = out.place};
        const Index first = out.head.value_or(0);
        const Index last = out.head.value_or(heads_at(out.place, sizes) - 1);
        for (Index head = first; head <= last; ++head) {
            if (!out.relation) {
                done.heads_off.push_back(head);
                continue;
            }
            for (const Wanted& wanted : example.wanted)
                if (wanted.edge == *out.relation)
                    done.overrides.push_back({{Quantity::weights, head, wanted.from, wanted.to}, 0});
        }
        all.push_back(std::move(done));
    }
    return all;
}

std::vector<Index> answers_of(const model::TransformerRun& run, const Example& example) {
    std::vector<Index> answers;
    for (const Asked& asked : example.asked) {
        Index named = 0;
        run.probabilities[static_cast<std::size_t>(asked.output)].row(asked.position).maxCoeff(&named);
        answers.push_back(named);
    }
    return answers;
}

bool is_right_with(const model::Transformer& transformer, const std::vector<KnockOut>& knock_outs,
                   const Example& example) {
    const auto run = model::run(transformer, example.source, example.target,
                                interventions(knock_outs, transformer.sizes, example));
    const std::vector<Index> answers = answers_of(run, example);
    for (std::size_t i = 0; i < answers.size(); ++i)
        if (answers[i] != example.asked[i].answer) return false;
    return true;
}

double exact_with(const model::Transformer& transformer, const Task& task,
                  const std::vector<KnockOut>& knock_outs, Index sentences, const base::StopToken& stop) {
    language::Draw draw(test_seed);
    Index right = 0;
    for (const Example& example : draw_examples(task, sentences, Split::test, draw)) {
        if (stop.stop_requested()) return 0;
        right += is_right_with(transformer, knock_outs, example);
    }
    return static_cast<double>(right) / static_cast<double>(std::max<Index>(sentences, 1));
}

} // namespace learning
