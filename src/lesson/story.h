#pragma once
// How a stage is told: facts choose the texts, which are filled with the numbers of the pass.

#include "lesson/facts.h"
#include "lesson/wording.h"

namespace lesson {

/// A narration in the making, with everything that its sentences may name.
class Story {
public:
    Story(const Texts& all_texts, const Subject& told);

    const Texts& texts;
    const Subject& subject;
    const Trace& t;
    const attention::HeadTrace& head; ///< of the marked cell
    const attention::Cell& cell;
    Wording wording;

    void set(const std::string& name, Paragraph value) { values_[name] = std::move(value); }
    void set(const std::string& name, const std::string& value) { values_[name] = toned(value); }
    void set(const std::string& name, float value) { values_[name] = number(value); }
    void set(const std::string& name, Index value) { values_[name] = number(value); }

    /// {left}, {right} and {product} of one term of a sum.
    void set_product(const attention::Term& term);

    void ask(const std::string& text); ///< the question: the title
    void say(const std::string& text); ///< one more sentence (or several)
    /// The text `text`.one or `text`.many, with {count}.
    void say(const std::string& text, Index count);
    void new_paragraph();
    Paragraph filled(const std::string& text) const;

    /// The dimensions of `row` that stand out, as things: "a living thing and a feeling"; empty when none
    /// does.
    Paragraph dimensions(const Matrix& matrix, Index row, const std::vector<std::string>& names) const;

    Narration narration() const;

private:
    Values values_;
    Narration narration_;
};

void tell_input(Story& story);
void tell_project(Story& story);
void tell_scores(Story& story);
void tell_scale(Story& story);
void tell_mask(Story& story);
void tell_softmax(Story& story);
void tell_dropout(Story& story);
void tell_weighted_sum(Story& story);
void tell_concatenate(Story& story);
void tell_output(Story& story);

} // namespace lesson
