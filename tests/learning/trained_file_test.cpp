#include "close.h"
#include "learning/model_files.h"
#include "learning/trained_file.h"

#include <cmath>

using namespace learned;

namespace {

using Numbers = std::map<std::string, std::vector<float>>;

Numbers numbers_of(const Trained& trained) {
    Numbers all;
    const auto keep = [&](const std::string& name, Index rows, Index columns, const float* at) {
        all[name].assign(at, at + rows * columns);
    };
    if (trained.transformer) {
        model::Transformer copy = *trained.transformer;
        visit_parameters(copy, keep);
    } else {
        learning::RecurrentModel copy = *trained.recurrent;
        visit_parameters(copy, keep);
    }
    return all;
}

} // namespace

TEST_CASE("a model that was written is read with the same numbers, bit for bit") {
    const TemporaryFolder folder;
    for (const std::string id : {"coreference", "svo", "translation", "copy", "memory_rnn", "memory_lstm"}) {
        CAPTURE(id);
        const Trained made = trained(id);
        const fs::path file = folder.path / (id + ".safetensors");
        learning::write_trained(file, made);
        const Trained read = learning::read_trained(file);
        CHECK((read.transformer != nullptr) == (made.transformer != nullptr));
        CHECK((read.recurrent != nullptr) == (made.recurrent != nullptr));
        if (made.transformer) CHECK(read.transformer->sizes == made.transformer->sizes);
        if (made.recurrent) CHECK(read.recurrent->layer.cell == made.recurrent->layer.cell);
        CHECK(numbers_of(read) == numbers_of(made));
        CHECK(&read.answers() == (id == "translation" ? &read.target : &read.source));
        CHECK_NOTHROW(learning::expect_same_words(read, task(id)));
    }
}

TEST_CASE("a model that was read answers as it did before it was written") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "svo.safetensors";
    const Trained made = trained("svo");
    learning::write_trained(file, made);
    const auto network = learning::network_of(learning::read_trained(file));
    const auto found = learning::evaluate(*network, task("svo"), 20);
    CHECK(found.accuracy == made.card.accuracy);
    CHECK(found.exact == made.card.exact);
    CHECK(found.weight_on_wanted == made.card.weight_on_wanted);
}

TEST_CASE("a model of 16 bits has half the file, and is read with the same numbers, bit for bit") {
    const TemporaryFolder folder;
    const fs::path whole = folder.path / "whole.safetensors", half = folder.path / "half.safetensors";
    for (const std::string id : {"svo", "translation", "memory_lstm"}) {
        CAPTURE(id);
        const Trained made = trained(id), rounded = learning::rounded_to_half(made);
        learning::write_trained(whole, made);
        learning::write_trained(half, rounded);
        Index numbers = 0;
        for (const auto& [name, values] : numbers_of(made))
            numbers += std::ssize(values);
        const auto saved = static_cast<Index>(fs::file_size(whole)) - static_cast<Index>(fs::file_size(half));
        CHECK(saved > 2 * numbers - 200); // two bytes each; the headers differ a little
        CHECK(saved < 2 * numbers + 200);
        const Trained read = learning::read_trained(half);
        CHECK(numbers_of(read) == numbers_of(rounded));
        CHECK(learning::weights_hash(read) == learning::weights_hash(rounded));
        CHECK(learning::weights_hash(read) != learning::weights_hash(made));
    }
}

TEST_CASE("to round to 16 bits moves no number by more than a 2048th of it, and leaves the model as it was") {
    const Trained made = trained("svo");
    const std::string hash = learning::weights_hash(made);
    const Numbers before = numbers_of(made), after = numbers_of(learning::rounded_to_half(made));
    for (const auto& [name, values] : before)
        for (std::size_t i = 0; i < values.size(); ++i)
            CHECK(after.at(name)[i] == make::about(values[i]).within(std::abs(values[i]) / 2048 + 1e-7));
    CHECK(learning::weights_hash(made) == hash);
    CHECK(numbers_of(learning::rounded_to_half(learning::rounded_to_half(made))) == after);
}

