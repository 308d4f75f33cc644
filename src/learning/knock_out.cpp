#include "learning/knock_out.h"

#include "learning/batch.h"
#include "learning/trainer.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace learning {

using attention::Quantity;
using model::Intervention;
using model::Part;

namespace {

/// Its exponential is 0 next to any other score, and it stays finite when scaled.
constexpr float never_read = -1e30F;

Index heads_at(const model::Place& place, const model::TransformerSizes& sizes) {
    return place.part == Part::cross ? sizes.cross_heads : sizes.heads;
}

struct Lengths {
    Index queries, keys;
};

Lengths lengths_at(const model::Place& place, const Example& example) {
    const Index source = std::ssize(example.source), target = std::ssize(example.target);
    return {place.part == Part::encoder ? source : target, place.part == Part::decoder ? target : source};
}

/// How many keys, from the first, a query may read.
Index seen_by(Index query, const model::Place& place, const model::TransformerSizes& sizes,
              const Example& example) {
    const bool is_causal = place.part == Part::decoder || (place.part == Part::encoder && sizes.causal);
    return is_causal ? query + 1 : lengths_at(place, example).keys;
}

/// The control for a relation's key: the example's, or else one of the other words.
std::optional<Index> control_key(const Wanted& wanted, const model::Place& place,
                                 const model::TransformerSizes& sizes, const Example& example) {
    for (const Wanted& control : example.controls)
        if (control.edge == wanted.edge && control.from == wanted.from) return control.to;
    const Index seen = seen_by(wanted.from, place, sizes, example);
    std::vector<Index> others;
    for (Index key = 0; key < seen; ++key) {
        const bool is_wanted = std::ranges::any_of(
            example.wanted, [&](const Wanted& each) { return each.from == wanted.from && each.to == key; });
        if (!is_wanted && (place.part == Part::cross || key != wanted.from)) others.push_back(key);
    }
    if (others.empty()) return std::nullopt;
    std::uint32_t seed = 1;
    for (const Index id : example.source)
        seed = seed * 31 + static_cast<std::uint32_t>(id);
    language::Draw draw(seed + static_cast<std::uint32_t>(wanted.from));
    return others[static_cast<std::size_t>(draw(others.size()))];
}

/// The keys that are no longer read, by query.
std::map<Index, std::set<Index>> keys_of(const KnockOut& out, const model::TransformerSizes& sizes,
                                         const Example& example) {
    std::map<Index, std::set<Index>> keys;
    for (const Wanted& wanted : example.wanted) {
        if (wanted.edge != *out.relation) continue;
        const auto key =
            out.control ? control_key(wanted, out.place, sizes, example) : std::optional(wanted.to);
        if (key && *key < seen_by(wanted.from, out.place, sizes, example)) keys[wanted.from].insert(*key);
        if (!out.control) keys[wanted.from].insert(wanted.also.begin(), wanted.also.end());
    }
    return keys;
}

/// How many keys a query may read, which of them are knocked out `now`, and which including earlier ones.
struct Keys {
    Index seen;
    std::set<Index> now, out;
};

/// Knocks out keys of one query in a head whose weights are `before`.
void knock(Intervention& done, Index head, Index query, const Keys& keys, Instead instead,
           const base::Matrix* before) {
    const auto set = [&](Quantity quantity, Index key, float value) {
        done.overrides.push_back({{quantity, head, query, key}, value});
    };
    const Index left = keys.seen - std::ssize(keys.out);
    if (instead == Instead::renormalised && left > 0) {
        for (const Index key : keys.now)
            set(Quantity::scores, key, never_read);
        return;
    }
    // With nothing else to read, scores that are never read would share the row among them.
    for (const Index key : left == 0 ? keys.out : keys.now)
        set(Quantity::weights, key, 0);
    if (instead != Instead::mean || left == 0) return;
    const auto row = before->row(query);
    float taken = 0;
    for (const Index key : keys.now)
        taken += row(key);
    for (Index key = 0; key < keys.seen; ++key)
        if (!keys.out.contains(key)) set(Quantity::weights, key, row(key) + taken / static_cast<float>(left));
}

/// Knocks out a whole head.
void knock(Intervention& done, Index head, const Lengths& lengths, Instead instead) {
    if (instead != Instead::mean) {
        done.heads_off.push_back(head);
        return;
    }
    for (Index query = 0; query < lengths.queries; ++query)
        for (Index key = 0; key < lengths.keys; ++key)
            done.overrides.push_back({{Quantity::scores, head, query, key}, 0});
}

} // namespace

const char* name_of(Instead instead) {
    switch (instead) {
    case Instead::zero:
        return "zero";
    case Instead::renormalised:
        return "renormalised";
    case Instead::mean:
        break;
    }
    return "mean";
}

