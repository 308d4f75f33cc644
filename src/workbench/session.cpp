#include "workbench/session.h"

#include "base/file_name.h"
#include "base/input_error.h"
#include "base/json_text.h"
#include "base/whole_file.h"
#include "workbench/document_json.h"

#include <nlohmann/json.hpp>

namespace workbench {

using base::Index;
using nlohmann::json;
using nlohmann::ordered_json;

namespace {

constexpr const char* version_field = "attention_lab_session";
constexpr Index largest_index = 1'000'000; ///< indices outside the document are clamped when it is shown
constexpr std::size_t longest_key = 100;

// ---------------------------------------------------------------- writing

ordered_json json_of(const Selection& s) {
    return {{"stage", attention::stage(s.stage).key},
            {"product", s.product},
            {"query", s.query},
            {"key", s.key},
            {"head", s.head},
            {"feature", s.feature},
            {"layer", s.layer}};
}

ordered_json json_of(const Shown& shown) {
    return {{"document", json_of(*shown.document)}, {"selection", json_of(shown.selection)}};
}

// ---------------------------------------------------------------- reading

Selection read_selection(const Fields& fields) {
    fields.expect_only({"stage", "product", "query", "key", "head", "feature", "layer"});
    Selection s;
    if (const std::string name = fields.text("stage", longest_key); !name.empty()) {
        const attention::Stage* stage = attention::stage_named(name);
        if (!stage) fields.refuse("stage", "“" + name + "” is not a stage", "correct its name");
        s.stage = stage->id;
    }
    s.product = static_cast<std::size_t>(fields.integer("product", 0, largest_index));
    s.query = fields.integer("query", 0, largest_index);
    s.key = fields.integer("key", 0, largest_index);
    s.head = fields.integer("head", 0, largest_index);
    s.feature = fields.integer("feature", 0, largest_index);
    s.layer = fields.integer("layer", 0, largest_index);
    return s;
}

Shown read_shown(const Fields& fields) {
    fields.expect_all({"document"});
    return {std::make_shared<const Document>(read_document(fields.object("document"))),
            read_selection(fields.object("selection"))};
}

Index read_version(const Fields& fields) {
    const Index version = fields.integer(version_field, 0, largest_index);
    if (version == 0)
        fields.refuse(version_field, "this is not a session of Attention Lab",
                      "open a file that Attention Lab has saved");
    if (version > session_version)
        fields.refuse(version_field,
                      "a newer Attention Lab wrote it: version " + std::to_string(version) +
                          ", and this one reads up to " + std::to_string(session_version),
                      "update Attention Lab");
    return version;
}

/// Version 1: the fields of the document next to the version.
Session read_document_alone(json fields, const std::string& where) {
    fields.erase(version_field);
    return {.first = {std::make_shared<const Document>(read_document(Fields(fields, where, "")))}};
}

} // namespace

std::string to_json(const Session& session) {
    ordered_json result{{version_field, session_version}};
    if (!session.view.empty()) result["view"] = session.view;
    if (!session.choices.empty()) result["choices"] = ordered_json::parse(session.choices);
    result.update(json_of(session.first));
    if (session.second) result["second"] = json_of(*session.second);
    return base::json_text(result, 2) + "\n";
}

Session session_from_json(const std::string& text, const std::string& where) {
    const json parsed = parse_json(text, where);
    const Fields fields(parsed, where, "");
    const Index version = read_version(fields);
    if (version == 1) return read_document_alone(parsed, where);
    const char* chosen = version == 2 ? "page" : "choices";
    fields.expect_only({version_field, "view", chosen, "document", "selection", "second"});
    Session session{.first = read_shown(fields)};
    session.view = fields.text("view", longest_key);
    if (version == 2 && fields.has("page"))
        session.choices = json{{session.view, {{"page", fields.text("page", longest_key)}}}}.dump();
    if (version > 2 && fields.has("choices")) {
        fields.object("choices");
        session.choices = base::json_text(parsed["choices"]);
    }
    if (fields.has("second")) {
        const Fields second = fields.object("second");
        second.expect_only({"document", "selection"});
        session.second = read_shown(second);
    }
    return session;
}

Session read_session(const std::filesystem::path& file) {
    return session_from_json(base::read_whole_file(file, largest_session), base::shown(file));
}

void write_session(const std::filesystem::path& file, const Session& session) {
    base::write_whole_file(file, to_json(session));
}

} // namespace workbench
