#include "exercise/hints.h"

#include "attention/score.h"
#include "base/text.h"
#include "exercise/level.h"
#include "exercise/solve.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

namespace exercise {

namespace {

/// How the numbers of one cell come together, as its text says it.
enum class Working {
    product, ///< row i of one, column j of the other
    dot,     ///< row i of one, row j of the other
    meets,   ///< the same rows, in a way that the rule has told
    divided, ///< a cell by √d_k
    sum,     ///< a cell of one and of the other
    becomes  ///< row i of one turns into row i of the stage
};

const char* key_of(Working working) {
    switch (working) {
    case Working::product:
        return "product";
    case Working::dot:
        return "dot";
    case Working::meets:
        return "meets";
    case Working::divided:
        return "divided";
    case Working::sum:
        return "sum";
    case Working::becomes:
        break;
    }
    return "becomes";
}

/// What a stage is made from: of each list, the first that the question gives or computes.
struct Recipe {
    const char* stage;
    Working working;
    std::vector<const char*> from;
    std::vector<const char*> by = {};
    const char* bias = ""; ///< added to a product, where the question has it
};

// The first that fits: rows with another way to a stage come before the usual one.
const Recipe recipes[] = {
    {"normed", Working::becomes, {"x"}},
    {"q", Working::product, {"normed", "x"}, {"w_q"}, "b_q"},
    {"k", Working::product, {"memory", "normed", "x"}, {"w_k"}, "b_k"},
    {"v", Working::product, {"memory", "normed", "x"}, {"w_v"}, "b_v"},
    {"q_rotated", Working::becomes, {"q"}},
    {"k_rotated", Working::becomes, {"k"}},
    {"present_k", Working::becomes, {"past_k", "k"}},
    {"present_v", Working::becomes, {"past_v"}},
    {"scores", Working::meets, {"q"}, {"k"}},
    {"scores", Working::dot, {"q_rotated", "q"}, {"present_k", "k_rotated", "k"}},
    {"scaled", Working::divided, {"scores"}},
    {"biased", Working::sum, {"scaled"}, {"bias"}},
    {"masked", Working::becomes, {"scaled"}},
    {"weights", Working::becomes, {"masked", "biased", "scaled", "scores"}},
    {"heads", Working::product, {"weights"}, {"present_v", "v"}},
    {"concat", Working::becomes, {"heads"}},
    {"output", Working::product, {"concat"}, {"w_o"}, "b_o"},
    {"output", Working::becomes, {"heads"}},
    {"output", Working::product, {"weights"}, {"present_v", "v"}},
    {"added", Working::sum, {"output"}, {"x"}},
    {"normed_again", Working::becomes, {"added"}},
    {"activated", Working::becomes, {"normed_again"}},
    {"block", Working::becomes, {"activated"}},
    {"d_scaled", Working::becomes, {"d_weights"}},
    {"hidden", Working::becomes, {"x"}},
    {"cell", Working::becomes, {"x"}},
};

/// Stages that a level computes in its own way have hints of their own.
struct OwnWay {
    const char *level, *stage, *text;
};
const OwnWay own_ways[] = {
    {"additive", "scores", "additive_scores"}, {"general", "scores", "general_scores"},
    {"lstm", "hidden", "lstm_hidden"},         {"multi_head", "output", "joined_output"},
    {"grouped", "output", "joined_output"},    {"block", "output", "joined_output"}};

/// Numbers as one writes them into a calculator.
std::string few_digits(double number) {
    if (std::isinf(number)) return number < 0 ? "−∞" : "∞";
    const std::string text = base::plain(std::round(number * 1e4) / 1e4);
    return text.starts_with('-') ? "−" + text.substr(1) : text;
}

std::string listed(const Eigen::RowVectorXd& numbers) {
    std::string text;
    for (const double number : numbers)
        text += (text.empty() ? "" : ", ") + few_digits(number);
    return "(" + text + ")";
}

/// Works out one cell of a stage.
class Worked {
public:
    explicit Worked(const Question& question) : question_(question), solver_(question) {}

