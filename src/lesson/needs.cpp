#include "lesson/needs.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>

namespace lesson {

namespace {

using Names = std::set<std::string, std::less<>>;

constexpr std::array<std::string_view, 10> all_controls{"product",   "score", "scale", "mask", "dropout",
                                                        "additions", "head",  "layer", "item", "write"};

/// Entries of a document that a control of the same name changes.
constexpr std::array<std::string_view, 5> changed_by_name{"score", "scale", "dropout", "additions", "item"};

/// The controls with which one gets from the step to this document.
void add_controls(const nlohmann::json& document, Names& names) {
    for (const std::string_view entry : changed_by_name)
        if (document.contains(entry)) names.emplace(entry);
    if (document.contains("switched_off")) names.emplace("heads/card");
    if (document.contains("text")) names.emplace("write");
    if (document.contains("mask") && document["mask"].is_object())
        for (const auto& [kind, amount] : document["mask"].items())
            // A mask that is to be drawn would be given away by the buttons that make it.
            names.emplace(kind == "drawn" ? "mask_lab/left" : "mask");
    if (document.contains("weights") && document["weights"].is_object())
        for (const auto& [origin, chosen] : document["weights"].items())
            if (chosen.is_object() && chosen.contains("layer")) names.emplace("layer");
}

/// Which of Q, K and V the text speaks of, by a cell of theirs ("q[it]") or of the matrix that makes them.
std::set<char> projections_in(std::string_view text) {
    std::set<char> found;
    for (std::size_t i = 0; i < text.size(); ++i) {
        constexpr std::string_view letters = "qkv";
        if (letters.find(text[i]) == std::string_view::npos) continue;
        const bool in_name = i > 0 && std::isalnum(static_cast<unsigned char>(text[i - 1]));
        const bool opens = i + 1 < text.size() && (text[i + 1] == '[' || text[i + 1] == '"');
        if (opens && !in_name) found.insert(text[i]);
    }
    return found;
}

/// A part of the view: neither cells nor words nor a matrix.
bool is_part(std::string_view name) {
    return name.find('/') != std::string_view::npos && name.find('[') == std::string_view::npos &&
           !name.starts_with("matrix/") && !name.starts_with("word ") && !name.starts_with("source ");
}

} // namespace

std::span<const std::string_view> controls() {
    return all_controls;
}

std::set<std::string, std::less<>> needed_by(const Step& step) {
    Names names(step.shows.begin(), step.shows.end());
    std::ranges::copy_if(step.point, std::inserter(names, names.end()), is_part);
    if (step.question && step.question->kind == QuestionKind::number) names.emplace("answer");
    const bool changes = step.question && step.question->solution;
    constexpr std::string_view matrix = "matrix/";
    if (!changes && step.point.size() == 1 && step.point.front().starts_with(matrix))
        names.insert("alone/" + step.point.front().substr(matrix.size()));
    if (!changes) return names;
    const StepState& solution = *step.question->solution;
    if (solution.head) names.emplace("head");
    if (solution.result) names.emplace("product");
    const std::string document = solution.document.empty() ? "{}" : solution.document.text();
    add_controls(nlohmann::json::parse(document), names);
    if (projections_in(step.question->formula + " " + document).size() > 1) names.emplace("product");
    return names;
}

std::vector<attention::Quantity> typed_over_by_solution(const Question& question) {
    std::vector<attention::Quantity> found;
    if (!question.solution || question.solution->document.empty()) return found;
    const auto document = nlohmann::json::parse(question.solution->document.text());
    for (const auto& number : document.value("overrides", nlohmann::json::array()))
        if (const auto quantity = attention::quantity_named(number.value("quantity", "")))
            found.push_back(*quantity);
    return found;
}

} // namespace lesson
