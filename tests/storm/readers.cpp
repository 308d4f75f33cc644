#include "storm/readers.h"

#include "app/commands.h"
#include "base/files.h"
#include "base/input_error.h"
#include "base/system.h"
#include "language/grammar.h"
#include "learning/trained_file.h"
#include "lesson/check.h"
#include "lesson/lesson.h"
#include "lesson/progress.h"
#include "model/tensor_file.h"
#include "narration/narration.h"
#include "pretrained/reading.h"
#include "tokens/read_tokenizer.h"
#include "ui/views.h"
#include "workbench/document/edit.h"
#include "workbench/document/pass.h"
#include "workbench/session/session.h"
#include "workbench/session/settings.h"

#include <algorithm>
#include <cassert>
#include <sstream>

namespace storm {
namespace {

namespace fs = std::filesystem;
using base::InputError;

constexpr std::uintmax_t most_bytes = std::uintmax_t{64} << 20;

std::string content(const fs::path& file) {
    return base::read_whole_file(file, most_bytes);
}

std::vector<fs::path> files_in(const fs::path& folder, const std::string& extension) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == extension) files.push_back(entry.path());
    std::ranges::sort(files); // chance is by seed, not by the file system
    return files;
}

std::vector<std::string> contents(const std::vector<fs::path>& files) {
    std::vector<std::string> all;
    for (const auto& file : files)
        all.push_back(content(file));
    return all;
}

fs::path assets() {
    return base::data_folder() / "assets";
}

const workbench::Library& library() {
    static const workbench::Library read = workbench::load_library(assets());
    return read;
}

void expect(bool holds, const char* what) {
    if (!holds) throw Fault(what);
}

// ---------------------------------------------------------------- what is done with what was accepted

/// Passes of more than this are not computed, as there are many.
constexpr double most_computed = 16e6; ///< bytes

bool is_small(const workbench::Prepared& p) {
    const auto n = p.input.x.rows(), m = p.input.is_cross() ? p.input.memory.rows() : n;
    const attention::Layer& layer = *p.layer;
    return static_cast<double>(attention::trace_bytes(n, m, layer.d_model(), layer.d_k(), layer.d_v(),
                                                      layer.heads)) < most_computed;
}

/// Computes the document, and says all that can be said about it.
void use(const workbench::Document& document, workbench::Selection selection, const workbench::Library& lib) {
    static const auto texts = narration::Texts::load(assets() / "texts");
    workbench::Prepared prepared = workbench::prepare(document, lib);
    if (!is_small(prepared)) return;
    const auto pass = workbench::compute(std::move(prepared));
    for (const attention::Stage* stage : attention::stages_of(pass->trace)) {
        selection.stage = stage->id;
        const workbench::Selection inside = workbench::clamped(selection, pass->trace);
        const narration::Subject subject{.trace = pass->trace,
                                         .names = pass->names,
                                         .stage = stage->id,
                                         .cell = workbench::marked_cell(inside, pass->trace),
                                         .hand_set = pass->has_names(),
                                         .foretells = true,
                                         .trained = pass->reading != nullptr};
        expect(!texts.narrate(subject).question.empty(), "a stage has no title");
    }
    expect(!texts.listings(pass->trace).empty() && !texts.formula(pass->trace).empty(),
           "there is no listing or formula");
}

void use(const workbench::Session& session) {
    const auto views = ui::running(ui::view_kinds());
    ui::take_over(views, session.choices, "session");
    use(*session.first.document, session.first.selection, library());
    if (session.second) use(*session.second->document, session.second->selection, library());
    const std::string written = workbench::to_json(session);
    expect(workbench::to_json(workbench::session_from_json(written, "written")) == written,
           "a session that was written is read as another");
    const std::string code = workbench::to_code(session);
    const workbench::Session read = workbench::session_from_code(code, "code");
    const bool may_name_file = written.find("\"file\"") != std::string::npos; // whose folder is in no code
    expect(may_name_file ? workbench::to_code(read) == code : workbench::to_json(read) == written,
           "a code is read as another session");
}

// ---------------------------------------------------------------- the readers

