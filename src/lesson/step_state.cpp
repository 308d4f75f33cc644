#include "lesson/step_state.h"

#include "base/input_error.h"
#include "base/json_text.h"
#include "language/tokenizer.h"
#include "lesson/formula.h"
#include "lesson/lesson_file.h"
#include "workbench/document_json.h"
#include "workbench/edit.h"
#include "workbench/session_code.h"
#include "workbench/sizes.h"

#include <nlohmann/json.hpp>

namespace lesson {

using base::InputError;
using nlohmann::json;
using workbench::Document;
using workbench::Library;
using workbench::Selection;
using workbench::Shown;

namespace {

/// A new sentence, as if it had been typed.
Document with_text(const Document& document, json& parts, const std::string& place, const Library& library) {
    constexpr std::size_t longest = std::size_t{1} << 20;
    const workbench::Fields fields(parts, place, "document");
    if (!fields.has("text") && !fields.has("memory_text")) return document;
    const auto typed = [&](const char* name, const std::string& before) {
        return fields.has(name) ? fields.text(name, longest) : before;
    };
    const workbench::SetText texts{typed("text", document.text), typed("memory_text", document.memory_text)};
    parts.erase("text");
    parts.erase("memory_text");
    return workbench::apply(document, texts, library);
}

/// The document with these parts of it, as a session file has them, replaced.
Document with_parts(const Document& document, json parts, const std::string& place, const Library& library) {
    Document next = with_text(document, parts, place, library);
    if (parts.empty()) return next;
    json whole = json(workbench::json_of(next));
    if (const auto weights = parts.find("weights"); weights != parts.end() && weights->is_object()) {
        json& before = whole["weights"]; // of one kind: another takes its place
        if (before.is_object() && !weights->empty() && !before.contains(weights->begin().key()))
            before = json::object();
    }
    whole.merge_patch(parts);
    return workbench::read_document(workbench::Fields(whole, place, "document"));
}

Index index_in(const std::string& name, const Document& document, bool of_keys, Index count) {
    std::vector<std::string> names(static_cast<std::size_t>(count));
    if (document.length == 0)
        names = language::tokenize(of_keys && document.is_cross() ? document.memory_text : document.text);
    if (const auto index = index_of(name, names)) return *index;
    throw InputError(of_keys ? "key" : "query", "“" + name + "” is not a word of the sentence",
                     "use one of its words, or a number from 1");
}

Shown shown_after(const Shown& before, const StepState& state, const std::string& place,
                  const Library& library) {
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
        next.document =
            std::make_shared<const Document>(with_parts(*next.document, state.document, place, library));
    const workbench::Sizes sizes = workbench::sizes_of(*next.document, library);
    Selection& selection = next.selection;
    if (!state.query.empty()) selection.query = index_in(state.query, *next.document, false, sizes.n);
    if (!state.key.empty()) selection.key = index_in(state.key, *next.document, true, sizes.m);
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

workbench::Session after(const workbench::Session& before, const Step& step, const Library& library) {
    try {
        const StepState& state = step.state;
        workbench::Session next =
            state.code.empty() ? before : workbench::session_from_code(state.code, "state");
        next.first = shown_after(next.first, state, step.place_of("document"), library);
        for (const StepState& beside : state.second)
            next.second =
                shown_after(next.second.value_or(before.first), beside, step.place_of("second"), library);
        if (next.second) {
            next.second->selection.stage = next.first.selection.stage;
            next.second->selection.product = next.first.selection.product;
        }
        if (!state.view.empty()) next.view = state.view;
        if (!state.choices.empty()) {
            json choices = next.choices.empty() ? json::object() : json::parse(next.choices);
            choices.merge_patch(state.choices);
            next.choices = base::json_text(choices);
        }
        return next;
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

} // namespace lesson
