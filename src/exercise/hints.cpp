#include "exercise/hints.h"

#include "base/text.h"
#include "exercise/level.h"
#include "exercise/solve.h"

#include <algorithm>
#include <cmath>
#include <iterator>
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
const OwnWay own_ways[] = {{"additive", "scores", "additive_scores"},
                           {"general", "scores", "general_scores"},
                           {"lstm", "hidden", "lstm_hidden"}};

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

/// Works out one cell of a stage, of the first head of the first sentence.
class Worked {
public:
    explicit Worked(const Question& question) : question_(question), solver_(question) {}

    std::map<std::string, std::string> values(const std::string& stage, Working& working) {
        const Recipe& recipe = recipe_of(stage);
        working = recipe.working;
        const std::string from = first_of(recipe.from), by = first_of(recipe.by);
        const bool placed = from == "x" && question_.has("positions");
        const Numbers result = first_block(stage),
                      first =
                          placed ? Numbers(first_block("x") + first_block("positions")) : first_block(from);
        // The last row has most to read; one in the middle has both hidden keys and others; a network that
        // reads word by word begins with nothing.
        const Index last = std::min(result.rows(), first.rows()) - 1, j = 0;
        const Index i = question_.has("weight_hh") ? 0 : stage == "masked" ? last / 2 : last;
        std::map<std::string, std::string> made{{"row", std::to_string(i)},
                                                {"column", std::to_string(j)},
                                                {"from", placed ? "x + positions" : from},
                                                {"by", by},
                                                {"value", few_digits(result(i, j))},
                                                {"plus", ""}};
        const bool of_cells = working == Working::divided || working == Working::sum;
        made["first"] = of_cells ? few_digits(first(i, j)) : listed(first.row(i));
        if (stage == "concat")
            for (std::size_t head = 1; head < static_cast<std::size_t>(question_.heads); ++head)
                made["first"] += " and " + listed((*solver_.stage("heads", {}))[head].row(i));
        switch (working) {
        case Working::product:
            made["second"] = listed(first_block(by).col(j).transpose());
            break;
        case Working::dot:
        case Working::meets:
            made["second"] = listed(first_block(by).row(j));
            break;
        case Working::divided:
            made["second"] = few_digits(std::sqrt(static_cast<double>(question_.d_k())));
            break;
        case Working::sum:
            made["second"] = few_digits(first_block(by)(i, j));
            break;
        case Working::becomes:
            made["second"] = listed(result.row(i));
            break;
        }
        if (working == Working::product && question_.has(recipe.bias))
            made["plus"] = ", plus " + few_digits(first_block(recipe.bias)(0, j));
        return made;
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
    Numbers first_block(const std::string& name) {
        return question_.has(name) ? given(question_, name) : solver_.stage(name, {})->front();
    }

    const Question& question_;
    Solver solver_;
};

} // namespace

Hint hint(const Question& question, const std::string& stage, int step) {
    const auto* const own = std::ranges::find_if(own_ways, [&](const OwnWay& way) {
        return way.stage == stage && std::string_view(way.level) == question.level->id;
    });
    const std::string text = own == std::end(own_ways) ? stage : own->text;
    if (step < hint_steps) return {"exercise.hint." + text + "." + std::to_string(step), {}};
    Working working{};
    auto values = Worked(question).values(stage, working);
    return {std::string("exercise.hint.worked.") + key_of(working), std::move(values)};
}

} // namespace exercise
