#include "narration/narrate.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace narration {

Narrator::Narrator(const Texts& all_texts, const Subject& told)
    : texts(all_texts), subject(told), t(told.trace),
      head(told.trace.heads[static_cast<std::size_t>(told.cell.head)]), cell(told.cell),
      wording(all_texts, told.names) {
    set("n", t.n());
    set("m", t.m());
    set("d_model", t.layer->d_model());
    set("d_k", t.layer->d_k());
    set("d_v", t.layer->d_v());
    set("heads", t.layer->heads);
    set("head", cell.head + 1);
    const std::string item = wording.words() ? "word" : "row";
    set("item", texts.text("item." + item));
    set("items", texts.text("item." + item + "s"));
    set("n_items", wording.counted(t.n(), item));
    set("m_items", wording.counted(t.m(), item));
    set("m_keys", wording.counted(t.m(), "key"));
    set("value", t.value(cell));
}

void Narrator::set_product(const attention::Term& term) {
    set("left", term.left);
    const std::string right = decimal(term.right);
    set("right", toned(term.right < 0 ? "(" + right + ")" : right, Tone::number));
    set("product", term.product);
}

void Narrator::ask(const std::string& text) {
    narration_.question = plain_text(filled(text));
}

void Narrator::say(const std::string& text) {
    Paragraph& paragraph = narration_.more.empty() ? narration_.brief : narration_.more.back();
    if (!paragraph.empty()) paragraph.push_back({" "});
    for (Span& span : filled(text))
        paragraph.push_back(std::move(span));
}

void Narrator::say(const std::string& text, Index count) {
    set("count", count);
    say(text + (count == 1 ? ".one" : ".many"));
}

void Narrator::new_paragraph() {
    if (narration_.more.empty() || !narration_.more.back().empty()) narration_.more.emplace_back();
}

Paragraph Narrator::filled(const std::string& text) const {
    Paragraph paragraph = fill(texts.text(text), values_);
    mark_rounded(paragraph);
    return paragraph;
}

Paragraph Narrator::dimensions(const Matrix& matrix, Index row, const std::vector<std::string>& names) const {
    std::vector<std::string> ends = names;
    for (auto j = static_cast<Index>(names.size()); j < matrix.cols(); ++j)
        ends.push_back(std::to_string(j + 1));
    // Negative numbers that have a phrase of their own ("noun.-12h") can stand out like positive ones.
    Matrix both = matrix;
    for (Index j = 0; j < matrix.cols(); ++j) {
        const std::string opposite = "-" + ends[static_cast<std::size_t>(j)];
        if (!texts.has("noun." + opposite)) continue;
        both.conservativeResize(Eigen::NoChange, both.cols() + 1);
        both.rightCols(1) = -matrix.col(j);
        ends.push_back(opposite);
    }
    std::vector<Paragraph> things;
    for (const Index j : standing_out(both, row))
        things.push_back(toned(wording.noun(ends[static_cast<std::size_t>(j)])));
    return wording.listed(things);
}

Narration Narrator::narration() const {
    Narration told = narration_;
    std::erase_if(told.more, [](const Paragraph& paragraph) { return paragraph.empty(); });
    return told;
}

namespace {

using attention::StageId;

constexpr std::array table_of_tellers{
    Teller{StageId::input, tell_input},
    Teller{StageId::project, tell_project},
    Teller{StageId::scores, tell_scores},
    Teller{StageId::scale, tell_scale},
    Teller{StageId::softcap, tell_softcap},
    Teller{StageId::bias, tell_bias},
    Teller{StageId::mask, tell_mask},
    Teller{StageId::softmax, tell_softmax},
    Teller{StageId::dropout, tell_dropout},
    Teller{StageId::weighted_sum, tell_weighted_sum},
    Teller{StageId::concatenate, tell_concatenate},
    Teller{StageId::output, tell_output},
};

/// That a cell was set by hand, and which number the computation gives.
Paragraph override_told(const Texts& texts, const Subject& subject) {
    const attention::Explanation e = attention::explain(subject.trace, subject.cell);
    Narrator narrator(texts, subject);
    narrator.set("computed", e.computed);
    return narrator.filled(e.form == attention::Form::given ? "overridden.given" : "overridden.computed");
}

} // namespace

std::span<const Teller> tellers() {
    return table_of_tellers;
}

Narration narrate(const Texts& texts, const Subject& subject, std::span<const Teller> table) {
    Narrator narrator(texts, subject);
    const auto told = std::ranges::find(table, subject.stage, &Teller::stage);
    assert(told != table.end() && "every stage has its teller");
    told->tell(narrator);
    Narration narration = narrator.narration();
    if (subject.trace.is_overridden(subject.cell))
        narration.more.insert(narration.more.begin(),
                              std::exchange(narration.brief, override_told(texts, subject)));
    return narration;
}

Narration Texts::narrate(const Subject& subject) const {
    return narration::narrate(*this, subject);
}

} // namespace narration
