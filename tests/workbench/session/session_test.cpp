#include "language/temporary_file.h"
#include "temporary_folder.h"
#include "workbench/document/document_json.h"
#include "workbench/document/edit.h"
#include "workbench/lab.h"
#include "workbench/session/all_choices.h"
#include "workbench/session/session.h"

#include <optional>
#include <sys/stat.h>
#include <vector>
#include <zlib.h>

using namespace lab;
using workbench::Session;
using workbench::session_from_code;
using workbench::Shown;
using workbench::to_code;
using workbench::to_json;

namespace {

Session session_of(const Document& document) {
    return {.first = {std::make_shared<const Document>(document)}};
}

bool same(const Shown& a, const Shown& b) {
    return *a.document == *b.document && a.selection == b.selection;
}

std::string file_refused(const std::filesystem::path& file) {
    return refusal([&] { (void)workbench::read_session(file); });
}

} // namespace

TEST_CASE("a session that was saved is opened again, with all that was on the screen") {
    const TemporaryFile file("session.json", "an older one");
    Session session = session_of(preset("french-cat"));
    session.first.selection = {attention::StageId::softmax, 1, 4, 3, 2, 5};
    session.second = {std::make_shared<const Document>(preset("love")),
                      {attention::StageId::softmax, 0, 1, 2, 0, 1}};
    session.view = "compare";
    session.choices = workbench::Choices::read(R"({"labs":{"page":"scale"}})", "test");
    workbench::write_session(file.path(), session);
    const Session read = workbench::read_session(file.path());
    CHECK(same(read.first, session.first));
    REQUIRE(read.second);
    CHECK(same(*read.second, *session.second));
    CHECK(read.view == "compare");
    CHECK(read.choices == session.choices);
    CHECK_FALSE(std::filesystem::exists(file.path().string() + ".part"));
}

TEST_CASE("a session of any other version is refused, even if all its fields are known") {
    const std::string fields = R"(, "document": {"text": "the cat", "weights": {"hand_set": "by-hand"}}})";
    const auto message = [&](int version) {
        const std::string start = R"({"attention_lab_session": )" + std::to_string(version);
        return refusal([&] { (void)workbench::session_from_json(start + fields, "session.json"); });
    };
    CHECK(message(workbench::session_version).empty());
    for (const int older : {1, 2})
        CHECK(contains(message(older), "an older Attention Lab wrote it: version " + std::to_string(older) +
                                           ", and this one reads only 3"));
    CHECK(contains(message(4), "a newer Attention Lab wrote it: version 4, and this one reads only 3"));
}

TEST_CASE("what is pointed at is checked like the document") {
    const std::string start = R"({"attention_lab_session": 3, "document": {"text": "a", "weights":
                                 {"hand_set": "by-hand"}}, )";
    const auto message = [&](const char* rest) {
        return refusal([&] { (void)workbench::session_from_json(start + rest, "session.json"); });
    };
    CHECK(contains(message(R"("selection": {"stage": "nowhere"}})"), "selection.stage: “nowhere” is not"));
    CHECK(contains(message(R"("selection": {"query": -1}})"), "selection.query: -1 is not a whole number"));
    CHECK(contains(message(R"("selection": []})"), "selection: [] is not an object"));
    CHECK(contains(message(R"("second": {}})"), "second.document: it is missing"));
    CHECK(contains(message(R"("second": {"document": {}}})"), "second.document.weights: it is missing"));
    CHECK(contains(message(R"("view": 3})"), "view: 3 is not a text"));
    CHECK(contains(message(R"("choices": 3})"), "choices: 3 is not an object"));
    CHECK(contains(message(R"("page": "scale"})"), "page: there is no such field"));
    CHECK(contains(message(R"("colour": 3})"), "colour: there is no such field"));
}