    Hint hint(const std::string& stage, const std::optional<Cell>& at) {
        const Blocks& results = *solver_.stage(stage, {});
        const bool is_there = at && at->block < results.size() && at->row < results[at->block].rows() &&
                              at->column < results[at->block].cols();
        const std::size_t block = is_there ? at->block : 0;
        const Numbers result = results[block];
        const Recipe& recipe = recipe_of(stage);
        const Working working = recipe.working;
        const Owner owner = owner_of(block, results.size());
        std::string from = first_of(recipe.from);
        const std::string by = first_of(recipe.by);
        const bool placed = from == "x" && question_.has("positions");
        Numbers first =
            placed ? Numbers(block_for(owner, "x") + block_for(owner, "positions")) : block_for(owner, from);
        // The last row has most to read; one in the middle has both hidden keys and others; a network that
        // reads word by word begins with nothing.
        const Index last = std::min(result.rows(), first.rows()) - 1;
        const Index usual = question_.has("weight_hh") ? 0 : stage == "masked" ? last / 2 : last;
        const Index i = is_there ? at->row : usual, j = is_there ? at->column : 0;
        Index from_row = i;
        if (i >= first.rows()) { // behind the rows of the cache stand the new ones
            from_row -= first.rows();
            from = first_of(stage == "present_k" ? std::vector{"k_rotated", "k"} : std::vector{"v"});
            first = block_for(owner, from);
        }
        std::map<std::string, std::string> made{{"row", std::to_string(i)},
                                                {"column", std::to_string(j)},
                                                {"from_row", std::to_string(from_row)},
                                                {"from", placed ? "x + positions" : from},
                                                {"by", by},
                                                {"value", few_digits(result(i, j))},
                                                {"plus", ""}};
        const bool of_cells = working == Working::divided || working == Working::sum;
        made["first"] = of_cells ? few_digits(first(i, j)) : listed(first.row(from_row));
        if (from == "heads") { // side by side
            const auto heads = static_cast<std::size_t>(question_.heads);
            made["first"].clear();
            for (std::size_t head = 0; head < heads; ++head)
                made["first"] += (head > 0 ? " and " : "") +
                                 listed((*solver_.stage("heads", {}))[block * heads + head].row(i));
        }
        const Numbers second = by.empty() ? Numbers() : block_for(owner, by);
        Index by_column = j;
        switch (working) {
        case Working::product:
            // The columns of a weight matrix hold head after head.
            if (second.cols() > result.cols()) by_column += owner.head * result.cols();
            made["second"] = listed(second.col(by_column).transpose());
            if (question_.has(recipe.bias))
                made["plus"] = ", plus " + few_digits(given(question_, recipe.bias)(0, by_column));
            break;
        case Working::dot:
        case Working::meets:
            made["second"] = listed(second.row(j));
            break;
        case Working::divided:
            made["second"] = few_digits(static_cast<double>(attention::divisor(
                question_.options.scale, question_.d_k(), std::max<Index>(question_.d_model(), 1))));
            break;
        case Working::sum:
            made["second"] = few_digits(second(i, j));
            break;
        case Working::becomes:
            made["second"] = listed(result.row(i));
            break;
        }
        made["by_column"] = std::to_string(by_column);
        return {std::string("exercise.hint.worked.") + key_of(working), std::move(made), block,
                results.size()};
    }

private:
    bool exists(const std::string& name) const {
        const auto& stages = question_.level->stages;
        return question_.has(name) || std::ranges::find(stages, name) != stages.end();
    }
    std::string first_of(const std::vector<const char*>& names) const {
        const auto found = std::ranges::find_if(names, [&](const char* name) { return exists(name); });
        return found == names.end() ? std::string() : *found;
    }
    const Recipe& recipe_of(const std::string& stage) const {
        const bool dots = question_.options.score == attention::ScoreFunction::dot;
        for (const Recipe& recipe : recipes)
            if (recipe.stage == stage && (recipe.working != Working::meets || !dots) &&
                !first_of(recipe.from).empty() && (recipe.by.size() == 0 || !first_of(recipe.by).empty()))
                return recipe;
        return *std::prev(std::end(recipes));
    }
    /// Whose numbers a block holds: a head, of so many, of an item.
    struct Owner {
        Index item, head, heads;
    };
    Owner owner_of(std::size_t block, std::size_t blocks) const {
        const Index heads = static_cast<Index>(blocks) / question_.items(), at = static_cast<Index>(block);
        return {at / heads, at % heads, heads};
    }
    /// What belongs to this owner among the blocks of a tensor or of another stage: its own, its key head's,
    /// its item's, or what all share.
    Numbers block_for(const Owner& owner, const std::string& name) {
        const auto place = [&](Index count) -> Index {
            const Index items = question_.items(), shared = question_.kv_heads;
            if (count == items * owner.heads) return owner.item * owner.heads + owner.head;
            if (count == items * shared) return owner.item * shared + owner.head * shared / owner.heads;
            return count == items ? owner.item : count == owner.heads ? owner.head : 0;
        };
        if (!question_.has(name)) {
            const Blocks& blocks = *solver_.stage(name, {});
            return blocks[static_cast<std::size_t>(place(static_cast<Index>(blocks.size())))];
        }
        const Numbers one = given(question_, name);
        const model::Tensor& tensor = question_.at(name);
        const Index count = static_cast<Index>(tensor.values.size()) / std::max<Index>(1, one.size());
        return block_of(tensor, one.rows(), one.cols(), place(count));
    }

    const Question& question_;
    Solver solver_;
};

} // namespace

Hint hint(const Question& question, const std::string& stage, int step, const std::optional<Cell>& at) {
    const auto* const own = std::ranges::find_if(own_ways, [&](const OwnWay& way) {
        return way.stage == stage && std::string_view(way.level) == question.level->id;
    });
    const std::string text = own == std::end(own_ways) ? stage : own->text;
    if (step < hint_steps) return {"exercise.hint." + text + "." + std::to_string(step), {}};
    return Worked(question).hint(stage, at);
}

} // namespace exercise