/// JSON of sessions with all that a document can have.
std::vector<std::string> sessions() {
    std::vector<std::string> all;
    const auto add = [&](workbench::Document document, std::optional<workbench::Document> second = {}) {
        workbench::Session session;
        session.first.document = std::make_shared<const workbench::Document>(std::move(document));
        if (second) session.second = {std::make_shared<const workbench::Document>(std::move(*second)), {}};
        session.view = second ? "compare" : "walkthrough";
        session.choices = ui::choices_in(ui::running(ui::view_kinds()));
        all.push_back(workbench::to_json(session));
    };
    for (const auto& preset : library().presets)
        add(preset.document);
    for (const auto& pair : library().comparisons)
        add(pair.left.document, pair.right.document);
    workbench::Document changed = library().opening().document;
    for (const workbench::Edit& edit : std::initializer_list<workbench::Edit>{
             workbench::SetCell{{attention::Quantity::scores, 0, 7, 1}, 3.5F},
             workbench::SetCell{{attention::Quantity::x, 0, 1, 2}, -1.25F},
             workbench::SetDropout{{.rate = 0.25F, .seed = 3}},
             workbench::SetPosition{workbench::PositionKind::sinusoidal},
             workbench::SetScale{{attention::ScaleKind::number, 2.5F}},
         })
        changed = workbench::apply(changed, edit, library());
    add(changed);
    add(workbench::apply(library().opening().document, workbench::ChooseTrained{"coreference"}, library()));
    return all;
}

Reader of_sessions(Format format) {
    return {format == Format::code ? "code" : "session", format, sessions(),
            [format](const std::string& bytes, std::size_t) {
                use(format == Format::code ? workbench::session_from_code(bytes, "the code")
                                           : workbench::session_from_json(bytes, "the file"));
            }};
}

/// What is traced is written, and what is written can be read.
Reader of_tensors(const fs::path& scratch) {
    return {"tensors", Format::tensors,
            contents(files_in(base::data_folder() / "tests/golden", ".safetensors")),
            [scratch](const std::string& bytes, std::size_t) {
                const fs::path file = scratch / "x.safetensors", out = scratch / "out.safetensors";
                base::write_whole_file(file, bytes);
                std::ostringstream printed;
                std::optional<InputError> refused;
                for (const base::Index heads : {1, 2, 3, 4})
                    try {
                        app::run_trace({.file = file, .heads = heads}, printed, assets());
                        app::run_trace({.file = file, .heads = heads, .out = out}, printed, assets());
                        refused.reset();
                        break;
                    } catch (const InputError& error) {
                        refused = error;
                    }
                if (refused) throw InputError(*refused);
                try {
                    model::read_tensors(out);
                } catch (const InputError& error) {
                    throw Fault(std::string("what was traced cannot be read: ") + error.what());
                }
            }};
}

Reader of_lessons(const fs::path& scratch) {
    return {"lesson", Format::text, contents(files_in(assets() / "lessons", ".toml")),
            [scratch](const std::string& bytes, std::size_t) {
                const fs::path file = scratch / "01-lesson.toml";
                base::write_whole_file(file, bytes);
                const auto mistakes =
                    lesson::mistakes_in(lesson::read_lesson(file), library(), ui::lesson_offer());
                if (!mistakes.empty()) throw InputError(mistakes.front());
            }};
}

/// A copy of a folder in which one file is damaged, read(copy, file), and mended again afterwards.
template <typename Read>
auto within_copy(const fs::path& folder, const fs::path& copy, const std::vector<fs::path>& files,
                 Read read) {
    fs::copy(folder, copy, fs::copy_options::recursive);
    return [=](const std::string& bytes, std::size_t seed) {
        const fs::path file = copy / fs::relative(files[seed], folder);
        struct Mend {
            fs::path good, file;
            ~Mend() { fs::copy_file(good, file, fs::copy_options::overwrite_existing); }
        } mend{files[seed], file};
        base::write_whole_file(file, bytes);
        read(copy, file);
    };
}

Reader of_texts(const fs::path& scratch) {
    const fs::path folder = assets() / "texts";
    const auto files = files_in(folder, ".toml");
    return {"texts", Format::text, contents(files),
            within_copy(folder, scratch / "texts", files, [](const fs::path& copy, const fs::path&) {
                const auto texts = narration::Texts::load(copy);
                narration::expect_all_texts(texts, copy);
                static const auto pass =
                    workbench::compute(workbench::prepare(library().opening().document, library()));
                for (const attention::Stage* stage : attention::stages_of(pass->trace))
                    texts.narrate({.trace = pass->trace,
                                   .names = pass->names,
                                   .stage = stage->id,
                                   .cell = workbench::marked_cell({.stage = stage->id, .query = 7, .key = 1},
                                                                  pass->trace),
                                   .hand_set = true});
                texts.listings(pass->trace);
                texts.formula(pass->trace);
                if (const auto mistakes = narration::mistakes_in(texts, copy); !mistakes.empty())
                    throw InputError(mistakes.front());
            })};
}

/// Presets, comparisons, lexicon and weights.
Reader of_library(const fs::path& scratch) {
    auto files = files_in(assets(), ".toml");
    const auto weights = files_in(assets() / "weights", ".toml");
    files.insert(files.end(), weights.begin(), weights.end());
    const fs::path copy = scratch / "assets";
    fs::create_directories(copy);
    auto read = within_copy(assets(), copy, files, [](const fs::path& folder, const fs::path&) {
        const workbench::Library lib = workbench::load_library(folder);
        use(lib.opening().document, {}, lib);
        use(lib.several_heads().document, {}, lib);
    });
    return {"library", Format::text, contents(files), std::move(read)};
}

