#include "base/input_error.h"
#include "learning/trained_file.h"
#include "refusal_text.h"
#include "source_folder.h"
#include "temporary_folder.h"
#include "workbench/lab.h"
#include "workbench/session/known_weights.h"
#include "workbench/session/session.h"
#include "workbench/workbench.h"

#include <fstream>

using namespace lab;
using namespace workbench;
namespace fs = std::filesystem;

namespace {

const fs::path shipped = source_folder() / "assets" / "models";

/// A library of the program's own models, to which others can be added.
std::shared_ptr<const Library> with_models(const fs::path& own = {}) {
    Library made = library();
    made.trained = std::make_shared<TrainedModels>(shipped, own);
    return std::make_shared<const Library>(std::move(made));
}

/// The shipped model with one weight changed, as a file.
void write_changed(const fs::path& file) {
    learning::Trained other = learning::read_trained(shipped / "coreference.safetensors");
    model::Transformer changed = *other.transformer;
    changed.encoder.embedding(1, 1) += 0.5F;
    other.transformer = std::make_shared<const model::Transformer>(changed);
    learning::write_trained(file, other);
}

const TrainedWeights& weights_of(const Document& document) {
    return std::get<TrainedWeights>(document.weights);
}

/// The session of a window, saved and read again.
Session saved(const Workbench& bench) {
    return session_from_json(to_json({.first = {bench.step(), {}}}), "test");
}

/// The same as others get it, by a code.
Session sent(const Workbench& bench) {
    return session_from_code(to_code({.first = {bench.step(), {}}}), "test");
}

/// A session with the model of this file, which it calls `named`.
Session naming(const fs::path& model, const std::string& named) {
    const learning::Trained trained = learning::read_trained(model);
    Document document = sentence(trained.card.example);
    document.weights = TrainedWeights{"mine", 0, learning::weights_hash(trained), named};
    return {.first = {std::make_shared<const Document>(document)}};
}

} // namespace

TEST_CASE("a session knows its model by the hash of the weights") {
    Workbench bench(with_models());
    bench.perform(ChooseTrained{"coreference"});
    Session session = saved(bench);
    CHECK(weights_of(*session.first.document).hash == bench.library().trained->hash("coreference"));
    CHECK(weights_of(*session.first.document).file.empty()); // its own models are found by name
    CHECK(find_weights(session, bench.library()));
    CHECK(*session.first.document == bench.document());
}

TEST_CASE("a model opened from a file is found again in another run, though its name was taken") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "coreference.safetensors";
    write_changed(file);
    Workbench bench(with_models());
    const std::string id = bench.library().trained->add(file);
    CHECK(id == "coreference-");
    bench.perform(ChooseTrained{id});
    Session session = saved(bench);
    const auto later = with_models();
    CHECK(find_weights(session, *later));
    const Workbench again(later);
    CHECK(later->trained->hash(weights_of(*session.first.document).id) ==
          bench.library().trained->hash("coreference-"));
    CHECK(prepare(*session.first.document, *later).reading != nullptr);
}

TEST_CASE("it is found under another name, too") {
    const TemporaryFolder folder;
    write_changed(folder.path / "mine.safetensors");
    Workbench bench(with_models());
    bench.perform(ChooseTrained{bench.library().trained->add(folder.path / "mine.safetensors")});
    Session session = saved(bench);
    fs::rename(folder.path / "mine.safetensors", folder.path / "renamed.safetensors");
    const auto later = with_models(folder.path);
    CHECK(find_weights(session, *later));
    CHECK(weights_of(*session.first.document).id == "renamed");
}

TEST_CASE("other weights under the name of a session's model are said, and shown") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "mine.safetensors";
    write_changed(file);
    Workbench bench(with_models(folder.path));
    bench.perform(ChooseTrained{"mine"});
    Session session = saved(bench);
    fs::copy_file(shipped / "coreference.safetensors", file, fs::copy_options::overwrite_existing);
    const auto later = with_models(folder.path);
    CHECK_FALSE(find_weights(session, *later));
    CHECK(weights_of(*session.first.document).id == "mine");
}

