#include "narration/glossary.h"

#include "base/input_error.h"
#include "cases.h"

#include <regex>

using narration_test::texts;

namespace {

/// A glossary of three terms.
const narration::Glossary& small() {
    static const narration::Glossary glossary({{"glossary.key.name", "key"},
                                               {"glossary.key.forms", "key | keys"},
                                               {"glossary.key.means", "What a word is matched by."},
                                               {"glossary.attention.name", "attention"},
                                               {"glossary.attention.forms", "attention"},
                                               {"glossary.attention.means", "Reading from other words."},
                                               {"glossary.self.name", "self-attention"},
                                               {"glossary.self.forms", "self-attention"},
                                               {"glossary.self.means", "Attention within one sequence."},
                                               {"glossary.d_k.name", "d_k"},
                                               {"glossary.d_k.forms", "d_k | dₖ"},
                                               {"glossary.d_k.means", "The width of a key."},
                                               {"glossary.root.name", "√d_k"},
                                               {"glossary.root.forms", "√d_k | √dₖ"},
                                               {"glossary.root.means", "The usual divisor."},
                                               {"glossary.output.name", "W_O"},
                                               {"glossary.output.forms", "W_O"},
                                               {"glossary.output.means", "Mixes the heads."}});
    return glossary;
}

/// The terms found, each with the words that it was found in: "key:keys attention:Attention".
std::string found(const std::string& text) {
    std::string all;
    for (const narration::TermUse& use : small().find(text))
        all += (all.empty() ? "" : " ") + use.term->id + ":" + text.substr(use.begin, use.end - use.begin);
    return all;
}

std::string refusal(const std::map<std::string, std::string>& entries) {
    try {
        const narration::Glossary glossary(entries);
    } catch (const base::InputError& error) {
        return error.what();
    }
    return "accepted";
}

} // namespace

TEST_CASE("terms are found as whole words, in the plural and with a capital") {
    CHECK(found("Keys and a key.") == "key:Keys key:key");
    CHECK(found("monkeys, keyboard, key_width, keyed") == "");
    CHECK(found("(attention’s key)") == "attention:attention key:key");
}

TEST_CASE("a path holds no terms") {
    CHECK(found("Written to /figures/attention-lab/key.svg") == "");
    CHECK(found(R"(Written to C:\Users\me\attention-lab\key.svg, for the key)") == "key:key");
    CHECK(found("q / key, in /figures/key for the key") == "key:key key:key");
    CHECK(found("In /.local/my key/attention.svg: the key.") == "key:key");
}

TEST_CASE("of two terms that begin together the longer one is found") {
    CHECK(found("self-attention") == "self:self-attention");
    CHECK(found("÷ √d_k, not d_k") == "root:√d_k d_k:d_k");
    CHECK(found("√dₖ and dₖ") == "root:√dₖ d_k:dₖ");
}

TEST_CASE("a form with a capital is found as it stands only") {
    CHECK(found("W_O mixes") == "output:W_O");
    CHECK(found("w_o XW_O") == "");
}

TEST_CASE("a term without a name, forms or a meaning is refused, and a form that two terms share") {
    CHECK(refusal({{"glossary.a.name", "a"}, {"glossary.a.forms", "a"}}).find("means") != std::string::npos);
    CHECK(refusal({{"glossary.a.name", "a"}, {"glossary.a.means", "b"}}).find("forms") != std::string::npos);
    CHECK(refusal({{"glossary.a.name", "a"}, {"glossary.a.forms", "x | x"}, {"glossary.a.means", "b"}})
              .find("twice") != std::string::npos);
    CHECK(refusal({}) == "accepted");
}

TEST_CASE("every term is found by its own name, and is explained in one or two sentences") {
    const narration::Glossary& glossary = texts().glossary();
    CHECK(glossary.terms().size() > 60);
    for (const narration::Term& term : glossary.terms()) {
        CAPTURE(term.name);
        bool finds_itself = false;
        for (const narration::TermUse& use : glossary.find(term.name))
            finds_itself = finds_itself || use.term == &term;
        CHECK(finds_itself);
        CHECK(term.means.ends_with("."));
        CHECK(term.means.size() > 20);
        CHECK(term.means.size() < 240);
    }
}

TEST_CASE("every term that the field expects has an entry") {
    for (const char* id : {"attention",
                           "token",
                           "embedding",
                           "feature",
                           "dimension",
                           "vector",
                           "matrix",
                           "dot_product",
                           "query",
                           "key",
                           "value",
                           "score",
                           "scale",
                           "sqrt_d_k",
                           "d_k",
                           "d_model",
                           "mask",
                           "causal",
                           "padding",
                           "window",
                           "softmax",
                           "weight",
                           "row",
                           "distribution",
                           "weighted_sum",
                           "head",
                           "multi_head",
                           "concatenate",
                           "output_projection",
                           "self_attention",
                           "cross_attention",
                           "encoder",
                           "decoder",
                           "memory",
                           "position",
                           "sinusoidal",
                           "dropout",
                           "additive",
                           "general",
                           "cosine",
                           "entropy",
                           "hidden_state",
                           "cell_state",
                           "recurrent",
                           "lstm",
                           "batch",
                           "residual",
                           "normalisation",
                           "feed_forward",
                           "fused",
                           "parameter",
                           "seed",
                           "hand_set",
                           "random",
                           "z_h",
                           "clock",
                           "band",
                           "temperature",
                           "gradient",
                           "minus_infinity",
                           "transpose"}) {
        CAPTURE(id);
        CHECK(texts().glossary().term(id) != nullptr);
    }
}

TEST_CASE("no text uses jargon that has no entry") {
    // Words of the trade that a newcomer cannot know; whichever of them a text uses must be explained.
    const std::regex jargon(
        "\\b(additive|autoregressive|backpropagation|batch|bias|bits|cache|causal|cell "
        "state|concatenat\\w*|cosine|"
        "decoder|derivative|dimensions?|distribution|dot products?|dropout|embeddings?|encoder|entropy|"
        "feed-forward|fused|gradient|hidden state|identity|jacobian|logits?|LSTMs?|matrix|matrices|median|"
        "normalis\\w+|padding|parameters?|quartiles?|recurrent|residual|RNNs?|safetensors|seed|sinusoidal|"
        "softmax|"
        "standard deviation|temperature|tensors?|tokens?|transformers?|transposed?|variance|vectors?)\\b",
        std::regex::icase);
    const narration::Glossary& glossary = texts().glossary();
    int found_any = 0;
    for (const auto& [name, text] : texts().all()) {
        if (name.starts_with("listing")) continue;
        const auto uses = glossary.find(text);
        for (std::sregex_iterator i(text.begin(), text.end(), jargon), end; i != end; ++i) {
            const auto at = static_cast<std::size_t>(i->position());
            const bool explained = std::ranges::any_of(
                uses, [&](const narration::TermUse& use) { return use.begin <= at && at < use.end; });
            CHECK_MESSAGE(explained, name, ": ", i->str());
            ++found_any;
        }
    }
    CHECK(found_any > 40);
}
