#pragma once
// A document as JSON: omits defaults when writing, and checks field by field when reading.

#include "workbench/document/document.h"
#include "workbench/document/json_fields.h"
#include "workbench/document/library.h"

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace workbench {

nlohmann::ordered_json json_of(Document document);

/// Throws InputError naming file and field.
Document read_document(const Fields& fields);

/// Some fields of a document, as they stand in a session: what a step of a lesson sets.
class DocumentPart {
public:
    DocumentPart() = default;
    /// `where`: their place in a file.
    DocumentPart(const nlohmann::json& fields, std::string where);

    bool empty() const { return !fields_; }
    std::string text() const; ///< as JSON
    /// The document with these fields in place of its own; other words as if they had been typed. Throws
    /// InputError, naming the field and its place, for what no document has, and for what does not suit the
    /// rest of this one.
    Document put_in(const Document& document, const Library& library) const;

    bool operator==(const DocumentPart& other) const { return text() == other.text(); }

private:
    Document read_into(Document document) const;

    std::shared_ptr<const nlohmann::json> fields_; ///< null: none
    std::string where_;
};

} // namespace workbench
