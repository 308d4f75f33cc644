#include "base/input_error.h"
#include "cases.h"
#include "language/lexicon.h"
#include "model/hand_set.h"
#include "narration/narration.h"
#include "source_folder.h"

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

using namespace narration_test;
using narration::Tone;

namespace {

const std::filesystem::path source = source_folder();

/// A folder that goes away with the test.
struct Folder {
    std::filesystem::path path;

    explicit Folder(const std::string& name)
        : path(std::filesystem::temp_directory_path() / ("attention-lab-" + name)) {
        std::filesystem::remove_all(path);
        std::filesystem::create_directories(path);
    }
    ~Folder() { std::filesystem::remove_all(path); }
    void write(const std::string& file, const std::string& content) const {
        std::ofstream(path / file) << content;
    }
};

std::string refusal(const std::string& content) {
    const Folder folder("texts");
    folder.write("a.toml", content);
    try {
        narration::Texts::load(folder.path);
    } catch (const base::InputError& error) {
        return error.what();
    }
    return "accepted";
}

std::string content_of(const std::filesystem::path& file) {
    std::stringstream content;
    content << std::ifstream(file).rdbuf();
    return content.str();
}

/// The text of this name, marked with the name, so that it can be recognised wherever it is said.
std::string marked(const std::string& name, const std::string& text) {
    std::string escaped;
    for (const char c : text)
        escaped += (c == '"' || c == '\\') ? std::string("\\") + c : std::string(1, c);
    std::string path;
    for (std::size_t start = 0; start <= name.size();) {
        const std::size_t dot = std::min(name.find('.', start), name.size());
        path += (path.empty() ? "\"" : ".\"") + name.substr(start, dot - start) + "\"";
        start = dot + 1;
    }
    return path + " = \"⟦" + name + "⟧" + escaped + "\"\n";
}

void note_names(const std::string& text, std::set<std::string>& names) {
    const std::string open = "⟦", close = "⟧";
    for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
        at += open.size();
        names.insert(text.substr(at, text.find(close, at) - at));
    }
}

} // namespace

TEST_CASE("templates are filled with values that keep their tones") {
    const narration::Values values{{"asker", {{"it", Tone::query}}}, {"value", {{"7.98", Tone::number}}}};
    const narration::Paragraph p = narration::fill("The {q:query} of {asker} scores {value}.", values);
    REQUIRE(p.size() == 7);
    CHECK(words_of(p) == "The query of it scores 7.98.");
    CHECK(p[1].tone == Tone::query);
    CHECK(p[3].text == "it");
    CHECK(p[3].tone == Tone::query);
    CHECK(p[5].tone == Tone::number);
    CHECK(p[6].tone == Tone::plain);
}

TEST_CASE("pieces of one tone become one span") {
    CHECK(narration::fill("a {x} b", {{"x", {{"c"}}}}).size() == 1);
}

TEST_CASE("what has no meaning in a template is left as it stands") {
    const narration::Values values{{"value", {{"7.98", Tone::number}}}};
    const auto filled = [&](const char* markup) { return words_of(narration::fill(markup, values)); };
    CHECK(filled("a {value} and {valeu} and {q:x}") == "a 7.98 and {valeu} and x");
    CHECK(filled("an open {q:brace") == "an open {q:brace");
    CHECK(filled("{") == "{");
    CHECK(filled("{}") == "{}");
    CHECK(filled("} {value}") == "} 7.98");
    CHECK(filled("{z:tone} {value}") == "{z:tone} 7.98");
    CHECK(filled("").empty());
}

TEST_CASE("a mistake in a template is put into words") {
    const auto mistake = [](const char* markup) {
        return narration::mistake_in(markup, [](std::string_view name) { return name == "value"; });
    };
    CHECK(mistake("a {value} and {q:a word} and }").empty());
    CHECK(mistake("an {open brace") == "a brace is not closed: “{open brace”");
    CHECK(mistake("{open {value}") == "a brace is not closed: “{open {value}”");
    CHECK(mistake("{valeu}") == "“{valeu}” is not a known name");
    CHECK(mistake("{z:word}") == "“{z:word}” has none of the tones q, k, v, n and b");
}

TEST_CASE("the texts that are shipped are all there, and none has a mistake") {
    const auto folder = source / "assets/texts";
    narration::expect_all_texts(texts(), folder);
    for (const auto& mistake : narration::mistakes_in(texts(), folder))
        FAIL_CHECK(mistake.what());
}

TEST_CASE("a text that is missing is named with its file, and so is one with a mistake") {
    for (const auto& entry : std::filesystem::directory_iterator(source / "assets/texts")) {
        const Folder folder("missing");
        std::filesystem::copy(source / "assets/texts", folder.path);
        const std::string name = entry.path().filename().string();
        std::filesystem::remove(folder.path / name);
        CHECK_THROWS_WITH_AS(narration::expect_all_texts(narration::Texts::load(folder.path), folder.path),
                             doctest::Contains((name + ", ").c_str()), base::InputError);
    }
    const Folder folder("mistake");
    std::filesystem::copy(source / "assets/texts", folder.path);
    std::string content = content_of(folder.path / "interface.toml");
    const std::string was = "Random weights (seed {seed})";
    REQUIRE(content.find(was) != std::string::npos);
    content.replace(content.find(was), was.size(), "Random weights (seed {seed)");
    folder.write("interface.toml", content);
    const auto mistakes = narration::mistakes_in(narration::Texts::load(folder.path), folder.path);
    REQUIRE(mistakes.size() == 1);
    CHECK(mistakes[0].where == (folder.path / "interface.toml").string() + ", weights.label_random");
    CHECK(mistakes[0].problem.starts_with("a brace is not closed"));
}

