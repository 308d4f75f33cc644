#include "learning/checkpoint.h"

#include "learning/model_files.h"

using namespace learned;

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