TEST_CASE("a session that cannot be read is refused with its file, at once") {
    const TemporaryFolder folder;
    std::ofstream(folder.path / "broken.json") << "{";
    CHECK(contains(file_refused(folder.path / "broken.json"), "broken.json, line 1"));
    CHECK(contains(file_refused(folder.path), "this is a folder"));
    CHECK(contains(file_refused("/nowhere/session.json"), "no such file"));
    CHECK(contains(file_refused("/dev/zero"), "not a file"));
    REQUIRE(mkfifo((folder.path / "pipe").c_str(), 0600) == 0);
    CHECK(contains(file_refused(folder.path / "pipe"), "not a file"));
    std::filesystem::create_symlink("loop", folder.path / "loop");
    CHECK(contains(file_refused(folder.path / "loop"), "cannot be read"));
    std::ofstream(folder.path / "large.json") << "{";
    std::filesystem::resize_file(folder.path / "large.json", 100'000'000);
    CHECK(contains(file_refused(folder.path / "large.json"), "at most 64 MB"));
}

TEST_CASE("a session that cannot be written is refused, and leaves nothing behind") {
    const Session session = session_of(preset("love"));
    CHECK(contains(refusal([&] { workbench::write_session("/nowhere/session.json", session); }),
                   "cannot be written"));
    const TemporaryFile file("inside", "x");
    const auto folder = file.folder() / "session.json";
    std::filesystem::create_directories(folder / "full");
    CHECK(contains(refusal([&] { workbench::write_session(folder, session); }), "cannot be written"));
    CHECK_FALSE(std::filesystem::exists(folder.string() + ".part"));
}

TEST_CASE(
    "the largest session that can be made is saved, sent and opened again; one number more is refused") {
    Document full = numbers(9);
    for (std::size_t i = 0; i < workbench::most_overrides; ++i)
        full.overrides.push_back(
            {{Quantity::x, 3, static_cast<Index>(i / 1000), static_cast<Index>(i % 1000), 2}, 0.5F});
    const auto document = std::make_shared<const Document>(full);
    Session session{.first = {document}, .second = {{document}}};
    CHECK(*workbench::session_from_json(to_json(session), "a file").second->document == full);
    CHECK(*session_from_code(to_code(session), "a code").second->document == full);

    const workbench::SetCell another{{Quantity::x, 0, 1, 1}, 1.F}, again{{Quantity::x, 3, 1, 1}, 1.F, 2};
    CHECK(contains(refusal([&] { (void)workbench::apply(full, another, library()); }), "no more are kept"));
    CHECK(workbench::apply(full, again, library()).overrides.size() == workbench::most_overrides);
    full.overrides.push_back({{Quantity::x, 0, 1, 1}, 1.F});
    session.first.document = std::make_shared<const Document>(full);
    CHECK(contains(refusal([&] { (void)workbench::session_from_json(to_json(session), "a file"); }),
                   "there are more than " + std::to_string(workbench::most_overrides)));
}

// ---------------------------------------------------------------- codes

namespace {

using Bytes = std::vector<Bytef>;

const std::string prefix = "attention-lab:";
const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

Shown shown(const Document& document) {
    return {std::make_shared<const Document>(document)};
}

/// What an hour of work leaves: two documents with longer notes, a mask, a few numbers set by hand, and
/// choices in every view.
Session ordinary() {
    Session session{.first = shown(preset("cat-comfortable")), .second = shown(preset("french-cat"))};
    Document changed = *session.first.document;
    changed.mask.causal = 1;
    changed.dropout = {0.1F, 4294967295U};
    changed.overrides = {{{Quantity::scores, 0, 7, 1}, 3.25F},
                         {{Quantity::scores, 0, 7, 5}, -1.5F},
                         {{Quantity::x, 0, 1, 0}, 0.125F},
                         {{Quantity::w_q, 0, 3, 2}, 1.1F}};
    session.first.document = std::make_shared<const Document>(changed);
    session.first.selection = {attention::StageId::softmax, 1, 7, 5, 0, 2};
    session.second->selection = {attention::StageId::softmax, 0, 1, 2, 0, 1};
    session.view = "compare";
    session.choices = workbench::Choices::read(all_choices, "test");
    return session;
}

std::string code_refused(const std::string& code) {
    const std::string message = refusal([&] { (void)session_from_code(code, "the clipboard"); });
    CHECK(message.starts_with("the clipboard"));
    return message;
}

void expect_round_trip(const Session& session) {
    const std::string code = to_code(session);
    CHECK(workbench::is_code(code));
    CHECK(code.starts_with(prefix));
    CHECK(code.find_first_not_of(alphabet, prefix.size()) == std::string::npos);
    const Session read = session_from_code(code, "the clipboard");
    CHECK(to_json(read) == to_json(session));
    CHECK(*read.first.document == *session.first.document);
    REQUIRE(read.second.has_value() == session.second.has_value());
    if (read.second) CHECK(*read.second->document == *session.second->document);
}

// Codes that the program would not make.

void append_base64(std::string& text, const Bytes& bytes) {
    for (std::size_t bit = 0; bit < 8 * bytes.size(); bit += 6) {
        const std::size_t first = bit / 8;
        const unsigned next = first + 1 < bytes.size() ? bytes[first + 1] : 0U;
        const unsigned pair = bytes[first] << 8U | next;
        text += alphabet[pair >> (10 - bit % 8) & 63U];
    }
}

/// The same letters, many times.
struct Letters {
    std::string letters;
    std::size_t millions; ///< of times

