#include "lesson/on_screen.h"

#include "attention/stage.h"
#include "base/input_error.h"
#include "lesson/story_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace lesson {

using attention::Quantity;
using base::InputError;
using workbench::Session;

namespace {

const Landmarks table[] = {
    {"compare", "", {"left/card", "right/card", "compare/differs", "compare/table"}},
    {"heads", "", {"heads/card", "heads/matrix", "heads/loss", "heads/parts", "heads/output"}},
    {"heads", "trained", {"story/card", "story/map"}},
    {"labs", "mask", {"mask_lab/left", "mask_lab/weights", "mask_lab/leak", "mask_lab/hidden"}},
    {"labs", "scale", {"scale_lab/spread", "scale_lab/largest", "scale_lab/gradient", "scale_lab/why"}},
    {"labs", "score", {"score_lab/text"}},
    {"labs", "order", {"order_lab/without", "order_lab/with", "order_lab/positions", "order_lab/shuffle"}},
    {"race", "", {"race/lanes", "race/plots", "race/reasons"}},
    {"learn", "", {"learn/set_up", "learn/curves", "learn/pictures"}},
};

/// The page that a step must have chosen for its landmarks to be on screen.
std::string page_of(const Session& session, const workbench::Pass& pass) {
    if (session.view == "heads") return pass.reading ? "trained" : "";
    if (session.view != "labs" || session.choices.empty()) return {};
    const auto choices = nlohmann::json::parse(session.choices);
    const auto labs = choices.find("labs");
    return labs == choices.end() ? std::string() : labs->value("page", std::string());
}

/// Scores of which the mask hides none are on the board by one of their two names.
Quantity one_name(Quantity quantity, const workbench::Pass& pass) {
    return quantity == Quantity::masked && pass.trace.allowed.size() == 0 ? Quantity::scaled : quantity;
}

/// The matrices on the board: the result of the stage, and what it is made from, which Compare leaves out.
std::vector<Quantity> on_board(const Session& session, const workbench::Pass& pass) {
    if (session.view != "walkthrough" && session.view != "compare") return {};
    const workbench::Selection marked = workbench::clamped(session.first.selection, pass.trace);
    const auto products = attention::stage(marked.stage).products(pass.trace);
    const attention::Product& product = products[std::min(marked.product, products.size() - 1)];
    std::vector<Quantity> shown{one_name(product.result, pass)};
    if (session.view == "compare") return shown;
    for (const auto& factor : {product.left, product.top, product.addend})
        if (factor) shown.push_back(one_name(*factor, pass));
    return shown;
}

bool has_words(const Session& session) {
    return session.view == "walkthrough";
}

[[noreturn]] void refuse(const std::string& name, const std::string& what, const std::string& hint) {
    throw InputError(name, what, hint);
}

} // namespace

std::span<const Landmarks> landmarks() {
    return table;
}

void expect_on_screen(const std::string& name, const Session& session, const Scope& scope) {
    const Tie tie = pointed_at(name, scope);
    constexpr const char* set_the_view = "set the view and the stage that show it";
    std::string matrix = tie.anchor;
    const bool is_right = tie.place ? tie.place->right : matrix.starts_with("right/");
    const workbench::Pass& pass = is_right && scope.right ? *scope.right : scope.pass;
    if (session.view == "compare")
        for (const std::string side : {"left/", "right/"})
            if (matrix.starts_with(side + "matrix/")) matrix.erase(0, side.size());
    const bool is_matrix = matrix.starts_with("matrix/");
    if (tie.place || is_matrix) {
        const auto named = is_matrix ? attention::quantity_named(matrix.substr(7)) : tie.place->quantity;
        if (!named) refuse(name, "there is no such matrix", "write for example matrix/weights");
        const auto shown = on_board(session, pass);
        if (std::ranges::find(shown, one_name(*named, pass)) == shown.end())
            refuse(name, "that matrix is not on screen in this step", set_the_view);
        return;
    }
    if (name.starts_with("word ") || name.starts_with("source ")) {
        if (!has_words(session)) refuse(name, "the words are not on screen in this step", set_the_view);
        return;
    }
    const std::string page = page_of(session, pass);
    const Landmarks* elsewhere = nullptr;
    for (const Landmarks& each : table) {
        if (std::ranges::find(each.names, name) == each.names.end()) continue;
        if (each.view == session.view && each.page == page) return;
        elsewhere = &each;
    }
    if (!elsewhere)
        refuse(name, "there is nothing of that name", "see what a step can point at in docs/lessons.md");
    std::string hint = "write view = \"" + std::string(elsewhere->view) + "\"";
    if (elsewhere->view == "labs")
        hint += " and choices = {labs = {page = \"" + std::string(elsewhere->page) + "\"}}";
    refuse(name, "it is not on screen in this step", hint);
}

void expect_clickable(const std::string& formula, const Session& session, const Scope& scope) {
    const Word word = word_of(formula, scope);
    if (!word.place) return; // refused already
    const Quantity quantity = word.place->quantity;
    const bool across = word.place->row.has_value();
    const attention::Axis axis = across ? attention::column_axis(quantity) : attention::row_axis(quantity);
    if (has_words(session) && attention::is_of_words(axis)) return;
    const bool of_pairs = attention::is_queries_by_keys(quantity);
    for (const Quantity shown : on_board(session, scope.pass))
        if (shown == quantity || (of_pairs && attention::is_queries_by_keys(shown))) return;
    throw InputError(formula, "none of its words can be clicked in this step",
                     "set the view and the stage that show them");
}

} // namespace lesson
