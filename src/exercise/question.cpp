#include "exercise/question.h"

#include "attention/score.h"
#include "base/files.h"
#include "base/input_error.h"
#include "base/text.h"
#include "exercise/level.h"
#include "exercise/solve.h"

#include <algorithm>
#include <map>
#include <utility>

namespace exercise {

using base::InputError;
using model::Tensor;

namespace {

Index axis(const Tensor& tensor, std::size_t from_the_end) {
    return tensor.shape.size() < from_the_end ? 1 : tensor.shape[tensor.shape.size() - from_the_end];
}

/// What queries and keys are made from, or they themselves.
const char* queries_of(const Question& question) {
    return question.has("scaled") ? "scaled" : question.has("q") ? "q" : "x";
}

} // namespace

bool Question::batched() const {
    return at(queries_of(*this)).shape.size() > 2;
}

Index Question::items() const {
    return batched() ? at(queries_of(*this)).shape.front() : 1;
}

Index Question::rows() const {
    return axis(at(queries_of(*this)), 2);
}

Index Question::past() const {
    return has("past_k") ? axis(at("past_k"), 2) : 0;
}

Index Question::keys() const {
    if (has("scaled")) return axis(at("scaled"), 1);
    return past() + axis(at(has("k") ? "k" : has("memory") ? "memory" : "x"), 2);
}

Index Question::d_model() const {
    return has("w_q") ? axis(at("w_q"), 2) : 0;
}

Index Question::d_k() const {
    if (has("w_q")) return axis(at("w_q"), 1) / heads;
    return has("q") ? axis(at("q"), 1) : 0;
}

// The file: settings are texts by name.

model::Notes notes_of(const Question& question) {
    const attention::Options& options = question.options;
    model::Notes notes{{"level", question.level->id},
                       {"heads", std::to_string(question.heads)},
                       {"kv_heads", std::to_string(question.kv_heads)},
                       {"scale", attention::key(options.scale.kind)},
                       {"causal", options.mask.causal ? "yes" : "no"}};
    if (options.score != attention::ScoreFunction::dot) notes["score"] = attention::key(options.score);
    if (options.rotary) {
        notes["rotary_base"] = base::shortest(options.rotary->base);
        notes["rotary_pairs"] = options.rotary->interleaved ? "interleaved" : "halves";
    }
    return notes;
}

namespace {

/// The notes of a file, one by one.
class Settings {
public:
    Settings(const model::Notes& notes, std::string where) : notes_(notes), where_(std::move(where)) {}

    std::string text(const std::string& name, const std::string& otherwise) const {
        const auto found = notes_.find(name);
        return found == notes_.end() ? otherwise : found->second;
    }
    Index count(const std::string& name, Index otherwise) const {
        const auto value = base::whole_in(text(name, std::to_string(otherwise)));
        if (!value || *value < 1 || *value > 1024) refuse(name, "a whole number from 1 to 1024");
        return *value;
    }
    /// One of two words; true for the first.
    bool is(const std::string& name, const std::string& first, const std::string& second) const {
        const std::string value = text(name, second);
        if (value != first && value != second) refuse(name, first + " or " + second);
        return value == first;
    }
    [[noreturn]] void refuse(const std::string& name, const std::string& wanted) const {
        throw InputError(where_, name + " is “" + text(name, "") + "”", "it has to be " + wanted);
    }

private:
    const model::Notes& notes_;
    std::string where_;
};

/// The axes of a tensor by name: axes of one name are equally long, in all tensors of a question.
struct Axes {
    const char* tensor;
    std::vector<const char*> names;
};

const Axes axes_table[] = {
    {"x", {"n", "d"}},
    {"memory", {"m", "d"}},
    {"positions", {"n", "d"}},
    {"q", {"n", "d_k"}},
    {"k", {"m", "d_k"}},
    {"v", {"m", "d_v"}},
    {"scaled", {"n", "m"}},
    {"d_weights", {"n", "m"}},
    {"bias", {"n", "m"}},
    {"key_padding", {"m"}},
    {"w_q", {"d", "h·d_k"}},
    {"w_k", {"d", "h_kv·d_k"}},
    {"w_v", {"d", "h_kv·d_v"}},
    {"w_o", {"h·d_v", "d_out"}},
    {"b_q", {"h·d_k"}},
    {"b_k", {"h_kv·d_k"}},
    {"b_v", {"h_kv·d_v"}},
    {"b_o", {"d_out"}},
    {"past_k", {"h_kv", "p", "d_k"}},
    {"past_v", {"h_kv", "p", "d_v"}},
    {"w_general", {"d_k", "d_k"}},
    {"w_add_q", {"d_k", "units"}},
    {"w_add_k", {"d_k", "units"}},
    {"v_add", {"units"}},
    {"gain", {"d"}},
    {"shift", {"d"}},
    {"mlp_gain", {"d"}},
    {"mlp_shift", {"d"}},
    {"w_1", {"d", "mlp"}},
    {"b_1", {"mlp"}},
    {"w_2", {"mlp", "d"}},
    {"b_2", {"d"}},
    {"weight_ih", {"gates·units", "d"}},
    {"weight_hh", {"gates·units", "units"}},
    {"bias_ih", {"gates·units"}},
    {"bias_hh", {"gates·units"}},
};

/// The sizes of a question's axes, which its tensors have to agree on.
class Sizes {
public:
    explicit Sizes(std::string where) : where_(std::move(where)) {}

