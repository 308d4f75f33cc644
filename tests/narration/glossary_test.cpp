#include "narration/glossary.h"

#include "base/input_error.h"
#include "cases.h"
#include "language/toml_file.h"
#include "source_folder.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <utility>

using narration_test::texts;

namespace {

/// A glossary of three terms.
const narration::Glossary& small() {
    static const narration::Glossary glossary({{"glossary.key.name", "key"},
                                               {"glossary.key.forms", "key | keys"},
                                               {"glossary.key.not", "key of the keyboard | Key | key #"},
                                               {"glossary.key.means", "What a word is found by."},
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

/// The strings of a TOML file, each with the names that lead to it.
void strings_of(const toml::node& node, const std::string& name, std::map<std::string, std::string>& all) {
    if (const auto* table = node.as_table())
        for (const auto& [key, value] : *table)
            strings_of(value, name + "." + std::string(key.str()), all);
    else if (const auto* array = node.as_array())
        for (std::size_t i = 0; i < array->size(); ++i)
            strings_of((*array)[i], name + "." + std::to_string(i + 1), all);
    else if (const auto* text = node.as_string())
        all[name] = **text;
}

/// As a reader sees it: {q:it} is “it”, and any other brace is a number or a word.
std::string as_read(const std::string& text) {
    static const std::regex toned(R"(\{[qkvnb]:([^}]*)\})"), filled(R"(\{[^}]*\})"), stress(R"(\*)");
    return std::regex_replace(std::regex_replace(std::regex_replace(text, toned, "$1"), filled, "7"), stress,
                              "");
}

/// All that a learner can read, as it is read, by where it stands: the texts, the course, the presets and the
/// comparisons.
const std::map<std::string, std::string>& everything() {
    static const std::map<std::string, std::string> all = [] {
        std::map<std::string, std::string> read;
        for (const auto& [name, text] : texts().all())
            if (!name.starts_with("glossary.") || name.ends_with(".means")) read[name] = as_read(text);
        const std::filesystem::path assets = source_folder() / "assets";
        std::vector<std::filesystem::path> files{assets / "presets.toml", assets / "comparisons.toml"};
        for (const auto& entry : std::filesystem::directory_iterator(assets / "lessons"))
            files.push_back(entry.path());
        const std::set<std::string> shown{"title", "afterwards", "text", "note",    "caption",
                                          "label", "ask",        "hint", "because", "question"};
        for (const auto& file : files) {
            std::map<std::string, std::string> strings;
            strings_of(language::read_toml(file), file.stem().string(), strings);
            for (const auto& [name, text] : strings)
                if (shown.contains(name.substr(name.rfind('.') + 1))) read[name] = as_read(text);
        }
        return read;
    }();
    return all;
}

/// The id of the term that opens at this byte of a text; empty if none does.
std::string opened(const std::string& text, std::size_t at) {
    for (const narration::TermUse& use : texts().glossary().find(text))
        if (use.begin <= at && at < use.end) return use.term->id;
    return {};
}

/// Whether a match of `pattern` holds the byte `at`.
bool is_within(const std::string& text, const std::regex& pattern, std::size_t at) {
    for (std::sregex_iterator i(text.begin(), text.end(), pattern), end; i != end; ++i) {
        const auto from = static_cast<std::size_t>(i->position());
        if (from <= at && at < from + static_cast<std::size_t>(i->length())) return true;
    }
    return false;
}

/// A word that is a term in some phrases and means something else in all others.
struct Ambiguous {
    const char* word;
    std::vector<std::pair<const char*, const char*>> phrases; ///< and the term that opens there
};

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

TEST_CASE("a phrase in which the word means something else holds no term") {
    CHECK(found("a key of the keyboard, and a key") == "key:key");
    CHECK(found("Key") == "");
    CHECK(found("key 12 of 30 keys") == "key:keys");
    CHECK(found("the key 3rd from the left") == "key:key");
    CHECK(refusal({{"glossary.a.name", "a"},
                   {"glossary.a.forms", "x"},
                   {"glossary.a.not", "x"},
                   {"glossary.a.means", "b"}})
              .find("twice") != std::string::npos);
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
        const std::regex end_of_sentence(R"([.?!]( |$))");
        CHECK(std::distance(std::sregex_iterator(term.means.begin(), term.means.end(), end_of_sentence),
                            {}) <= 2);
    }
}

TEST_CASE("no two terms explain each other") {
    const narration::Glossary& glossary = texts().glossary();
    std::map<std::string, std::set<std::string>> needs;
    for (const narration::Term& term : glossary.terms())
        for (const narration::TermUse& use : glossary.find(term.means))
            if (use.term != &term) needs[term.id].insert(use.term->id);
    int pairs = 0;
    for (const auto& [id, needed] : needs)
        for (const std::string& other : needed) {
            CHECK_MESSAGE(!needs[other].contains(id), id, " and ", other);
            ++pairs;
        }
    CHECK(pairs > 100);
}

TEST_CASE("a word of several meanings opens its entry only where it has that meaning") {
    const std::vector<Ambiguous> ambiguous{
        {"caches?",
         {{"fastest cache", "cache"},
          {"([Aa]|[Tt]he|growing|–value|layer’s) cache|^Cache$|(see|under) Cache", "key_value_cache"}}},
        {"by hand", {{"([Ss]et|built) by hand", "hand_set"}}},
        {"positions?",
         {{"[Rr]otary positions", "rotary"},
          {"[Pp]ositions", "position"},
          {"([Aa]|its|no) position (added|has been|to each|\\.)|(no|of its|as its|including its|word \\+) "
           "position|a position",
           "position"}}},
        {"hints?", {{"(a|the|with|no|[Nn]o|of the) hint|hint ends|^hint$", "hint"}}},
        {"dot", {{"[Ss]caled dot", "scaled_dot"}, {"[Dd]ot products?|^dot$|equals dot", "dot_product"}}},
        {"windows?", {{"sliding window|window (±|off)", "window"}}},
        {"general", {{"([Gg]eneral|^general) (score|and|equals|with a W)|^general( score)?$", "general"}}},
        {"loss", {{"[Tt]he loss|Loss and|^loss|of the loss", "loss"}}},
        {"generation", {{"\\(generation\\)|In generation|and generation|again: generation", "generation"}}},
        {"gates?", {{"[Gg]ates|output gate|[Ww]hich gate", "gates"}}}};
    for (const Ambiguous& a : ambiguous) {
        const std::regex word(std::string("\\b(") + a.word + ")\\b", std::regex::icase);
        int seen = 0;
        for (const auto& [name, text] : everything())
            for (std::sregex_iterator i(text.begin(), text.end(), word), end; i != end; ++i) {
                const auto at = static_cast<std::size_t>(i->position());
                std::string meant;
                for (const auto& [phrase, term] : a.phrases)
                    if (meant.empty() && is_within(text, std::regex(phrase), at)) meant = term;
                CHECK_MESSAGE(opened(text, at) == meant, name, ": ", text);
                ++seen;
            }
        CHECK_MESSAGE(seen > 0, a.word);
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
                           "transpose",
                           "key_value_cache",
                           "language_model",
                           "generation",
                           "next_token",
                           "residual_stream",
                           "loss",
                           "nats",
                           "learning_rate",
                           "accuracy",
                           "hint",
                           "knock_out",
                           "gates",
                           "nan",
                           "saturated",
                           "sharper",
                           "multi_query",
                           "grouped_query",
                           "induction",
                           "rotary",
                           "attention_sink",
                           "n_m",
                           "o_1",
                           "broadcasting",
                           "encoder_only",
                           "decoder_only"}) {
        CAPTURE(id);
        CHECK(texts().glossary().term(id) != nullptr);
    }
}

TEST_CASE("no text uses jargon that has no entry") {
    // Words of the trade that a newcomer cannot know; whichever of them a text uses must be explained.
    const std::regex jargon(
        "\\b(accuracy|additive|autoregressive|backpropagation|bag of "
        "words|batch|bias|bits|broadcast\\w*|cache|"
        "causal|cell state|concatenat\\w*|cosine|"
        "decoder|derivative|diagonal|dimensions?|distribution|dot "
        "products?|dropout|embeddings?|encoder|entropy|"
        "exponentials?|feed-forward|flatter|fused|generation|gradient|grouped-query|hidden "
        "state|hinted|identity|"
        "induction|initialisation|jacobian|knock\\w*[ -]out|language models?|learning "
        "rate|logits?|loss|LSTMs?|"
        "matrix|matrices|median|MLP|multi-head|multi-query|multiply-adds?|NaN|nats|"
        "normalis\\w+|padding|parameters?|quartiles?|recurrent|residual|RNNs?|rotary|safetensors|saturated?|"
        "seed|"
        "sharper|sinusoidal|softmax|"
        "standard deviation|tanh|temperature|tensors?|threads?|tokens?|transformers?|transposed?|variances?|"
        "vectors?)\\b",
        std::regex::icase);
    const narration::Glossary& glossary = texts().glossary();
    int found_any = 0;
    for (const auto& [name, text] : everything()) {
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
    CHECK(found_any > 300);
}