Reader of_grammars(const fs::path& scratch) {
    const auto files = files_in(assets() / "grammars", ".toml");
    const fs::path copy = scratch / "assets";
    fs::create_directories(copy);
    auto read = within_copy(
        assets() / "grammars", copy / "grammars", files, [copy](const fs::path&, const fs::path&) {
            std::optional<InputError> refused;
            for (const char* id : {"coreference", "sense", "svo", "translation"})
                try {
                    const learning::Task task = learning::load_task(id, copy);
                    language::Draw draw(7);
                    for (const auto split : {learning::Split::train, learning::Split::test})
                        for (int i = 0; i < 3; ++i)
                            task.ask(task.source.words(task.sample(draw, split).source));
                } catch (const InputError& error) {
                    refused = error;
                }
            if (refused) throw InputError(*refused);
        });
    return {"grammar", Format::text, contents(files), std::move(read)};
}

/// Never refused: what is damaged is as if it were not there.
Reader of_settings(const fs::path& scratch) {
    const std::vector<std::string> seeds{
        R"({"play_speed": 2.0, "recent": ["/home/a/one.json", "/home/b/two.json"], "folded": ["walkthrough/code", "heads/list"], "zoom": 1.25, "theme": "dark"})"};
    return {"settings", Format::text, seeds, [scratch](const std::string& bytes, std::size_t) {
                const fs::path file = scratch / "settings.json";
                base::write_whole_file(file, bytes);
                try {
                    const workbench::Settings read = workbench::read_settings(file);
                    workbench::change_settings(
                        file, [](workbench::Settings& s) { workbench::remember(s, "/home/c/three.json"); });
                    const workbench::Settings again = workbench::read_settings(file);
                    expect(again.zoom == read.zoom && again.dark == read.dark &&
                               again.play_speed == read.play_speed && again.folded == read.folded,
                           "settings that were written are read as others");
                    expect(again.recent.front() == "/home/c/three.json", "a file is not remembered");
                    expect(read.zoom >= 0.5 && read.zoom <= 4, "a zoom that nobody could choose");
                } catch (const InputError& error) {
                    throw Fault(std::string("settings are never refused, but: ") + error.what());
                }
            }};
}

Reader of_progress(const fs::path& scratch) {
    lesson::Learners learners{.current = "Ada", .all = {}};
    learners.all["Ada"].lessons["3-scale-and-softmax"] = {
        .step = 3, .finished = true, .answered = {1, 3, 4}, .right = {1, 4}};
    learners.all[""].lessons["1-what-is-it"] = {.step = 1, .finished = false, .answered = {0}, .right = {}};
    const fs::path file = scratch / "progress.json";
    lesson::write_progress(file, learners);
    return {
        "progress", Format::text, {content(file)}, [scratch, file](const std::string& bytes, std::size_t) {
            base::write_whole_file(file, bytes);
            try {
                const lesson::Learners read = lesson::read_progress(file);
                lesson::write_progress(file, read);
                expect(lesson::read_progress(file) == read, "progress that was written is read as another");
            } catch (const InputError&) { // kept aside, so that nothing is lost
                bool kept = false;
                for (const auto& entry : fs::directory_iterator(scratch))
                    if (entry.path().filename().string().starts_with("progress.json.damaged")) {
                        kept = kept || content(entry.path()) == bytes;
                        fs::remove(entry.path());
                    }
                expect(kept || fs::exists(file), "damaged progress is gone");
                throw;
            }
        }};
}

Reader of_models(const fs::path& scratch) {
    return {"model", Format::tensors, contents(files_in(assets() / "models", ".safetensors")),
            [scratch](const std::string& bytes, std::size_t) {
                const fs::path file = scratch / "model.safetensors", again = scratch / "again.safetensors";
                base::write_whole_file(file, bytes);
                const learning::Trained trained = learning::read_trained(file);
                const auto task = library().tasks->of(trained);
                learning::evaluate(*learning::network_of(trained), *task, 2);
                learning::write_trained(again, trained);
                const learning::Trained second = learning::read_trained(again);
                expect(second.card.task == trained.card.task && second.card.seed == trained.card.seed &&
                           second.card.example == trained.card.example,
                       "a model that was written is read as another");
                workbench::Library lib = library();
                lib.trained = std::make_shared<workbench::TrainedModels>();
                const std::string id = lib.trained->add(file);
                if (trained.transformer)
                    use(workbench::apply(lib.opening().document, workbench::ChooseTrained{id}, lib), {}, lib);
            }};
}