std::vector<Intervention> interventions(const std::vector<KnockOut>& knock_outs,
                                        const model::Transformer& transformer, const Example& example,
                                        Instead instead) {
    const model::TransformerSizes& sizes = transformer.sizes;
    std::vector<Intervention> all;
    std::map<std::tuple<Part, Index, Index, Index>, std::set<Index>> keys_out; // by layer, head, query
    for (const KnockOut& out : knock_outs) {
        Intervention done{.place = out.place};
        const Lengths lengths = lengths_at(out.place, example);
        std::optional<model::TransformerRun> before; // with what was knocked out earlier
        if (instead == Instead::mean && out.relation)
            before = model::run(transformer, example.source, example.target, all);
        const Index first = out.head.value_or(0);
        const Index last = out.head.value_or(heads_at(out.place, sizes) - 1);
        for (Index head = first; head <= last; ++head) {
            if (!out.relation) {
                knock(done, head, lengths, instead);
                continue;
            }
            const base::Matrix* weights =
                before ? &before->at(out.place).trace.heads[static_cast<std::size_t>(head)].weights : nullptr;
            for (const auto& [query, keys] : keys_of(out, sizes, example)) {
                std::set<Index>& gone = keys_out[{out.place.part, out.place.layer, head, query}];
                gone.insert(keys.begin(), keys.end());
                knock(done, head, query, {seen_by(query, out.place, sizes, example), keys, gone}, instead,
                      weights);
            }
        }
        all.push_back(std::move(done));
    }
    return all;
}

std::vector<std::vector<KnockOut>> relations_out(const Task& task, const model::TransformerSizes& sizes) {
    std::vector<std::vector<KnockOut>> rows{{}};
    const auto add = [&](const Edge& at, std::optional<Index> head, Index relation, bool control = false) {
        const KnockOut out{{at.cross ? Part::cross : Part::encoder, at.layer}, head, relation, control};
        if (std::ranges::find(rows, std::vector{out}) == rows.end()) rows.push_back({out});
    };
    const auto count = std::ssize(task.edges);
    const auto edge = [&](Index e) { return task.edges[static_cast<std::size_t>(e)]; };
    for (Index e = count - 1; e >= 0; --e) {
        add(edge(e), {}, e);
        if ((edge(e).cross ? sizes.cross_heads : sizes.heads) > 1) add(edge(e), edge(e).head, e);
    }
    for (Index e = count - 1; e >= 0; --e)
        for (Index other = 0; other < count; ++other) {
            const bool same_layer = edge(e).layer == edge(other).layer && edge(e).cross == edge(other).cross;
            if (e != other) add(edge(other), same_layer ? std::optional(edge(other).head) : std::nullopt, e);
        }
    for (Index e = count - 1; e >= 0; --e)
        add(edge(e), {}, e, true);
    return rows;
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

Answered answered(const Task& task, const Example& example, const std::vector<Index>& answers) {
    Answered how = Answered::rightly;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        if (answers[i] == example.asked[i].answer || !task.counts(example.asked[i])) continue;
        const std::vector<Index> candidates =
            task.candidates ? task.candidates(example, example.asked[i]) : std::vector<Index>{};
        if (std::ranges::find(candidates, answers[i]) == candidates.end()) return Answered::with_any;
        how = Answered::with_others;
    }
    return how;
}

Answered answered_with(const model::Transformer& transformer, const Task& task,
                       const std::vector<KnockOut>& knock_outs, const Example& example, Instead instead) {
    const auto run = model::run(transformer, example.source, example.target,
                                interventions(knock_outs, transformer, example, instead));
    return answered(task, example, answers_of(run, example));
}

void Answers::add(Answered how) {
    ++(how == Answered::rightly ? right : how == Answered::with_others ? others : any);
}

Answers answers_with(const model::Transformer& transformer, const Task& task,
                     const std::vector<KnockOut>& knock_outs, Index sentences, Instead instead,
                     const base::StopToken& stop) {
    Answers answers;
    for (const Example& example : test_examples(task, sentences)) {
        if (stop.stop_requested()) return {};
        answers.add(answered_with(transformer, task, knock_outs, example, instead));
    }
    return answers;
}

double chance(const Task& task, const std::vector<Example>& examples) {
    const auto all_answers = static_cast<double>(task.answers().size() - 1); // without padding
    double sum = 0;
    for (const Example& example : examples) {
        double right = 1;
        std::size_t guessed = 0;
        for (const Asked& asked : example.asked) {
            if (!task.counts(asked)) continue;
            const std::size_t candidates = task.candidates ? task.candidates(example, asked).size() : 0;
            right /= candidates > 0 ? static_cast<double>(candidates - guessed) : all_answers;
            if (task.answers_differ) ++guessed;
        }
        sum += right;
    }
    return examples.empty() ? 0 : sum / static_cast<double>(examples.size());
}

} // namespace learning