TEST_CASE("the card says how a model was made, and how good it is") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "svo.safetensors";
    Trained made = trained("svo", {.seed = 7, .hint = false});
    made.card.name = "My “first” one";
    learning::write_trained(file, made);
    const learning::ModelCard card = learning::read_trained(file).card;
    CHECK(card.name == "My “first” one");
    CHECK(card.task == "svo");
    CHECK(card.title == task("svo").title);
    CHECK(card.outputs == Words{"subject", "object"});
    REQUIRE(card.edges.size() == 2);
    CHECK(card.edges[1].name == "verb → object");
    CHECK(card.edges[1].layer == 1);
    CHECK(card.edges[1].head == 1);
    CHECK_FALSE(card.edges[1].cross);
    CHECK(card.seed == 7);
    CHECK(card.steps == 4);
    CHECK_FALSE(card.hint);
    CHECK(card.date.size() == std::string("2026-11-23").size());
    CHECK(card.sentences == 20);
    CHECK(card.accuracy == made.card.accuracy);
    CHECK(card.exact == made.card.exact);
    CHECK(card.weight_on_wanted == made.card.weight_on_wanted);
    CHECK(card.wanted_head == made.card.wanted_head);
    CHECK(card.learning_rate == task("svo").recipe.learning_rate);
    CHECK(card.rate_changes.empty());
    CHECK(trained("svo").card.hint);
    CHECK(trained("translation").card.edges.at(0).cross);
}

TEST_CASE("the card tells a learning rate of one's own, and one that was changed on the way") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "svo.safetensors";
    Trainer trainer(in_small("svo"), {.learning_rate = 0.1F});
    trainer.step();
    trainer.set_learning_rate(0.01F);
    trainer.step();
    learning::write_trained(file, learning::trained_by(trainer, 20));
    const learning::ModelCard card = learning::read_trained(file).card;
    CHECK(card.learning_rate == 0.1F);
    CHECK(card.rate_changes == std::vector<learning::RateChange>{{1, 0.01F}});
    trainer.set_learning_rate(1e-45F); // after the last step
    learning::write_trained(file, learning::trained_by(trainer, 20));
    CHECK(learning::read_trained(file).card.rate_changes.back() == learning::RateChange{2, 1e-45F});
}

TEST_CASE("weights have a hash: the same in another file, another for one bit") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "svo.safetensors";
    const Trained made = trained("svo");
    const std::string hash = learning::weights_hash(made);
    CHECK(hash.size() == 16);
    learning::write_trained(file, made);
    CHECK(learning::weights_hash(learning::read_trained(file)) == hash);
    CHECK(model::read_notes(file).at("card").find("\"weights\":\"" + hash + "\"") != std::string::npos);
    Trained other = made;
    model::Transformer changed = *made.transformer;
    float& number = changed.encoder.embedding(1, 1);
    number = std::nextafter(number, 2.0F);
    other.transformer = std::make_shared<const model::Transformer>(changed);
    CHECK(learning::weights_hash(other) != hash);
    CHECK(learning::weights_hash(trained("memory_rnn")) != learning::weights_hash(trained("memory_lstm")));
}

TEST_CASE("weights that were changed after the card was written are refused") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "svo.safetensors";
    learning::write_trained(file, trained("svo"));
    Parts parts(file);
    parts.tensors["encoder.embedding"].values[7] += 1;
    parts.write(file);
    CHECK(said_of([&] { learning::read_trained(file); }).problem ==
          "its weights are not those that its card describes");
}

TEST_CASE("a file counts layers and heads from 1, as people do") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "svo.safetensors";
    learning::write_trained(file, trained("svo"));
    const std::string card = model::read_notes(file).at("card");
    CHECK(card.find(R"("head":2,"layer":2,"name":"verb → object","read_by":)") != std::string::npos);
}