    void expect(const std::string& axis, Index size, const std::string& tensor) {
        const auto [known, is_new] = sizes_.emplace(axis, Size{size, tensor});
        if (!is_new && known->second.size != size)
            throw InputError(where_ + ", tensor " + tensor,
                             "its axis " + axis + " is " + std::to_string(size) + " long, that of " +
                                 known->second.tensor + " " + std::to_string(known->second.size),
                             "give both the same length");
    }
    /// Takes the sizes of a tensor, which may have a batch in front.
    void take(const std::string& name, const Tensor& tensor) {
        for (const Axes& axes : axes_table) {
            if (axes.tensor != name) continue;
            const std::size_t before = tensor.shape.size() - axes.names.size();
            if (before == 1) expect("batch", tensor.shape.front(), name);
            for (std::size_t i = 0; i < axes.names.size(); ++i)
                expect(axes.names[i], tensor.shape[before + i], name);
        }
    }
    /// `axis` = parts of the size `part`, a whole number of them.
    void expect_parts(const std::string& axis, Index parts, const std::string& part,
                      const std::string& told) {
        const auto found = sizes_.find(axis);
        if (found == sizes_.end()) return;
        if (found->second.size % parts != 0)
            throw InputError(where_ + ", tensor " + found->second.tensor,
                             "its " + std::to_string(found->second.size) +
                                 " columns are not a multiple of the " + std::to_string(parts) + " " + told,
                             "every head has the same number of columns");
        expect(part, found->second.size / parts, found->second.tensor);
    }
    bool has(const std::string& axis) const { return sizes_.contains(axis); }

private:
    struct Size {
        Index size;
        std::string tensor; ///< where it was first seen
    };
    std::string where_;
    std::map<std::string, Size> sizes_;
};

/// The level's own tensors and no others must be there, with as many axes, and fit one another.
void expect_like_its_level(const Question& question, const std::string& where) {
    const Question example = make_question(*question.level, 0);
    for (const auto& named : question.tensors)
        if (!example.has(named.first))
            throw InputError(where + ", tensor " + named.first, "the level has no such tensor",
                             "is it the question of the level " + std::string(question.level->id) + "?");
    Sizes sizes(where);
    for (const auto& [name, wanted] : example.tensors) {
        if (!question.has(name))
            throw InputError(where, "it lacks the tensor “" + name + "”",
                             "is it the question of the level " + std::string(question.level->id) + "?");
        const Tensor& found = question.at(name);
        if (found.shape.size() != wanted.shape.size() || found.values.empty())
            throw InputError(where + ", tensor " + name, "its shape is " + model::shape_text(found.shape),
                             "like " + model::shape_text(wanted.shape) + ", it needs " +
                                 std::to_string(wanted.shape.size()) + " axes, none of them 0");
        sizes.take(name, found);
    }
    if (question.has("past_k"))
        sizes.expect("h_kv", question.kv_heads, "past_k");
    else if (question.has("x") && question.has("w_q") && !question.has("memory"))
        sizes.expect("m", question.rows(), "x"); // its words are the keys as well
    sizes.expect_parts("h·d_k", question.heads, "d_k", "heads");
    sizes.expect_parts("h_kv·d_k", question.kv_heads, "d_k", "key heads");
    sizes.expect_parts("h_kv·d_v", question.kv_heads, "d_v", "key heads");
    sizes.expect_parts("h·d_v", question.heads, "d_v", "heads");
    const Index gates =
        example.has("weight_hh") ? example.at("weight_hh").shape[0] / example.at("weight_hh").shape[1] : 1;
    sizes.expect_parts("gates·units", gates, "units", "gates");
    if (question.options.rotary && question.d_k() % 2 != 0)
        throw InputError(where,
                         "keys have " + std::to_string(question.d_k()) + " numbers, which do not make pairs",
                         "rotary positions need an even number");
}

} // namespace

Question read_question(const std::filesystem::path& file) {
    const std::string where = base::shown(file);
    model::Notes notes = model::read_notes(file);
    const Settings settings(notes, where);
    if (!notes.contains("level"))
        throw InputError(where, "it is not a question: it does not say which level it is of",
                         "give the question.npz that “attention-lab exercise” has written");
    Question question;
    question.level = level_named(notes.at("level"));
    if (!question.level) {
        settings.refuse("level", "one of " + listed_levels());
    }
    question.tensors = model::read_tensors(file);
    for (const auto& [name, usual] : notes_of(make_question(*question.level, 0)))
        if (name != "kv_heads" || !notes.contains("heads")) notes.emplace(name, usual);
    question.heads = settings.count("heads", 1);
    question.kv_heads = settings.count("kv_heads", question.heads);
    if (question.heads % question.kv_heads != 0) settings.refuse("kv_heads", "a number that divides heads");
    const auto scale = attention::scale_named(settings.text("scale", "sqrt_dk"));
    if (!scale) settings.refuse("scale", "sqrt_dk, none or sqrt_dmodel");
    question.options.scale = {*scale, 1};
    question.options.mask.causal = settings.is("causal", "yes", "no");
    const std::string score = settings.text("score", attention::key(attention::ScoreFunction::dot));
    const auto kinds = attention::score_kinds();
    const auto kind = std::ranges::find(kinds, score, [](const auto& k) { return std::string(k.key); });
    if (kind == kinds.end()) settings.refuse("score", "dot, general or additive");
    question.options.score = kind->function;
    if (notes.contains("rotary_base")) {
        const auto base = base::float_in(notes.at("rotary_base"));
        if (!base || !(*base > 0)) settings.refuse("rotary_base", "a number above 0");
        question.options.rotary = attention::Rotary{
            .base = *base, .interleaved = settings.is("rotary_pairs", "interleaved", "halves")};
    }
    expect_like_its_level(question, where);
    Solver solver(question);
    for (const std::string& stage : question.level->stages)
        if (!solver.stage(stage, {}))
            throw InputError(where, "there is nothing to compute for the level's stage “" + stage + "”",
                             "leave its settings as the level has them");
    return question;
}

} // namespace exercise
