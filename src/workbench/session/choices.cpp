#include "workbench/session/choices.h"

#include "base/json_text.h"

#include <nlohmann/json.hpp>

namespace workbench {

Choices::Choices(const nlohmann::json& by_view) {
    if (!by_view.empty()) by_view_ = std::make_shared<const nlohmann::json>(by_view);
}

Choices Choices::read(const std::string& text, const std::string& where) {
    if (text.empty()) return {};
    return Choices(parse_json(text, where, R"(write {"race": {"plot": "memory"}})"));
}

const nlohmann::json& Choices::json() const {
    static const nlohmann::json none = nlohmann::json::object();
    return by_view_ ? *by_view_ : none;
}

std::string Choices::text() const {
    return by_view_ ? base::json_text(*by_view_) : std::string();
}

std::string Choices::page(std::string_view view) const {
    const auto chosen = json().find(view);
    if (chosen == json().end() || !chosen->is_object()) return {};
    const auto page = chosen->find("page");
    return page != chosen->end() && page->is_string() ? page->get<std::string>() : std::string();
}

Choices Choices::then(const Choices& later) const {
    nlohmann::json both = json();
    both.update(later.json(), /*merge_objects=*/true);
    return Choices(both);
}

Choices Choices::with(std::string_view view, const VisitChoices& visit) const {
    const nlohmann::json chosen = written_choices(visit);
    if (chosen.empty()) return *this;
    nlohmann::json all = json();
    all[std::string(view)] = chosen;
    return Choices(all);
}

void Choices::put_in(std::string_view view, const VisitChoices& visit, const std::string& where) const {
    read_choices(Fields(json(), where, "choices").object(view), visit);
}

void Choices::expect_only(const std::set<std::string, std::less<>>& views, const std::string& where) const {
    Fields(json(), where, "").expect_only(views);
}

bool Choices::operator==(const Choices& other) const {
    return by_view_ == other.by_view_ || json() == other.json();
}

} // namespace workbench
