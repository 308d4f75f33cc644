// What the Story shows, as JSON: for tests and those who read the screen by a program.
#include "ui/views/story/story.h"
#include "workbench/studies/real_story.h"

#include <nlohmann/json.hpp>

namespace ui {

using namespace drawing;
using workbench::HeadPlace;
using workbench::Story;

namespace {

nlohmann::json json_of(const std::vector<workbench::Named>& named) {
    auto list = nlohmann::json::array();
    for (const auto& one : named)
        list.push_back({{"word", one.word}, {"probability", one.probability}});
    return list;
}

nlohmann::json json_of(const workbench::Read& read) {
    return {{"layer", read.layer},
            {"head", read.head},
            {"from", read.from},
            {"to", read.to},
            {"weight", read.weight}};
}

nlohmann::json json_of(const workbench::KnockOuts& measured) {
    auto rows = nlohmann::json::array();
    for (const auto& row : measured.rows) {
        nlohmann::json out = nlohmann::json::array();
        for (const learning::KnockOut& one : row.out)
            out.push_back({{"layer", one.place.layer},
                           {"head", one.head ? nlohmann::json(*one.head) : nlohmann::json()},
                           {"relation", one.relation ? nlohmann::json(*one.relation) : nlohmann::json()},
                           {"control", one.control}});
        rows.push_back({{"out", out}, {"right", nullptr}});
        if (!row.answers) continue;
        rows.back()["right"] = row.answers->share_right().value();
        rows.back()["other_candidate"] = row.answers->share_others().value();
        rows.back()["other_word"] = row.answers->share_any().value();
    }
    return {{"sentences", measured.sentences},
            {"instead", learning::name_of(measured.instead)},
            {"chance", measured.chance},
            {"rows", rows}};
}

/// By place and point: the share of the change that comes along.
nlohmann::json json_of(const workbench::PatchMap& map) {
    auto cells = nlohmann::json::array();
    for (const workbench::PatchedAnswer& cell : map.cells)
        cells.push_back(cell.carried);
    return cells;
}

/// By layer: what would be said if the word were asked after its attention.
nlohmann::json json_of(const StoryBlock& block) {
    auto layers = nlohmann::json::array();
    for (const StoryBand& band : block.bands) {
        layers.push_back(nlohmann::json::array());
        for (const StoryGuess& guess : band.guesses)
            layers.back().push_back({{"word", guess.word}, {"probability", guess.probability}});
    }
    return layers;
}

std::string text_of(const StoryNote& note) {
    std::string text = plain_text(note.title);
    for (const std::string& line : note.lines)
        text += " " + line;
    return text;
}

} // namespace

nlohmann::json StoryView::shown() const {
    if (!state_.shown.told) return nullptr;
    const Story& story = *state_.shown.told->story;
    const workbench::Pass& pass = *state_.shown.told->pass;
    nlohmann::json report{{"title", plain_text(state_.shown.title)},
                          {"row", story.row},
                          {"asked", story.asked_rows},
                          {"answers", nlohmann::json::array()},
                          {"steps", nlohmann::json::array()},
                          {"spare", nlohmann::json::array()},
                          {"knocked_out", nlohmann::json::array()},
                          {"off", nlohmann::json::array()},
                          {"if_asked", json_of(state_.shown.content.main)},
                          {"seconds", state_.moment.seconds},
                          {"playing", state_.moment.playing},
                          {"not_learned", pass.not_learned}};
    for (const workbench::Answer& answer : story.answers)
        report["answers"].push_back(
            {{"row", answer.row}, {"now", json_of(answer.now)}, {"usual", json_of(answer.usual)}});
    for (const workbench::StoryStep& step : story.steps) {
        report["steps"].push_back(json_of(step.read()));
        report["steps"].back()["needed"] = step.needed;
    }
    for (const workbench::SpareRead& spare : story.spare)
        report["spare"].push_back(json_of(spare.read));
    for (const workbench::Read& read : story.knocked_out)
        report["knocked_out"].push_back(json_of(read));
    for (const HeadPlace& off : pass.document.switched_off)
        report["off"].push_back({off.layer, off.head});
    report["notes"] = nlohmann::json::array();
    for (const StoryNote& note : state_.shown.content.notes)
        report["notes"].push_back(text_of(note));
    if (const auto& gap = state_.shown.told->in_gap) {
        report["in_gap"] = nlohmann::json::array();
        for (const auto& word : gap->best)
            report["in_gap"].push_back({{"word", word.word}, {"probability", word.probability}});
    }
    if (const auto& next = state_.shown.told->next) {
        report["next"] = nlohmann::json::array();
        const base::RowVector shares = tasted(pass, story.named, state_.chosen.taste);
        for (const auto& word : next->best)
            report["next"].push_back({{"word", word.word},
                                      {"probability", word.probability},
                                      {"share", shares(word.id)},
                                      {"breaks", word.breaks}});
        report["thrown"] = state_.taking.thrown.has_value();
        report["written"] = pass.document.written;
        report["words"] = story.words;
        const auto& broken = state_.shown.told->first_break;
        report["first_break"] = broken ? nlohmann::json(*broken) : nlohmann::json();
    }
    if (state_.shown.knock_outs) report["knock_outs"] = json_of(*state_.shown.knock_outs);
    if (state_.shown.by_hand) report["by_hand"] = json_of(*state_.shown.by_hand);
    if (pass.real && state_.alike.found) {
        report["alike"] = nlohmann::json::array();
        for (const workbench::Alike& one : *state_.alike.found)
            report["alike"].push_back({{"text", one.text}, {"similarity", one.similarity}});
    }
    if (state_.shown.other && !state_.shown.other->story->answers.empty())
        report["beside"] = json_of(state_.shown.other->story->answers.front().now);
    if (state_.shown.carries)
        report["carried"] = {{"finished", state_.shown.carries->finished()},
                             {"cells", json_of(*state_.shown.carries)}};
    return report;
}

} // namespace ui
