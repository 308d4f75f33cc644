// The texts of the folder assets/texts: filling their templates, reading them, and checking that all are
// there.

#include "narration/narration.h"

#include "base/input_error.h"
#include "language/toml_file.h"
#include "shipped_texts.h"

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <optional>

namespace narration {

// The markup of templates.

namespace {

std::optional<Tone> tone_of(std::string_view tag) {
    if (tag == "q") return Tone::query;
    if (tag == "k") return Tone::key;
    if (tag == "v") return Tone::value;
    if (tag == "n") return Tone::number;
    if (tag == "b") return Tone::strong;
    return std::nullopt;
}

/// A piece of markup: plain text, or a pair of braces and what is between them.
struct Piece {
    std::string_view whole;
    bool braces = false, closed = true;

    std::string_view inside() const { return whole.substr(1, whole.size() - 2); }
    /// The end of the tone in "q:word"; npos in "name".
    std::size_t colon() const { return inside().find(':'); }
};

/// Removes the next piece from the front of `rest`, which must not be empty.
Piece take_piece(std::string_view& rest) {
    Piece piece;
    piece.braces = rest.front() == '{';
    const std::size_t close = rest.find('}');
    piece.closed = !piece.braces || close != std::string_view::npos;
    const std::size_t end = !piece.braces ? rest.find('{') : piece.closed ? close + 1 : rest.size();
    piece.whole = rest.substr(0, end);
    rest.remove_prefix(piece.whole.size());
    return piece;
}

/// Extends the last span if the tone is the same.
void append(Paragraph& paragraph, std::string_view text, Tone tone) {
    if (text.empty()) return;
    if (!paragraph.empty() && paragraph.back().tone == tone)
        paragraph.back().text += text;
    else
        paragraph.push_back({std::string(text), tone});
}

} // namespace

Values values_of(const std::map<std::string, std::string>& words) {
    Values values;
    for (const auto& [name, word] : words)
        values[name] = {{word}};
    return values;
}

Paragraph fill(std::string_view markup, const Values& values) {
    Paragraph paragraph;
    for (std::string_view rest = markup; !rest.empty();) {
        const Piece piece = take_piece(rest);
        if (piece.braces && piece.closed) {
            const std::string_view inside = piece.inside();
            const std::size_t colon = piece.colon();
            if (colon == std::string_view::npos) {
                if (const auto value = values.find(inside); value != values.end()) {
                    for (const Span& span : value->second)
                        append(paragraph, span.text, span.tone);
                    continue;
                }
            } else if (const auto tone = tone_of(inside.substr(0, colon))) {
                append(paragraph, inside.substr(colon + 1), *tone);
                continue;
            }
        }
        append(paragraph, piece.whole, Tone::plain);
    }
    return paragraph;
}

std::string mistake_in(std::string_view markup, const std::function<bool(std::string_view)>& is_name) {
    for (std::string_view rest = markup; !rest.empty();) {
        const Piece piece = take_piece(rest);
        if (!piece.braces) continue;
        const std::string shown = "“" + std::string(piece.whole.substr(0, 60)) + "”";
        if (!piece.closed || piece.inside().find('{') != std::string_view::npos)
            return "a brace is not closed: " + shown;
        const std::size_t colon = piece.colon();
        if (colon != std::string_view::npos && !tone_of(piece.inside().substr(0, colon)))
            return shown + " has none of the tones q, k, v, n and b";
        if (colon == std::string_view::npos && !is_name(piece.inside()))
            return shown + " is not a known name";
    }
    return {};
}

std::string plain_text(const Paragraph& paragraph) {
    std::string text;
    for (const Span& span : paragraph)
        text += span.text;
    return text;
}

std::string plain_text(const Texts& texts, const std::string& name, const Values& values) {
    return plain_text(fill(texts.text(name), values));
}

// Reading the folder of texts.

/// Collects the entries of the files.
struct TextsReader {
    Texts& texts;
    std::filesystem::path file;

    /// Nested tables are flattened: [scores.name] dot = "…" is "scores.name.dot".
    void read_texts(const toml::table& table, const std::string& prefix) {
        for (const auto& [key, node] : table) {
            const std::string name = prefix + std::string(key.str());
            if (node.is_table())
                read_texts(*node.as_table(), name + ".");
            else if (prefix.empty() && key == "listing")
                read_listings(node);
            else
                add(name, node);
        }
    }

private:
    [[noreturn]] void refuse(const toml::node& node, const std::string& what, const std::string& hint) const {
        throw base::InputError(language::place_of(file, node), what, hint);
    }