/// A refused checkpoint leaves the trainer as it was; with one that is accepted a step can be made.
Reader of_checkpoints(const fs::path& scratch) {
    const learning::TrainingChoices choices{.steps = 6, .width = 8};
    const auto trainer = std::make_shared<learning::Trainer>(learning::load_task("sense", assets()), choices);
    const fs::path file = scratch / "model.training";
    std::vector<std::string> seeds;
    for (int i = 0; i < 3; ++i) {
        learning::write_checkpoint(file, *trainer);
        seeds.push_back(content(file));
        trainer->step();
    }
    return {"checkpoint", Format::tensors, seeds, [trainer, file](const std::string& bytes, std::size_t) {
                base::write_whole_file(file, bytes);
                const auto before = trainer->state();
                try {
                    learning::read_checkpoint(file, *trainer);
                    if (!trainer->done()) trainer->step();
                    trainer->restore(before);
                } catch (const InputError&) {
                    expect(trainer->state().numbers == before.numbers &&
                               trainer->state().adam.m == before.adam.m &&
                               trainer->steps_made() == before.adam.step,
                           "a checkpoint that was refused has changed the training");
                    throw;
                }
            }};
}

/// Small tokenizers of each kind; what is accepted splits a text, and puts it together again.
Reader of_tokenizers(const fs::path& scratch) {
    const fs::path golden = base::data_folder() / "tests/golden/tokens";
    std::vector<fs::path> files;
    for (const char* name : {"bert_uncased/vocab.txt", "clip/tokenizer.json", "encoder/vocab.json",
                             "gpt2/merges.txt", "gpt2/vocab.json", "llama2/tokenizer.json",
                             "llama3/tokenizer.json", "mixed/tokenizer.json", "unigram/tokenizer.json"})
        files.push_back(golden / name);
    auto read = within_copy(golden, scratch / "tokens", files, [](const fs::path&, const fs::path& file) {
        const tokens::Tokenizer tokenizer = tokens::read_tokenizer(file);
        const std::string text = "The cat's 12 mats \n\xF0\x9F\x98 e\xCC\x81 <|endoftext|>[MASK]";
        std::vector<tokens::Id> ids;
        for (const tokens::Piece& piece : tokenizer.encode(text)) {
            expect(piece.offset + piece.length <= text.size(), "a piece is beyond the text");
            expect(tokenizer.text(piece.id) == piece.text, "a piece is not in the vocabulary");
            ids.push_back(piece.id);
        }
        tokenizer.decode(ids, tokens::Specials::kept);
    });
    return {"tokenizer", Format::text, contents(files), std::move(read)};
}

/// Small models in the layouts of real ones: one file of each, damaged.
Reader of_pretrained(const fs::path& scratch, Format format) {
    const fs::path golden = base::data_folder() / "tests/golden/pretrained";
    const bool weights = format == Format::tensors;
    std::vector<fs::path> files;
    for (const char* name : {"bert", "distilbert", "gemma", "gemma2", "gemma3", "gpt2", "gpt2_half",
                             "mistral", "qwen2", "qwen3", "roberta"})
        files.push_back(golden / name / (weights ? "model.safetensors" : "config.json"));
    if (!weights) files.push_back(golden / "llama/config.json");
    auto read = within_copy(golden, scratch / "pretrained", files, [](const fs::path&, const fs::path& file) {
        const pretrained::ModelPtr model = pretrained::open_model(file);
        const pretrained::Reading reading = pretrained::read(*model, {5, 6, 8});
        for (base::Index layer = 0; layer < model->layers(); ++layer)
            pretrained::trace_of(*model, reading, layer);
        if (model->has_words()) pretrained::logits(*model, reading.last());
    });
    return {weights ? "weights" : "config", format, contents(files), std::move(read)};
}

struct Kind {
    const char* name;
    Reader (*make)(const fs::path&);
};

const Kind table[] = {
    {"tensors", of_tensors},
    {"session", [](const fs::path&) { return of_sessions(Format::text); }},
    {"code", [](const fs::path&) { return of_sessions(Format::code); }},
    {"lesson", of_lessons},
    {"texts", of_texts},
    {"settings", of_settings},
    {"progress", of_progress},
    {"model", of_models},
    {"checkpoint", of_checkpoints},
    {"library", of_library},
    {"grammar", of_grammars},
    {"tokenizer", of_tokenizers},
    {"config", [](const fs::path& scratch) { return of_pretrained(scratch, Format::text); }},
    {"weights", [](const fs::path& scratch) { return of_pretrained(scratch, Format::tensors); }},
};

} // namespace

const std::vector<std::string>& kinds() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const Kind& kind : table)
            all.emplace_back(kind.name);
        return all;
    }();
    return names;
}

Reader reader_of(const std::string& kind, const fs::path& scratch) {
    const auto* found = std::ranges::find(table, kind, &Kind::name);
    assert(found != std::end(table));
    return found->make(scratch);
}

} // namespace storm