TEST_CASE("files that are no whole model are refused: which, and what is wrong with it") {
    const TemporaryFolder folder;
    const fs::path good = folder.path / "good.safetensors", broken = folder.path / "broken.safetensors";
    learning::write_trained(good, trained("svo"));
    const std::string cut = "its model card is cut or altered";
    const auto say = [](std::string instead_of, std::string said) {
        return [=](Parts& parts) { parts.say(instead_of, said); };
    };
    const auto change = [&](const std::string& made) {
        return say(R"("rate_changes":[])", R"("rate_changes":[)" + made + "]");
    };
    const std::vector<Broken> table = {
        {"weights of another program", [](Parts& p) { p.notes.clear(); },
         "it is not a model of this program"},
        {"a training that was interrupted", [](Parts& p) { p.notes["format"] = "attention-lab training"; },
         "it is not a model of this program"},
        {"without its card", [](Parts& p) { p.notes.erase("card"); }, "it is not a model of this program"},
        {"of a newer version", say(R"("version":1)", R"("version":2)"),
         "it was written by a newer version of this program"},
        {"of a version that is no number", say(R"("version":1)", R"("version":"1")"), cut},
        {"with a card that is cut", [](Parts& p) { p.notes["card"].resize(100); }, cut},
        {"with a card that is a list", [](Parts& p) { p.notes["card"] = "[]"; }, cut},
        {"without steps", say(R"("steps":4)", R"("stepped":4)"), cut},
        {"with steps that are a word", say(R"("steps":4)", R"("steps":"four")"), cut},
        {"without a rate", say(R"("learning_rate")", R"("rate")"), cut},
        {"without changes of the rate", say(R"("rate_changes")", R"("changes")"), cut},
        {"without the hash of its weights", say(R"("weights")", R"("hash")"), cut},
        {"without sizes", say(R"("transformer":)", R"("transformed":)"), cut},
        {"without a tensor", [](Parts& p) { p.tensors.erase("encoder.1.self.w_v"); },
         "the tensor encoder.1.self.w_v is missing"},
        {"with a tensor of another shape",
         [](Parts& p) {
             p.tensors["encoder.norm.gain"] = {{1, 3}, {1, 2, 3}};
         },
         "the tensor encoder.norm.gain has the shape (1, 3), not (1, 32)"},
        {"with a tensor turned round",
         [](Parts& p) {
             std::swap(p.tensors["encoder.0.mlp.w_1"].shape[0], p.tensors["encoder.0.mlp.w_1"].shape[1]);
         },
         "the tensor encoder.0.mlp.w_1 has the shape (64, 32), not (32, 64)"},
        {"with a tensor too many",
         [](Parts& p) {
             p.tensors["encoder.2.self.w_v"] = {{1, 1}, {0}};
         },
         "it holds tensors that this model does not have"},
        {"with a relation in a layer that is not there",
         say(R"("head":2,"layer":2,)", R"("head":2,"layer":3,)"),
         "its card names a head that the model does not have"},
        {"with a relation in a head that is not there",
         say(R"("head":2,"layer":2,)", R"("head":0,"layer":2,)"),
         "its card names a head that the model does not have"},
        {"with a relation of a head that no number can be",
         say(R"("head":2,"layer":2,)", R"("head":-9223372036854775808,"layer":2,)"), cut},
        {"with a relation read by a head that it has not", say(R"("read_by":)", R"("read_by":9,"was_by":)"),
         "its card names a head that the model does not have"},
        {"with a relation to an encoder that is not there", say(R"("cross":false)", R"("cross":true)"),
         "its card names a head that the model does not have"},
        {"with a number out of range", say(R"("seed":1)", R"("seed":-1)"), cut},
        {"with a number out of range", say(R"("seed":1)", R"("seed":4294967296)"), cut},
        {"with a number out of range", say(R"("seed":1)", R"("seed":1.5)"), cut},
        {"with a number out of range", say(R"("steps":4)", R"("steps":-5)"), cut},
        {"with a number out of range", say(R"("steps":4)", R"("steps":9223372036854775807)"), cut},
        {"with a number out of range", say(R"("steps":4)", R"("steps":18446744073709551615)"), cut},
        {"with a number out of range", say(R"("steps":4)", R"("steps":1e300)"), cut},
        {"with a number out of range", say(R"("steps":4)", R"("steps":true)"), cut},
        {"with a number out of range", say(R"("sentences":20)", R"("sentences":-1)"), cut},
        {"with a number out of range", say(R"("accuracy":)", R"("accuracy":1.01,"was":)"), cut},
        {"with a number out of range", say(R"("exact":)", R"("exact":-0.01,"was":)"), cut},
        {"with a number out of range", say(R"("weight":)", R"("weight":2,"was":)"), cut},
        {"with a number out of range", say(R"("learning_rate":)", R"("learning_rate":1e39,"was":)"), cut},
        {"with a number out of range", say(R"("learning_rate":)", R"("learning_rate":0,"was":)"), cut},
        {"with a number out of range", say(R"("layers":2)", R"("layers":-2)"), cut},
        {"with a number out of range", say(R"("layers":2)", R"("layers":1e300)"), cut},
        {"with a change beyond its steps", change(R"({"step":9223372036854775807,"rate":0.5})"), cut},
        {"with a change beyond its steps", change(R"({"step":5,"rate":0.5})"), cut},
        {"with a change before its steps", change(R"({"step":-1,"rate":0.5})"), cut},
        {"with a change to no rate", change(R"({"step":1,"rate":1e39})"), cut},
        {"with a change to no rate", change(R"({"step":1,"rate":-0.5})"), cut},
        {"with a change to no rate", change(R"({"step":1})"), cut},
        {"with fewer words than rows", say(R"("words":[",",)", R"("words":[)"),
         "the tensor encoder.embedding has the shape (89, 32), not (88, 32)"},
        {"with heads that do not divide the width", say(R"("heads":2)", R"("heads":3)"),
         "a width of 32 is not divisible by 3 heads"},
        {"with sizes out of range", say(R"("layers":2)", R"("layers":2000000000)"),
         "it has 2000000000 layers"},
        {"with fewer outputs than it names",
         say(R"("outputs":["subject","object"])", R"("outputs":["subject"])"),
         "its card names another number of outputs than the model has"},
    };
    for (const Broken& it : table) {
        CAPTURE(it.how);
        Parts parts(good);
        it.change(parts);
        parts.write(broken);
        const Said said = said_of([&] { learning::read_trained(broken); });
        CHECK(said.where == broken.string());
        CHECK(said.problem == it.problem);
        CHECK_FALSE(said.hint.empty());
    }
}