    std::string string_of(const toml::node& node, const std::string& name) const {
        const auto text = node.value<std::string>();
        if (!node.is_string() || !text) refuse(node, name + " is not a text", "write it in quotes");
        return *text;
    }

    void add(const std::string& name, const toml::node& node) {
        if (!texts_add(name, string_of(node, name)))
            refuse(node, "the text " + name + " is there twice", "keep one of them");
    }

    bool texts_add(const std::string& name, std::string text) {
        return texts.texts_.emplace(name, std::move(text)).second;
    }

    void read_listings(const toml::node& node) {
        const toml::array* listings = node.as_array();
        if (!listings) refuse(node, "listing is not a list of tables", "write [[listing]]");
        for (const toml::node& listing : *listings) {
            if (!listing.is_table()) refuse(listing, "a listing is not a table", "write [[listing]]");
            read_listing(*listing.as_table());
        }
    }

    void read_listing(const toml::table& table) {
        Texts::ListingTemplate listing;
        for (const auto& [key, node] : table) {
            if (key == "lines")
                read_lines(node, listing);
            else if (key == "language")
                listing.language = string_of(node, "language");
            else
                listing.words[std::string(key.str())] = string_of(node, std::string(key.str()));
        }
        if (listing.language.empty() || listing.lines.empty())
            refuse(table, "a listing has no language or no lines", "give it both");
        // So that has() knows the parts of a listing. Their texts stay empty: braces in code are not markup.
        texts_add("listing." + listing.language + ".lines", {});
        for (const auto& [word, text] : listing.words)
            texts_add("listing." + listing.language + "." + word, {});
        texts.listings_.push_back(std::move(listing));
    }

    void read_lines(const toml::node& node, Texts::ListingTemplate& listing) {
        const toml::array* lines = node.as_array();
        if (!lines) refuse(node, "lines is not a list", "write lines = [[code, stages, when], …]");
        for (const toml::node& line : *lines) {
            const toml::array* parts = line.as_array();
            if (!parts || parts->size() != 3)
                refuse(line, "a line does not have three parts", "[code, stages, when]");
            listing.lines.push_back({string_of(*parts->get(0), "code"), string_of(*parts->get(1), "stages"),
                                     string_of(*parts->get(2), "when")});
        }
    }
};

Texts Texts::load(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error))
        if (entry.path().extension() == ".toml") files.push_back(entry.path());
    if (files.empty())
        throw base::InputError(folder.string(), "no texts (.toml) found there",
                               "the folder assets/texts belongs beside the program");
    std::ranges::sort(files);
    Texts texts;
    for (const auto& file : files)
        TextsReader{texts, file}.read_texts(language::read_toml(file), {});
    texts.glossary_ = Glossary(texts.texts_);
    return texts;
}

const std::string& Texts::text(const std::string& name) const {
    const auto found = texts_.find(name);
    if (found == texts_.end()) std::fprintf(stderr, "no text is called %s\n", name.c_str());
    assert(found != texts_.end() && "a text is missing"); // expect_all_texts() checks at startup
    return texts_.at(name);
}

// Whether they are those that the program was built with.

namespace {

std::string place(const std::filesystem::path& folder, const ShippedText& text) {
    return (folder / text.file).string() + ", " + text.name;
}

} // namespace

void expect_all_texts(const Texts& texts, const std::filesystem::path& folder) {
    for (const ShippedText& shipped : shipped_texts)
        if (!texts.has(shipped.name))
            throw base::InputError(place(folder, shipped), "this text is missing",
                                   "put it back, or install the program again");
}

std::vector<base::InputError> mistakes_in(const Texts& texts, const std::filesystem::path& folder) {
    const auto is_known = [](std::string_view name) {
        return std::ranges::find(shipped_placeholders, name) != std::end(shipped_placeholders);
    };
    std::vector<base::InputError> mistakes;
    for (const ShippedText& shipped : shipped_texts)
        if (texts.has(shipped.name))
            if (const std::string mistake = mistake_in(texts.text(shipped.name), is_known); !mistake.empty())
                mistakes.emplace_back(place(folder, shipped), mistake,
                                      "correct the text; until then it is shown as it stands");
    return mistakes;
}

} // namespace narration