TEST_CASE("texts are named by section and key") {
    const Folder folder("names");
    folder.write("a.toml", "[keys]\ntitle = \"Keys\"\n[keys.more]\n\"two words\" = \"yes\"\n");
    folder.write("b.toml", "single = \"one\"\n");
    folder.write("notes.txt", "not read");
    const narration::Texts t = narration::Texts::load(folder.path);
    CHECK(t.text("keys.title") == "Keys");
    CHECK(t.text("keys.more.two words") == "yes");
    CHECK(t.text("single") == "one");
    CHECK_FALSE(t.has("keys.missing"));
}

TEST_CASE("texts that cannot be used are refused with their place") {
    CHECK(refusal("[a]\nb = 3\n").find("a.b is not a text") != std::string::npos);
    CHECK(refusal("[a]\nb = 3\n").find("a.toml, line 2") != std::string::npos);
    CHECK(refusal("a = \"unclosed").find("a.toml") != std::string::npos);
    CHECK(refusal("listing = 3\n").find("listing") != std::string::npos);
    CHECK(refusal("[[listing]]\nlanguage = \"C\"\n").find("no lines") != std::string::npos);
    CHECK(refusal("[[listing]]\nlanguage = \"C\"\nlines = [[\"a\"]]\n").find("three parts") !=
          std::string::npos);
    CHECK_THROWS_AS(narration::Texts::load(source / "no-such-folder"), base::InputError);
}

TEST_CASE("a text that two files hold is refused") {
    const Folder folder("twice");
    folder.write("a.toml", "x = \"one\"\n");
    folder.write("b.toml", "x = \"two\"\n");
    CHECK_THROWS_WITH_AS(narration::Texts::load(folder.path), doctest::Contains("twice"), base::InputError);
}

TEST_CASE("every name that the code uses is a text or the beginning of some") {
    const auto& all = texts().all();
    const std::regex name("\"([a-z_]+(?:\\.[a-z_0-9]+)+)\"");
    int found_any = 0;
    for (const auto& entry : std::filesystem::directory_iterator(source / "src/narration")) {
        if (entry.path().extension() != ".cpp") continue;
        const std::string code = content_of(entry.path());
        for (std::sregex_iterator i(code.begin(), code.end(), name), end; i != end; ++i) {
            const std::string used = (*i)[1];
            if (used.ends_with(".h")) continue; // an include
            CAPTURE(used);
            const auto next = all.lower_bound(used);
            const bool known = next != all.end() && next->first.starts_with(used);
            CHECK(known);
            ++found_any;
        }
    }
    CHECK(found_any > 80);
}

TEST_CASE("every dimension of the weights that are shipped has a phrase") {
    std::set<std::string> dimensions;
    const auto add = [&](const std::vector<std::string>& names) {
        dimensions.insert(names.begin(), names.end());
    };
    add(language::load_lexicon(source / "assets/lexicon.toml").features);
    for (const model::HandSet& set : model::load_hand_sets(source / "assets/weights")) {
        add(set.features);
        add(set.key_width);
        add(set.value_width);
    }
    CHECK(dimensions.size() > 6);
    for (const std::string& name : dimensions) {
        CAPTURE(name);
        CHECK(texts().has("noun." + name));
    }
}

TEST_CASE("every text of the walkthrough is said in some pass") {
    const Folder only("only"), marks("marks");
    for (const char* file : {"walkthrough.toml", "questions.toml"})
        std::filesystem::copy(source / "assets/texts" / file, only.path / file);
    const narration::Texts plain = narration::Texts::load(only.path);
    std::string content;
    for (const auto& [name, text] : plain.all())
        content += marked(name, text);
    marks.write("walkthrough.toml", content);
    const narration::Texts t = narration::Texts::load(marks.path);

    std::set<std::string> said;
    for (const Case& c : all_cases())
        for_each_subject(c, [&](const narration::Subject& s) {
            narration::Subject trained = s;
            trained.trained = true;
            note_names(words_of(t.narrate(trained)), said);
            const narration::Narration n = t.narrate(s);
            const bool filled = (n.question + words_of(n)).find('{') == std::string::npos;
            CHECK(filled);
            note_names(n.question + words_of(n), said);
            if (const auto p = narration::predict(t, s, std::min(s.cell.row, c.trace.n() - 1))) {
                note_names(words_of(p->question) + words_of(p->because), said);
                for (const std::string& choice : p->choices)
                    note_names(choice, said);
            }
        });
    for (const auto& entry : plain.all()) {
        const std::string& name = entry.first;
        // Some belong to the weights that are shipped, others are forms that no sentence needs today.
        if (name.starts_with("noun.") || name.starts_with("count.")) continue;
        const bool is_said = said.contains(name);
        CHECK_MESSAGE(is_said, name);
    }
}