TEST_CASE("so are those of an RNN or LSTM") {
    const TemporaryFolder folder;
    const fs::path good = folder.path / "good.safetensors", broken = folder.path / "broken.safetensors";
    learning::write_trained(good, trained("memory_lstm"));
    for (const auto& it : std::vector<std::array<std::string, 3>>{
             {R"("width":32)", R"("width":0)", "its width is out of range"},
             {R"("width":32)", R"("width":1000000)", "its width is out of range"},
             {R"("width":32)", R"("width":16)", "the tensor embedding has the shape (49, 32), not (49, 16)"},
             {R"("cell":"lstm")", R"("cell":"rnn")",
              "the tensor recurrent.w_ih has the shape (128, 32), not (32, 32)"},
             {R"("width":32)", R"("width":-1)", "its model card is cut or altered"},
             {R"("edges":[])",
              R"("edges":[{"name":"a","layer":0,"head":0,"read_by":1,"cross":false,"weight":1}])",
              "its card names a head that the model does not have"},
             {R"("cell":"lstm")", R"("cell":"gru")", "its model card is cut or altered"},
         }) {
        const std::string &instead_of = it[0], &said = it[1], &problem = it[2];
        CAPTURE(said);
        Parts parts(good);
        parts.say(instead_of, said);
        parts.write(broken);
        CHECK(said_of([&] { learning::read_trained(broken); }).problem == problem);
    }
}

TEST_CASE("what is wrong with the numbers themselves is named too") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "model.safetensors";
    learning::write_trained(file, trained("copy"));
    Parts parts(file);
    parts.tensors["readout.0.b_out"].values[3] = std::nanf("");
    parts.write(file);
    CHECK(said_of([&] { learning::read_trained(file); }).where == file.string() + ", tensor readout.0.b_out");
    fs::resize_file(file, fs::file_size(file) / 2);
    CHECK(said_of([&] { learning::read_trained(file); }).where.starts_with(file.string()));
    fs::resize_file(file, 4);
    CHECK(said_of([&] { learning::read_trained(file); }).where == file.string());
    const fs::path nowhere = folder.path / "nowhere.safetensors";
    CHECK(said_of([&] { learning::read_trained(nowhere); }).where == nowhere.string());
}

TEST_CASE("a model that cannot be written leaves the earlier file whole") {
    const TemporaryFolder folder;
    const Trained made = trained("copy");
    const fs::path nowhere = folder.path / "none" / "model.safetensors";
    CHECK(said_of([&] { learning::write_trained(nowhere, made); }).where == nowhere.string());
    const fs::path file = folder.path / "model.safetensors";
    fs::create_directories(file / "a folder of this name");
    CHECK(said_of([&] { learning::write_trained(file, made); }).where == file.string());
    CHECK(fs::is_directory(file));
    CHECK(folder.files() == 1); // nothing half written stays beside it
}

