#pragma once
// What was chosen in the views, by the key of the view and the names that it shows to a visitor: all of it,
// as a session keeps it, or some, as a lesson's step sets it.

#include "workbench/document/json_fields.h"

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <string_view>

namespace workbench {

class Choices {
public:
    Choices() = default;
    /// From an object: {"race": {"plot": "memory"}}.
    explicit Choices(const nlohmann::json& by_view);
    /// From such an object as text; "" has none. Throws InputError naming `where`.
    static Choices read(const std::string& text, const std::string& where);

    bool empty() const { return !by_view_; }
    std::string text() const; ///< as JSON; "" if empty
    /// The page that is open in a view; "" if it is not known.
    std::string page(std::string_view view) const;

    /// These, but the later ones where both name a choice.
    Choices then(const Choices& later) const;
    /// These, with what was chosen in one more view.
    Choices with(std::string_view view, const VisitChoices& visit) const;
    /// Changes what was chosen in a view to these; all else stays as it is. Throws InputError, naming
    /// `where`, for what nobody could choose.
    void put_in(std::string_view view, const VisitChoices& visit, const std::string& where) const;
    /// Throws InputError, naming `where`, for a view that is not among these.
    void expect_only(const std::set<std::string, std::less<>>& views, const std::string& where) const;

    bool operator==(const Choices& other) const;

private:
    const nlohmann::json& json() const;

    std::shared_ptr<const nlohmann::json> by_view_; ///< null: none
};

} // namespace workbench
