// The first stages: words become rows of numbers, and rows become queries, keys and values.

#include "narration/narrate.h"

#include <cmath>
#include <optional>

namespace narration {
namespace {

using attention::Quantity;

/// The word whose row is marked; rows of keys and values belong to the key words.
Paragraph marked_word(const Story& story) {
    const bool of_keys = attention::row_axis(story.cell.quantity) == attention::Axis::keys;
    return of_keys ? story.wording.key(story.cell.row) : story.wording.query(story.cell.row);
}

/// "a living thing (1.00) and a feeling (0.50)".
Paragraph features_of(const Story& story, const RowVector& row) {
    std::vector<Paragraph> features;
    for (const Index j : by_size(row)) {
        if (row(j) <= 0) break;
        Paragraph feature = toned(story.wording.noun(story.subject.names.column(Quantity::x, j)) + " (");
        for (Span& span : number(row(j)))
            feature.push_back(std::move(span));
        feature.push_back({")"});
        features.push_back(std::move(feature));
    }
    return story.wording.listed(features);
}

void tell_meaning(Story& story, const RowVector& row) {
    if (!story.wording.words()) {
        story.say("input.numeric");
    } else if (!story.subject.hand_set) {
        story.say(story.subject.trained ? "input.trained" : "input.no_names");
    } else {
        story.say("input.hand_set");
        const Paragraph features = features_of(story, row);
        story.set("features", features);
        if (!features.empty())
            story.say("input.features");
        else if (row.isZero(0))
            story.say("input.nothing");
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

void tell_position(Story& story, const Matrix& positions) {
    if (story.subject.trained) return; // positions came in before the first layer
    if (positions.rows() == 0) {
        story.say(story.wording.words() ? "input.no_position" : "input.no_position_rows");
        return;
    }
    const auto other = same_position(positions, story.cell.row);
    story.set("place", story.cell.row + 1);
    story.set("other_place", other.value_or(0) + 1);
    story.say(other ? "input.position_repeats" : "input.position");
}

} // namespace

void tell_input(Story& story) {
    const bool memory = attention::row_axis(story.cell.quantity) == attention::Axis::keys;
    const Matrix& positions = memory ? story.t.input.memory_positions : story.t.input.x_positions;
    const Matrix& given = memory ? story.t.input.memory : story.t.input.x;
    const Matrix& rows = memory ? story.t.memory : story.t.x;
    story.set("word", marked_word(story));
    story.ask("input.question");
    // Once positions are added, the features can no longer be read off the row.
    tell_meaning(story, (positions.rows() > 0 ? given : rows).row(story.cell.row));
    tell_position(story, positions);
    if (story.t.input.is_cross()) {
        story.new_paragraph();
        story.say(memory ? "input.cross_memory" : "input.cross");
    }
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

Projection projection_of(const Story& story) {
    const language::Names& names = story.subject.names;
    const attention::Layer& layer = *story.t.layer;
    switch (story.cell.quantity) {
    case Quantity::k:
        return {"k", "W_K", layer.b_k, story.head.k, names.key_width};
    case Quantity::v:
        return {"v", "W_V", layer.b_v, story.head.v, names.value_width};
    default:
        return {"q", "W_Q", layer.b_q, story.head.q, names.key_width};
    }
}

/// What the row says if dimensions have names, or how it was computed if they have none.
void tell_row(Story& story, const Projection& p) {
    const std::string section = std::string("project.") + p.name;
    if (!story.subject.hand_set) {
        story.set("width", p.result.cols());
        story.say(section + ".numbers");
        return;
    }
    story.say(section + ".hand_set");
    const RowVector row = p.result.row(story.cell.row);
    const Paragraph dimensions = story.dimensions(p.result, story.cell.row, p.dimensions);
    story.set("dimensions", dimensions);
    story.set("largest", row.maxCoeff());
    // Zeros score 0, except where a network makes the score.
    const bool zeros_score_0 = story.t.options.score != attention::ScoreFunction::additive;
    const bool is_value = story.cell.quantity == Quantity::v;
    if (!dimensions.empty())
        story.say(section + ".wants");
    else
        story.say(section + (row.isZero(0) && (is_value || zeros_score_0) ? ".nothing" : ".little"));
}

/// Where most of the marked number comes from.
void tell_main_feature(Story& story) {
    const auto main = main_term(attention::explain(story.t, story.cell));
    if (!main) return;
    const std::string name = story.subject.names.column(Quantity::x, main->term.index);
    story.set_product(main->term);
    if (story.subject.hand_set) {
        story.set("feature", name);
        story.say(main->alone ? "project.all_from_feature" : "project.most_from_feature");
    } else {
        story.set("feature", story.wording.noun(name));
        story.say("project.most_from_number");
    }
}

} // namespace

void tell_project(Story& story) {
    const Projection p = projection_of(story);
    const bool memory = attention::row_axis(story.cell.quantity) == attention::Axis::keys;
    story.set("word", marked_word(story));
    story.set("weight", p.weight);
    story.set("source", story.t.input.is_cross() && memory ? "M" : "X");
    const std::string question = std::string("project.") + p.name + ".question";
    story.ask(story.subject.hand_set ? question : question + "_numbers");
    tell_row(story, p);
    if (p.bias.size() > 0) story.say("project.bias");
    tell_main_feature(story);
    story.new_paragraph();
    if (!story.t.input.is_cross())
        story.say("project.self");
    else
        story.say(memory ? "project.cross_memory" : "project.cross");
    if (story.t.layer->heads > 1) story.say("project.head");
}

} // namespace narration
