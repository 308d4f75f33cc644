#include "worksheet/copies.h"

namespace worksheet {

namespace {

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

/// The text that says where the numbers come from; null: nothing is said.
const char* name_of(Numbers numbers) {
    switch (numbers) {
    case Numbers::drawn:
        return nullptr;
    case Numbers::own:
        return "worksheet.numbers.own";
    case Numbers::own_rounded:
        return "worksheet.numbers.own_rounded";
    case Numbers::several_sheets:
        return "worksheet.numbers.several_sheets";
    case Numbers::too_many:
        return "worksheet.numbers.too_many";
    case Numbers::fewer_words:
        return "worksheet.numbers.fewer_words";
    case Numbers::other_steps:
        return "worksheet.numbers.other_steps";
    case Numbers::not_by_hand:
        return "worksheet.numbers.not_by_hand";
    }
    return nullptr;
}

} // namespace

std::vector<std::string> notes_on(const Sentence& sentence, const narration::Texts& texts) {
    std::vector<std::string> notes;
    if (!sentence.passed_over.empty())
        notes.push_back(narration::plain_text(
            texts, "worksheet.passed_over",
            narration::values_of({{"word", sentence.passed_over},
                                  {"asks", sentence.queries[static_cast<std::size_t>(sentence.row)]}})));
    const auto cut = [&](const char* name, Index words, const std::vector<std::string>& kept) {
        if (words == 0) return;
        notes.push_back(
            narration::plain_text(texts, std::string("worksheet.") + name,
                                  narration::values_of({{"words", std::to_string(words)},
                                                        {"kept", std::to_string(kept.size())},
                                                        {"sentence", "“" + joined(kept) + "”"}})));
    };
    cut("cut", sentence.words, sentence.queries);
    cut("cut_source", sentence.source_words, sentence.keys);
    if (sentence.several_heads) notes.push_back(texts.text("worksheet.several_heads"));
    if (sentence.other_score) notes.push_back(texts.text("worksheet.other_score"));
    if (const char* name = name_of(sentence.numbers)) notes.push_back(texts.text(name));
    return notes;
}

void take_own_numbers(Job& job, const workbench::Pass& pass) {
    if (job.count > 1)
        job.sentence.numbers = Numbers::several_sheets;
    else
        job.own = own_sums(job.sentence, pass);
}

std::vector<Copy> draw_copies(const Job& job) {
    std::vector<Copy> copies;
    for (Index i = 0; i < job.count; ++i) {
        Sums sums = job.own ? *job.own : draw_sums(job.sentence, job.seed, static_cast<std::uint32_t>(i));
        Blanks blanks = choose_blanks(sums, job.blanks, job.seed);
        const auto at = static_cast<std::size_t>(i);
        copies.push_back({i + 1, at < job.names.size() ? job.names[at] : std::string(), std::move(sums),
                          std::move(blanks)});
    }
    return copies;
}

} // namespace worksheet