    Letters(char letter, std::size_t times) : letters(1, letter), millions(times) {}
    Letters(std::string all, std::size_t times) : letters(std::move(all)), millions(times) {}
};

/// The header and the compressed text; it is made in parts, so that the test itself does not need the memory.
Bytes packed(Letters letters) {
    z_stream stream{};
    REQUIRE(deflateInit2(&stream, 1, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY) == Z_OK);
    Bytes part;
    for (std::size_t i = 0; i < 1'000'000; ++i)
        part.insert(part.end(), letters.letters.begin(), letters.letters.end());
    uLong sum = crc32(0, nullptr, 0);
    Bytes compressed(letters.millions * letters.letters.size() * 10'000 + 1000);
    stream.next_out = compressed.data();
    stream.avail_out = static_cast<uInt>(compressed.size());
    for (std::size_t i = 0; i < letters.millions; ++i) {
        sum = crc32(sum, part.data(), static_cast<uInt>(part.size()));
        stream.next_in = part.data();
        stream.avail_in = static_cast<uInt>(part.size());
        const bool last = i + 1 == letters.millions;
        REQUIRE(deflate(&stream, last ? Z_FINISH : Z_NO_FLUSH) == (last ? Z_STREAM_END : Z_OK));
    }
    compressed.resize(stream.total_out);
    deflateEnd(&stream);
    Bytes bytes{1};
    for (const int shift : {24, 16, 8, 0})
        bytes.push_back(static_cast<Bytef>(sum >> shift & 255U));
    bytes.insert(bytes.end(), compressed.begin(), compressed.end());
    return bytes;
}

std::string code_of(const Bytes& bytes) {
    std::string code = prefix;
    append_base64(code, bytes);
    return code;
}

} // namespace

TEST_CASE("a session comes back from its code as it was") {
    for (const workbench::Preset& one : library().presets)
        expect_round_trip({.first = shown(one.document)});
    expect_round_trip(
        {.first = shown(preset("love")), .second = shown(sentence("Où est “le chat”?", "貓 😺"))});
    expect_round_trip({.first = shown(numbers(9)),
                       .view = "heads",
                       .choices = workbench::Choices::read(R"({"heads":{}})", "test")});
    expect_round_trip(ordinary());
    CHECK(session_from_code(to_code(ordinary()), "the clipboard").choices.text() == all_choices);
}

TEST_CASE("a code says nothing about the folders of who made it, and chooses no file of who opens it") {
    Document document = sentence("the cat slept");
    const auto with_file = [&](const std::string& file) {
        document.weights = workbench::TrainedWeights{"mine", 0, "0123456789abcdef", file};
        return shown(document);
    };
    const auto file_in = [](const Shown& read) {
        return std::get<workbench::TrainedWeights>(read.document->weights).file;
    };
    const Session session{.first = with_file("/home/ann/models/mine.safetensors"),
                          .second = with_file("C:\\Ann\\mine.safetensors")};
    const std::string code = to_code(session), bare = to_code({.first = with_file("mine.safetensors"),
                                                               .second = with_file("mine.safetensors")});
    CHECK(code == bare);
    CHECK(file_in(session_from_code(code, "the clipboard").first) == "mine.safetensors");
    CHECK(contains(to_json(session), "/home/ann/models/mine.safetensors")); // a file of one's own says where

    // The files of this one are /home/ann/models/mine.safetensors and \\host\share\mine.safetensors.
    const Session made = session_from_code(
        "attention-lab:ARbsVobFjk0OgkAMha9iuiaC4i9nmYQUpjiTDDOG1qghc3cLKxfu7aJ9zfvSvhlQhKL4FNuAXcvErBqau"
        "gCb-seoHjQzCL10gjja9CgbDnQXKOBJ_uaEV2JCH8ku0muHUTclAr5pgqb6YqHa7evD8XS-XLHrLQ2KDT6QOqVLI5UYYzkm"
        "S4HL5cqWcSANyWliyDkXwNSnuL76Q0aj5RKLMexwImN-Zcz5Aw",
        "the clipboard");
    CHECK(file_in(made.first) == "mine.safetensors");
    CHECK(file_in(made.second.value()) == "mine.safetensors");
}

TEST_CASE("a code made by the first version that had codes can still be read") {
    const std::string code =
        "attention-lab:AajwmcwtUUFuwzAM-4rhc1p02C2fCdRYaYy4Vmop64qiQB-yfa4vGe3uklCMRFLK3ZMZZ4uSh0THQVkV2"
        "Pefnf-KfPW9n5mC-s4HGbczWn1_92thZSA_ku0sFg5oMP6ulM3sQDtNvBroK8fTbFrHZspheA9eZ9lF3Z2ZoPjofBZj0K_n"
        "T7TX89clkUXdJMWRS_Er5pM7cn1C4p-emBOY3kVzU8xBHabhjPGutaFs2UDsEWQVjdaWg1tmMDpKqa5BrFWUaqWXYkNYwJx"
        "Jl5p7pE0p-X6ipIyNYCY4zQGaFAIyAGOHUGSVrR2oUF3nsEeLMq6D748KE4_vCHevRqdqF_O6Vfu1SNhGa7KXjcutoYXx_u"
        "jaX2jExGRbTQ2c6Malaf8B";
    const Session read = session_from_code(code, "the clipboard");
    CHECK(read.first.document->text == "the cat slept");
    CHECK(read.first.selection.key == 1);
    CHECK(read.view == "heads");
}

TEST_CASE("the code of an ordinary session fits into a message") {
    const std::size_t size = to_code(ordinary()).size();
    CAPTURE(size);
    CHECK(size < 2000);
}

TEST_CASE("line breaks and spaces, which programs for mail put into a code, are ignored") {
    const std::string code = to_code(ordinary());
    std::string broken = " \r\n\t";
    for (std::size_t i = 0; i < code.size(); ++i) {
        broken += code[i];
        if (i % 10 == 9) broken += i % 20 == 9 ? "\r\n" : " \t\v\f";
    }
    CHECK(workbench::is_code(broken));
    CHECK(to_json(session_from_code(broken, "the clipboard")) == to_json(ordinary()));
}

TEST_CASE("what begins like a code is told from other text") {
    CHECK(workbench::is_code("attention-lab:"));
    CHECK(workbench::is_code("\n  attention-lab:AQ\n"));
    CHECK_FALSE(workbench::is_code(""));
    CHECK_FALSE(workbench::is_code(" \n"));
    CHECK_FALSE(workbench::is_code("attention-la"));
    CHECK_FALSE(workbench::is_code("attention-lab"));
    CHECK_FALSE(workbench::is_code("the attention-lab:AQ"));
    CHECK_FALSE(workbench::is_code(R"({"attention_lab_session": 3})"));
}

TEST_CASE("a code that was cut is refused wherever it was cut") {
    const std::string code = to_code(ordinary());
    for (std::size_t size = 0; size < code.size(); ++size) {
        CAPTURE(size);
        const std::string message = code_refused(code.substr(0, size));
        CHECK(contains(message, size < prefix.size() ? "not a code of Attention Lab" : "a part of the code"));
        CHECK(contains(message, "from its first letter to its last"));
    }
    for (std::size_t start = 1; start < code.size(); start += 7)
        code_refused(code.substr(start));
}

TEST_CASE("a code in which a single letter was altered is refused, or stands for the same session") {
    const Session session = {.first = shown(preset("love"))};
    const std::string code = to_code(session), json = to_json(session),
                      letters = alphabet + "=+/. \n\xFF" + '\0';
    for (std::size_t i = 0; i < code.size(); ++i)
        for (const char letter : letters) {
            std::string altered = code;
            altered[i] = letter;
            CAPTURE(altered);
            std::optional<Session> read;
            const std::string message = refusal([&] { read = session_from_code(altered, "the clipboard"); });
            CHECK(read.has_value() == message.empty());
            if (read) CHECK(to_json(*read) == json); // it can repeat the same letters from another place
        }
}

TEST_CASE("letters that were added to a code are refused") {
    const std::string code = to_code(ordinary());
    for (const char* added :
         {"A", "AA", "AAA", "AAAA", "attention-lab:AQ", "==", ".", "\n\nSee you tomorrow", "”"})
        CHECK(contains(code_refused(code + added), "and nothing else"));
    CHECK(contains(code_refused(code + code), "characters that are in no code")); // the colon
}

TEST_CASE("nonsense is refused, and says why") {
    CHECK(contains(code_refused(""), "not a code of Attention Lab"));
    CHECK(contains(code_refused("the cat sat"), "it begins with “attention-lab:”"));
    CHECK(contains(code_refused("Attention-Lab:AQ"), "not a code of Attention Lab"));
    CHECK(contains(code_refused("attention-lab:"), "a part of the code is missing or was altered"));
    CHECK(contains(code_refused("attention-lab: the best program!"), "characters that are in no code"));
    CHECK(contains(code_refused("attention-lab:AAAAAAAAAAAA"),
                   "missing or was altered")); // there is no version 0
    CHECK(contains(code_refused("attention-lab:AQAAAAD_____"), "missing or was altered"));
    CHECK(contains(code_refused(code_of(packed({' ', 1}))), "this is not JSON"));
    CHECK(contains(code_refused(code_of(packed({'[', 1}))), "levels deep"));
}

TEST_CASE("a code of a newer format is refused with the advice to update") {
    for (const Bytes& bytes : {Bytes{2}, Bytes{2, 0, 0, 0, 0, 1, 2, 3}, Bytes{255, 1}}) {
        const std::string message = code_refused(code_of(bytes));
        CHECK(contains(message, "a newer Attention Lab made this code: version " + std::to_string(bytes[0])));
        CHECK(contains(message, "update Attention Lab"));
    }
}

TEST_CASE("a short line that stands for millions of values is refused before it is unpacked") {
    Bytes bomb = packed({"{},", 2});
    CHECK(contains(code_refused(code_of(bomb)), "more than 250000 values"));
    // Reading on would find that the end is missing.
    bomb.resize(bomb.size() / 2);
    CHECK(contains(code_refused(code_of(bomb)), "more than 250000 values"));
}

TEST_CASE("choices of as many values as a session may hold are read, and so are that many cells") {
    std::string choices = "{", cells;
    for (int i = 0; i < 60'000; ++i)
        choices += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":{\"a\":{}}";
    for (std::size_t i = 0; i < workbench::most_overrides; ++i)
        cells += (i == 0 ? R"({"quantity":"scores","row":)" : R"(,{"quantity":"scores","row":)") +
                 std::to_string(i) + R"(,"column":0,"value":1})";
    const auto session = workbench::session_from_json(
        R"({"attention_lab_session":3,"document":{"text":"the cat","weights":{"hand_set":"who-is-meant"},"overrides":[)" +
            cells + R"(]},"choices":)" + choices + "}}",
        "the clipboard");
    CHECK(session.first.document->overrides.size() == workbench::most_overrides);
    const std::size_t read = session.choices.text().size();
    CHECK(read == choices.size() + 1);
}

TEST_CASE("a code is unpacked only up to a limit") {
    Bytes bomb = packed({0, 100});
    CHECK(contains(code_refused(code_of(bomb)), "at most 64 MB are unpacked"));
    // Reading on would find that the end is missing.
    bomb.resize(bomb.size() * 3 / 4);
    CHECK(contains(code_refused(code_of(bomb)), "at most 64 MB are unpacked"));
    bomb.resize(bomb.size() / 2);
    CHECK(contains(code_refused(code_of(bomb)), "missing or was altered"));
}
