#include "workbench/comparison.h"

#include "attention/measure.h"
#include "attention/scale.h"
#include "language/toml_entries.h"
#include "workbench/differences.h"
#include "workbench/sizes.h"

#include <cassert>
#include <limits>

namespace workbench {

using language::any_size;
using language::Entries;

using base::Index;
using base::InputError;

namespace {

attention::Scale read_scale(Entries& entries) {
    const std::string name = entries.text("scale");
    const auto kind = attention::scale_named(name);
    if (!kind)
        entries.refuse(*entries.whole().get("scale"), "scale \"" + name + "\" is not known",
                       "write \"sqrt_dk\", \"none\" or \"sqrt_dmodel\"");
    return {*kind, 1};
}

/// Replaces the preset's sentence as if another had been typed; marks stay on their words.
void retype(Compared& side, const std::string& text, const Library& library) {
    side.document = apply(side.document, SetText{text, side.document.memory_text}, library);
}

bool is_awaited(const Document& document, const Library& library) {
    const auto* trained = std::get_if<TrainedWeights>(&document.weights);
    return trained && library.trained->awaited(trained->id);
}

std::vector<std::string> differs_in(const Comparison& comparison, const Library& library) {
    const Document &first = comparison.left.document, &second = comparison.right.document;
    if (is_awaited(first, library) || is_awaited(second, library)) { // what can be said without the models
        std::vector<std::string> names;
        if (first.text != second.text || first.memory_text != second.memory_text) names.emplace_back("words");
        if (first.weights != second.weights) names.emplace_back("weights");
        return names;
    }
    const Prepared left = prepare(comparison.left.document, library),
                   right = prepare(comparison.right.document, library);
    std::vector<std::string> names;
    for (const Difference& difference :
         differences({left, comparison.left.head}, {right, comparison.right.head}, library))
        if (names.empty() || names.back() != difference.what) names.push_back(difference.what);
    return names;
}

/// preset = "…", and the changes to it.
Compared read_side(const toml::table& table, const std::filesystem::path& file, const Library& library) {
    Entries entries(table, file);
    const Preset& preset = library.preset(entries.text("preset", true));
    Compared side{preset.document, preset.query, preset.key, 0};
    Document& d = side.document;
    if (entries.has("text")) retype(side, entries.text("text"), library);
    d.mask.causal = entries.yes("causal", d.mask.causal);
    if (entries.has("scale")) d.scale = read_scale(entries);
    if (entries.has("weights")) d.weights = HandSetWeights{entries.text("weights", true)};
    if (const toml::table* trained = entries.table("trained")) {
        Entries model(*trained, file);
        d.weights = TrainedWeights{model.text("model", true), model.integer("layer", 1, any_size) - 1};
        model.expect_nothing_else();
    }
    if (entries.has("d_model")) {
        model::RandomSizes sizes;
        sizes.d_model = entries.integer("d_model", sizes.d_model, any_size);
        sizes.seed =
            static_cast<std::uint32_t>(entries.integer("seed", 1, std::numeric_limits<std::uint32_t>::max()));
        d.weights = sizes;
    }
    side.query = entries.integer("query", side.query, any_size);
    side.key = entries.integer("key", side.key, any_size);
    side.head = entries.integer("head", 0, any_size);
    entries.expect_nothing_else();
    if (d != preset.document) {
        d.preset.clear();
        d.note.clear();
    }
    if (is_awaited(d, library)) return side;
    const Sizes sizes = sizes_of(d, library);
    if (side.query >= sizes.n || side.key >= sizes.m || side.head >= sizes.heads)
        entries.refuse(table, "query, key or head is outside the pass", "all three are counted from 0");
    return side;
}

Comparison read_comparison(const toml::table& table, const std::filesystem::path& file,
                           const Library& library) {
    Entries entries(table, file);
    Comparison comparison;
    comparison.id = entries.text("id", true);
    comparison.title = entries.text("title", true);
    comparison.question = entries.text("question", true);
    comparison.difference = entries.yes("difference", false);
    const std::string stage = entries.text("stage", true);
    const auto* found = attention::stage_named(stage);
    if (!found)
        entries.refuse(*table.get("stage"), "there is no stage \"" + stage + "\"",
                       "use a name such as \"softmax\"");
    comparison.stage = found->id;
    for (const auto& [name, side] : {std::pair{"left", &comparison.left}, {"right", &comparison.right}}) {
        const toml::table* of_side = entries.table(name);
        if (!of_side)
            entries.refuse(table, "\"" + std::string(name) + "\" is missing",
                           "add left = {…} and right = {…}");
        *side = read_side(*of_side, file, library);
    }
    entries.expect_nothing_else();
    comparison.differs = differs_in(comparison, library);
    return comparison;
}

} // namespace

std::vector<Comparison> read_comparisons(const std::filesystem::path& file, const Library& library) {
    const toml::table root = language::read_toml(file);
    Entries entries(root, file);
    std::vector<Comparison> comparisons;
    for (const toml::table* table : entries.tables("comparison"))
        comparisons.push_back(read_comparison(*table, file, library));
    entries.expect_nothing_else();
    if (comparisons.empty())
        throw InputError(file.string(), "there are no comparisons", "add: [[comparison]]");
    return comparisons;
}

MatrixDifference difference(const base::Matrix& left, const base::Matrix& right) {
    assert(left.rows() == right.rows() && left.cols() == right.cols());
    constexpr float forbidden = -std::numeric_limits<float>::infinity();
    MatrixDifference d;
    d.numbers = left.binaryExpr(
        right, [](float x, float y) { return x == forbidden && y == forbidden ? 0.0F : x - y; });
    d.reach = attention::reach(d.numbers);
    d.numbers.cwiseAbs().maxCoeff<Eigen::PropagateNaN>(&d.row, &d.column);
    return d;
}

} // namespace workbench