TEST_CASE("without the file and without the name it is said which weights are meant") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "mine.safetensors";
    write_changed(file);
    Workbench bench(with_models());
    bench.perform(ChooseTrained{bench.library().trained->add(file)});
    Session session = saved(bench);
    const std::string hash = weights_of(*session.first.document).hash;
    fs::remove(file);
    const auto later = with_models();
    const std::string refused = refusal([&] { find_weights(session, *later); });
    CHECK(refused.find("mine") != std::string::npos);
    CHECK(refused.find(hash) != std::string::npos);
    CHECK(refused.find(file.string()) != std::string::npos);
    CHECK(refused.find("--model FILE") != std::string::npos);
}

TEST_CASE(
    "a code finds a model by its hash alone; without it, it is said which is missing, but not whose folder") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "mine.safetensors";
    write_changed(file);
    Workbench bench(with_models());
    bench.perform(ChooseTrained{bench.library().trained->add(file)});
    Session session = sent(bench);
    const auto without = with_models(), with = with_models();
    const std::string refused = refusal([&] { find_weights(session, *without); });
    CHECK(refused.find("mine.safetensors") != std::string::npos);
    CHECK(refused.find(folder.path.string()) == std::string::npos);
    CHECK(refused.find("--model FILE") != std::string::npos);
    fs::rename(file, folder.path / "renamed.safetensors");
    with->trained->add(folder.path / "renamed.safetensors"); // as --model does
    CHECK(find_weights(session, *with));
    CHECK(weights_of(*session.first.document).id == "renamed");
}

TEST_CASE(
    "a session opens no file that is not on this machine, nor one that depends on where it was started") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "mine.safetensors";
    write_changed(file);
    const auto is_opened = [&](const std::string& named) {
        const auto library = with_models();
        Session session = naming(file, named);
        return refusal([&] { find_weights(session, *library); }).empty();
    };
    CHECK(is_opened(file.string()));
    CHECK_FALSE(is_opened("/" + file.string())); // Linux takes it for the same file; others for a server's
    CHECK_FALSE(is_opened("\\\\host\\share\\mine.safetensors"));
    CHECK_FALSE(is_opened("\\\\?\\" + file.string()));
    const fs::path before = fs::current_path();
    fs::current_path(folder.path);
    CHECK_FALSE(is_opened("mine.safetensors"));
    CHECK_FALSE(is_opened("./mine.safetensors"));
    fs::current_path(before);
}

TEST_CASE("to find a model, only the cards of the others are read") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "mine.safetensors";
    write_changed(file);
    fs::copy_file(shipped / "sense.safetensors", folder.path / "other.safetensors");
    std::string bytes = content(folder.path / "other.safetensors");
    bytes.back() = static_cast<char>(bytes.back() ^ 1); // its weights are no longer those of its card
    std::ofstream(folder.path / "other.safetensors", std::ios::binary) << bytes;
    const TrainedModels models(shipped, folder.path);
    CHECK(models.hash("other") == TrainedModels(shipped).hash("sense"));
    CHECK_THROWS_AS(models.get("other"), base::InputError);
    CHECK_THROWS_AS(models.hash("nothing"), base::InputError);
    CHECK(models.hash("mine") == learning::weights_hash(*models.get("mine")));
    CHECK(models.hash("mine") == learning::weights_hash(learning::read_trained(file))); // once it is read
}

TEST_CASE("the same file opened twice is one model") {
    TrainedModels models(shipped);
    CHECK(models.add(shipped / "sense.safetensors") == "sense");
    CHECK(models.ids() == TrainedModels(shipped).ids());
}

TEST_CASE("a session from before models had a hash is opened by name") {
    Document document;
    document.weights = TrainedWeights{"coreference", 1};
    CHECK(find_weights(document, *with_models()));
    CHECK(weights_of(document).id == "coreference");
}