TEST_CASE("training that was interrupted goes on to the same bits as one that was not") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "model.part";
    for (const std::string id : {"svo", "memory_lstm"})
        for (const int steps : {0, 1, 3, 4}) {
            CAPTURE(id);
            CAPTURE(steps);
            Trainer through(in_small(id), {}), interrupted(in_small(id), {}), resumed(in_small(id), {});
            while (!through.done())
                through.step();
            for (int i = 0; i < steps; ++i)
                interrupted.step();
            learning::write_checkpoint(file, interrupted);
            learning::read_checkpoint(file, resumed);
            CHECK(resumed.steps_made() == steps);
            while (!resumed.done())
                resumed.step();
            CHECK(resumed.state().numbers == through.state().numbers);
            CHECK(resumed.state().adam.v == through.state().adam.v);
        }
}

TEST_CASE("training does not go on with other choices, and what it has stays as it is") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "model.part";
    Trainer begun(in_small("svo"), {.seed = 3});
    begun.step();
    begun.step();
    learning::write_checkpoint(file, begun);
    Task longer = in_small("svo");
    longer.recipe.steps = 5;
    struct Other {
        std::string how;
        Task task;
        learning::TrainingChoices choices;
    };
    for (const Other& other : {Other{"another seed", in_small("svo"), {.seed = 4}},
                               {"no hint", in_small("svo"), {.seed = 3, .hint = false}},
                               {"no scale", in_small("svo"), {.seed = 3, .scaled = false}},
                               {"another rate", in_small("svo"), {.seed = 3, .learning_rate = 0.1F}},
                               {"more steps", in_small("svo"), {.seed = 3, .steps = 9}},
                               {"fewer steps than were made", in_small("svo"), {.seed = 3, .steps = 1}},
                               {"another recipe", longer, {.seed = 3}},
                               {"another task", in_small("copy"), {.seed = 3}}}) {
        CAPTURE(other.how);
        Trainer trainer(other.task, other.choices);
        const std::vector<float> before = trainer.state().numbers;
        const Said said = said_of([&] { learning::read_checkpoint(file, trainer); });
        CHECK(said.where == file.string());
        CHECK(said.problem == "it belongs to a training with other choices");
        CHECK_FALSE(said.hint.empty());
        CHECK(trainer.steps_made() == 0);
        CHECK(trainer.state().numbers == before);
    }
}

TEST_CASE("a file that is no interrupted training, or half of one, is refused") {
    const TemporaryFolder folder;
    const fs::path good = folder.path / "good.part", broken = folder.path / "broken.part";
    Trainer trainer(in_small("svo"), {});
    trainer.step();
    learning::write_checkpoint(good, trainer);
    const std::string cut = "it is cut or altered", other = "it belongs to a training with other choices";
    for (const Broken& it : std::vector<Broken>{
             {"a model", [](Parts& p) { p.notes["format"] = "attention-lab model"; },
              "it is not a training of this program that was interrupted"},
             {"without averages", [](Parts& p) { p.tensors.erase("v"); }, cut},
             {"without its seed", [](Parts& p) { p.say(R"("seed")", R"("seat")"); }, cut},
             {"with a step that is a word", [](Parts& p) { p.say(R"("made":1)", R"("made":"1")"); }, cut},
             {"with a step that is none", [](Parts& p) { p.say(R"("made":1)", R"("made":-1)"); }, cut},
             {"with a step that is beyond any number",
              [](Parts& p) { p.say(R"("made":1)", R"("made":18446744073709551615)"); }, cut},
             {"with a seed that is none", [](Parts& p) { p.say(R"("seed":1)", R"("seed":-1)"); }, cut},
             {"beyond its end", [](Parts& p) { p.say(R"("made":1)", R"("made":5)"); }, cut},
             {"without averages after a step",
              [](Parts& p) {
                  p.tensors["m"] = p.tensors["v"] = {{0}, {}};
              },
              other},
             {"with fewer numbers",
              [](Parts& p) {
                  p.tensors["numbers"] = {{2}, {1, 2}};
              },
              other}}) {
        CAPTURE(it.how);
        Parts parts(good);
        it.change(parts);
        parts.write(broken);
        const Said said = said_of([&] { learning::read_checkpoint(broken, trainer); });
        CHECK(said.where == broken.string());
        CHECK(said.problem == it.problem);
        CHECK(trainer.steps_made() == 1);
    }
}
