#pragma once
// How a stage is narrated: facts about the pass select texts, which are filled with its numbers.

#include "narration/facts.h"
#include "narration/wording.h"

#include <span>

namespace narration {

/// A narration being built, with everything its sentences may refer to.
class Narrator {
public:
    Narrator(const Texts& all_texts, const Subject& told);

    const Texts& texts;
    const Subject& subject;
    const Trace& t;
    const attention::HeadTrace& head; ///< of the marked cell
    const attention::Cell& cell;
    Wording wording;

    /// The matrix of the marked head, or what stands in its place in this pass.
    const Matrix& now(attention::Quantity quantity) const { return head.made(head.latest(quantity)); }

    void set(const std::string& name, Paragraph value) { values_[name] = std::move(value); }
    void set(const std::string& name, const std::string& value) { values_[name] = toned(value); }
    void set(const std::string& name, float value) { values_[name] = number(value); }
    void set(const std::string& name, Index value) { values_[name] = number(value); }

    /// {left}, {right} and {product} of one term of a sum.
    void set_product(const attention::Term& term);

    void ask(const std::string& text); ///< sets the question in the title
    /// Adds a sentence: to the brief answer, or to what is told on demand once new_paragraph() was called.
    void say(const std::string& text);
    /// Adds the text `text`.one or `text`.many, with {count}.
    void say(const std::string& text, Index count);
    void new_paragraph(); ///< from here on, everything is told on demand
    Paragraph filled(const std::string& text) const;

    /// The dimensions of `row` that stand out, as nouns: "a living thing and a feeling"; empty if none does.
    Paragraph dimensions(const Matrix& matrix, Index row, const std::vector<std::string>& names) const;

    Narration narration() const;

private:
    Values values_;
    Narration narration_;
};

// One teller for each stage, in tell_input.cpp, tell_scores.cpp, tell_steps.cpp and tell_weights.cpp.
void tell_input(Narrator& narrator);
void tell_project(Narrator& narrator);
void tell_scores(Narrator& narrator);
void tell_scale(Narrator& narrator);
void tell_softcap(Narrator& narrator);
void tell_bias(Narrator& narrator);
void tell_mask(Narrator& narrator);
void tell_softmax(Narrator& narrator);
void tell_dropout(Narrator& narrator);
void tell_weighted_sum(Narrator& narrator);
void tell_concatenate(Narrator& narrator);
void tell_output(Narrator& narrator);

/// Part of the projection: a query or a key that is normed or turned, and keys and values of the past.
void tell_step(Narrator& narrator);
/// Whether a number came about by such a step.
bool is_step_before_scores(attention::Form form);

/// Which teller belongs to a stage: every stage has one.
struct Teller {
    attention::StageId stage;
    void (*tell)(Narrator& narrator);
};
std::span<const Teller> tellers();
/// The stage's narration; of a cell set by hand it says so first.
Narration narrate(const Texts& texts, const Subject& subject, std::span<const Teller> table = tellers());

} // namespace narration
