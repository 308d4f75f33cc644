#include "workbench/translation.h"

#include "base/input_error.h"
#include "language/tokenizer.h"
#include "model/greedy.h"

namespace workbench {

std::string translation_by(const learning::Trained& trained, const std::string& sentence) {
    constexpr std::size_t most_words = 30; // longer than every sentence of the grammar
    if (!trained.transformer || !trained.transformer->sizes.has_decoder())
        throw base::InputError("trained model", "“" + trained.card.title + "” does not translate",
                               "choose one that does");
    const auto source =
        trained.source.ids(language::tokenize(sentence, "second sentence"), "second sentence");
    const auto ids = model::written(*trained.transformer, source, trained.target.id("<start>"),
                                    trained.target.id("<end>"), most_words);
    std::string text;
    for (const std::string& word : trained.target.words(ids))
        text += (text.empty() ? "" : " ") + word;
    return text;
}

} // namespace workbench
