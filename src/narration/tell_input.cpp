// The first stages: words become rows of numbers, and rows become queries, keys and values.

#include "narration/narrate.h"

#include <cmath>
#include <optional>
#include <vector>

namespace narration {
namespace {

using attention::Quantity;

/// The word whose row is marked; rows of keys and values belong to the key words.
Paragraph marked_word(const Narrator& narrator) {
    const bool of_keys = attention::row_axis(narrator.cell.quantity) == attention::Axis::keys;
    return of_keys ? narrator.wording.key(narrator.cell.row) : narrator.wording.query(narrator.cell.row);
}

/// "a living thing (1.00) and a feeling (0.50)".
Paragraph features_of(const Narrator& narrator, const RowVector& row) {
    std::vector<Paragraph> features;
    for (const Index j : by_size(row)) {
        if (row(j) <= 0) break;
        Paragraph feature =
            toned(narrator.wording.noun(narrator.subject.names.column(Quantity::x, j)) + " (");
        for (Span& span : number(row(j)))
            feature.push_back(std::move(span));
        feature.push_back({")"});
        features.push_back(std::move(feature));
    }
    return narrator.wording.listed(features);
}

void tell_meaning(Narrator& narrator, const RowVector& row) {
    if (!narrator.wording.words()) {
        narrator.say("input.numeric");
    } else if (!narrator.subject.hand_set) {
        narrator.say(narrator.subject.trained ? "input.trained" : "input.no_names");
    } else {
        narrator.say("input.hand_set");
        const Paragraph features = features_of(narrator, row);
        narrator.set("features", features);
        if (!features.empty())
            narrator.say("input.features");
        else if (row.isZero(0))
            narrator.say("input.nothing");
    }
}

/// Another row with the same position as `row`; empty if the pattern does not repeat.
std::optional<Index> same_position(const Matrix& positions, Index row) {
    constexpr float near = 1e-4F;
    for (Index i = 0; i < positions.rows(); ++i)
        if (i != row && std::abs(positions(i, 0) - positions(row, 0)) <= near &&
            (positions.row(i) - positions.row(row)).cwiseAbs().maxCoeff<Eigen::PropagateNaN>() <= near)
            return i;
    return std::nullopt;
}

void tell_position(Narrator& narrator, const Matrix& positions) {
    if (narrator.subject.trained) return; // positions came in before the first layer
    if (positions.rows() == 0) {
        narrator.say(narrator.wording.words() ? "input.no_position" : "input.no_position_rows");
        return;
    }
    const auto other = same_position(positions, narrator.cell.row);
    narrator.set("place", narrator.cell.row + 1);
    narrator.set("other_place", other.value_or(0) + 1);
    narrator.say(other ? "input.position_repeats" : "input.position");
}

} // namespace

void tell_input(Narrator& narrator) {
    const bool memory = attention::row_axis(narrator.cell.quantity) == attention::Axis::keys;
    const Matrix& positions = memory ? narrator.t.input.memory_positions : narrator.t.input.x_positions;
    const Matrix& given = memory ? narrator.t.input.memory : narrator.t.input.x;
    const Matrix& rows = memory ? narrator.t.memory : narrator.t.x;
    narrator.set("word", marked_word(narrator));
    narrator.ask("input.question");
    // Once positions are added, the features can no longer be read off the row.
    tell_meaning(narrator, (positions.rows() > 0 ? given : rows).row(narrator.cell.row));
    narrator.new_paragraph();
    tell_position(narrator, positions);
    if (narrator.t.input.is_cross()) narrator.say(memory ? "input.cross_memory" : "input.cross");
}

namespace {

/// The names of texts and quantities that differ between queries, keys and values.
struct Projection {
    const char* name; ///< "q": the texts' section
    const char* weight;
    const base::RowVector& bias;
    const Matrix& result;
    const std::vector<std::string>& dimensions;
};

Projection projection_of(const Narrator& narrator) {
    const language::Names& names = narrator.subject.names;
    const attention::Layer& layer = *narrator.t.layer;
    switch (narrator.cell.quantity) {
    case Quantity::k:
        return {"k", "W_K", layer.b_k, narrator.head.k, names.key_width};
    case Quantity::v:
        return {"v", "W_V", layer.b_v, narrator.head.v, names.value_width};
    default:
        return {"q", "W_Q", layer.b_q, narrator.head.q, names.key_width};
    }
}

/// What the row says if dimensions have names, or how it was computed if they have none.
void tell_row(Narrator& narrator, const Projection& p) {
    const std::string section = std::string("project.") + p.name;
    if (!narrator.subject.hand_set) {
        narrator.set("width", p.result.cols());
        narrator.say(section + ".numbers");
        return;
    }
    narrator.say(section + ".hand_set");
    const RowVector row = p.result.row(narrator.cell.row);
    const Paragraph dimensions = narrator.dimensions(p.result, narrator.cell.row, p.dimensions);
    narrator.set("dimensions", dimensions);
    narrator.set("largest", row.maxCoeff());
    // Zeros score 0, except where a network makes the score.
    const bool zeros_score_0 = narrator.t.options.score != attention::ScoreFunction::additive;
    const bool is_value = narrator.cell.quantity == Quantity::v;
    if (!dimensions.empty())
        narrator.say(section + ".wants");
    else
        narrator.say(section + (row.isZero(0) && (is_value || zeros_score_0) ? ".nothing" : ".little"));
}

/// Where most of the marked number comes from.
void tell_main_feature(Narrator& narrator) {
    const auto main = main_term(attention::explain(narrator.t, narrator.cell));
    if (!main) return;
    const std::string name = narrator.subject.names.column(Quantity::x, main->term.index);
    narrator.set_product(main->term);
    if (narrator.subject.hand_set) {
        narrator.set("feature", name);
        narrator.say(main->alone ? "project.all_from_feature" : "project.most_from_feature");
    } else {
        narrator.set("feature", narrator.wording.noun(name));
        narrator.say("project.most_from_number");
    }
}

/// Which columns of the weights are this head's, and which heads share those of its keys and values.
void tell_columns(Narrator& narrator) {
    const attention::Layer& layer = *narrator.t.layer;
    if (layer.heads == 1) return;
    if (layer.key_heads() == layer.heads) return narrator.say("project.head");
    const Index key_head = layer.key_head_of(narrator.cell.head);
    const std::vector<Index> sharing = layer.heads_of(key_head); // neighbours, two or more
    narrator.set("key_head", key_head + 1);
    narrator.set("key_heads", layer.key_heads());
    narrator.set("from", sharing.front() + 1);
    narrator.set("to", sharing.back() + 1);
    narrator.say(attention::is_of_key_heads(narrator.cell.quantity) ? "project.shared_head"
                                                                    : "project.own_queries");
}

} // namespace

void tell_project(Narrator& narrator) {
    if (is_step_before_scores(attention::explain(narrator.t, narrator.cell).form)) return tell_step(narrator);
    const Projection p = projection_of(narrator);
    const bool memory = attention::row_axis(narrator.cell.quantity) == attention::Axis::keys;
    narrator.set("word", marked_word(narrator));
    narrator.set("weight", p.weight);
    narrator.set("source", narrator.t.input.is_cross() && memory ? "M" : "X");
    const std::string question = std::string("project.") + p.name + ".question";
    narrator.ask(narrator.subject.hand_set ? question : question + "_numbers");
    tell_row(narrator, p);
    narrator.new_paragraph();
    if (p.bias.size() > 0) narrator.say("project.bias");
    tell_main_feature(narrator);
    if (!narrator.t.input.is_cross())
        narrator.say("project.self");
    else
        narrator.say(memory ? "project.cross_memory" : "project.cross");
    tell_columns(narrator);
}

} // namespace narration
