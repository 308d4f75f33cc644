#include "lesson/step_state.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/json_text.h"
#include "base/system.h"
#include "base/text.h"
#include "lesson/formula.h"
#include "lesson/lesson.h"
#include "workbench/document/sizes.h"
#include "workbench/document/trained_reading.h"
#include "workbench/session/session.h"

#include <nlohmann/json.hpp>

#include <utility>
#include <variant>

namespace lesson {

using base::InputError;
using nlohmann::json;
using workbench::Document;
using workbench::Library;
using workbench::Selection;
using workbench::Shown;

namespace fs = std::filesystem;

// What a step puts on screen.

namespace {

Index index_in(const std::string& name, const std::vector<std::string>& words, const char* role) {
    if (const auto index = index_of(name, words)) return *index;
    throw InputError(role, "“" + name + "” is not a word of the sentence",
                     "use one of its words, or a number from 1");
}

Shown shown_after(const Shown& before, const StepState& state, const Library& library) {
    Shown next = before;
    if (!state.preset.empty()) {
        const workbench::Preset& preset = library.preset(state.preset);
        next.document = std::make_shared<const Document>(preset.document);
        next.selection = Selection{.stage = before.selection.stage,
                                   .query = preset.query,
                                   .key = preset.key,
                                   .feature = preset.feature};
    }
    if (!state.document.empty())
        next.document = std::make_shared<const Document>(state.document.put_in(*next.document, library));
    (void)workbench::sizes_of(*next.document, library); // throws for what cannot be shown
    Selection& selection = next.selection;
    if (!state.query.empty() || !state.key.empty()) {
        workbench::Words words = workbench::words_of(*next.document, library);
        const bool translates = std::holds_alternative<workbench::TrainedWeights>(next.document->weights) &&
                                next.document->is_cross();
        if (translates && !words.queries.empty())
            words.queries = workbench::read_by_decoder(std::move(words.queries));
        if (!state.query.empty()) selection.query = index_in(state.query, words.queries, "query");
        if (!state.key.empty()) selection.key = index_in(state.key, words.keys(), "key");
    }
    if (state.head) selection.head = static_cast<Index>(*state.head);
    if (state.feature) selection.feature = static_cast<Index>(*state.feature);
    if (!state.stage.empty()) {
        const attention::Stage* stage = attention::stage_named(state.stage);
        if (!stage) throw InputError("stage", "“" + state.stage + "” is not a stage", "correct its name");
        selection.stage = stage->id;
        selection.product = 0;
    }
    if (state.result) selection.product = *state.result;
    selection.pinned.reset();
    selection.hovered.reset();
    return next;
}

} // namespace

namespace {

workbench::Session session_after(const workbench::Session& before, const StepState& state,
                                 const Library& library) {
    workbench::Session next = state.code.empty() ? before : workbench::session_from_code(state.code, "state");
    next.first = shown_after(next.first, state, library);
    for (const StepState& beside : state.second)
        next.second = shown_after(next.second.value_or(before.first), beside, library);
    if (next.second) {
        next.second->selection.stage = next.first.selection.stage;
        next.second->selection.product = next.first.selection.product;
    }
    if (!state.view.empty()) next.view = state.view;
    next.choices = next.choices.then(state.choices);
    return next;
}

} // namespace

workbench::Session after(const workbench::Session& before, const Step& step, const Library& library) {
    if (!step.from.empty()) return before; // what it shows is not known
    try {
        if (!step.before) return session_after(before, step.state, library);
        workbench::Session there = opening_session(library);
        there.choices = before.choices;
        for (const StepState& earlier : *step.before)
            there = session_after(there, earlier, library);
        return session_after(there, step.state, library);
    } catch (const InputError& mistake) {
        throw placed(mistake, step);
    }
}

workbench::Session after_steps(workbench::Session before, const Lesson& lesson, std::size_t count,
                               const Library& library) {
    for (std::size_t i = 0; i < count; ++i)
        before = after(before, lesson.steps[i], library);
    return before;
}

// A lesson written by showing it.

namespace {

/// A text in TOML: JSON's escapes mean the same there.
std::string quoted(const std::string& text) {
    return base::json_text(json(text));
}

void expect_words(const std::string& text, const std::string& where) {
    if (text.find_first_not_of(" \t\n") == std::string::npos)
        throw InputError(where, "it is empty", "write a few words");
}

} // namespace

fs::path file_for(const fs::path& folder, const std::string& title) {
    const std::string name = base::slug(title);
    if (name.empty()) throw InputError("lesson", "“" + title + "” has no letters", "give the lesson a name");
    return folder / base::path_from_utf8(name + ".toml");
}

std::size_t add_step(const fs::path& file, const std::string& lesson, const Words& words,
                     const workbench::Session& session, const workbench::Library& library,
                     const Offer& offer) {
    expect_words(words.title, "title");
    expect_words(words.text, "text");
    const bool asks = !words.number.empty() || !words.ask.empty() || !words.because.empty();
    if (asks) {
        expect_words(words.ask, "question");
        expect_words(words.number, "number");
        expect_words(words.because, "because");
    }
    std::error_code unknown;
    std::string whole = "title = " + quoted(lesson) + "\n";
    fs::create_directories(file.parent_path(), unknown);
    const base::FolderLock lock(file.parent_path()); // another window may be adding a step, too
    if (fs::exists(file, unknown)) {
        constexpr std::uintmax_t largest = std::uintmax_t{4} << 20;
        whole = base::read_whole_file(file, largest);
        lesson_in(whole, file); // a broken one stays as it is
    }
    whole += "\n[[step]]\n";
    const auto entry = [&](const char* key, const std::string& text) {
        if (!text.empty()) whole += std::string(key) + " = " + quoted(text) + "\n";
    };
    entry("title", words.title);
    entry("text", words.text);
    entry("caption", words.caption);
    entry("note", words.note);
    entry("state", workbench::to_code(session));
    if (asks) {
        whole += "\n[step.question]\n";
        entry("number", words.number);
        entry("ask", words.ask);
        entry("because", words.because);
    }
    const Lesson written = lesson_in(whole, file);
    const std::size_t last = written.steps.size() - 1;
    if (const auto mistakes = mistakes_in(written, library, offer, last); !mistakes.empty()) {
        InputError mistake = mistakes.front(); // its line is not in the file yet
        const std::string line = base::shown(file) + ", line ";
        if (mistake.where.starts_with(line))
            mistake.where.erase(0, mistake.where.find_first_of(":,", line.size()) + 2);
        throw InputError(mistake.where, mistake.problem, mistake.hint);
    }
    base::write_whole_file(file, whole);
    return written.steps.size();
}

} // namespace lesson
