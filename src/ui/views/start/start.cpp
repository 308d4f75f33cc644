#include "ui/views/start/start.h"

#include "narration/wording.h"
#include "ui/board/share.h"

#include <GLFW/glfw3.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace ui {

using base::Index;
using drawing::Rect;

namespace {

// Design pixels.
constexpr float widest = 1360, margin = 40;               ///< of the column
constexpr float above_title = 28;                         ///< above the title
constexpr float whole_height = 790, compact_height = 690; ///< of the page
constexpr float cards_height = 196, course_height = 104, course_titles = 42, between_parts = 34;

} // namespace

void StartView::draw(ViewFrame& view) {
    Ui& ui = view.ui;
    const Rect& area = view.area;
    StartFrame frame{view, state_, area.height < ui.px(whole_height)};
    const float width = std::min(area.width - 2 * ui.px(margin), ui.px(widest));
    const float taken = frame.compact ? compact_height : whole_height + above_title;
    const float spare = std::max(0.0F, area.height - ui.px(taken));
    const Rect column{area.centre().x - width / 2,
                      area.y + ui.px(frame.compact ? above_title / 2 : above_title) + 0.4F * spare, width, 0};
    float y =
        draw_start_sentence(frame, column) + ui.px(frame.compact ? 0.7F * between_parts : between_parts + 8);
    draw_ways_in(frame, {column.x, y, width, ui.px(cards_height)});
    y += ui.px(cards_height + (frame.compact ? 0.7F * between_parts : between_parts + 4));
    draw_course(frame,
                {column.x, y, width, ui.px(frame.compact ? course_height - course_titles : course_height)});
}

void StartView::keys(ViewFrame& frame) {
    const Ui& ui = frame.ui;
    SentenceState& sentence = state_.sentence;
    const StartLooks* looks = sentence.shown.get();
    if (!looks) return;
    const auto last = static_cast<Index>(looks->one.words.size()) - 1;
    const auto move = [&](Index by) {
        sentence.marked = std::clamp<Index>(sentence.marked.value_or(looks->one.query) + by, 0, last);
    };
    if (ui.pressed(GLFW_KEY_LEFT)) move(-1);
    if (ui.pressed(GLFW_KEY_RIGHT)) move(1);
    if (ui.pressed(GLFW_KEY_ESCAPE)) sentence.marked.reset();
}

Exportables StartView::exports(ViewFrame& frame) {
    const Ui& ui = frame.ui;
    const SentenceState& sentence = state_.sentence;
    if (!sentence.shown) return {};
    const workbench::LastLook& look = sentence.shown->of(sentence.other);
    drawing::SentenceContent content{.words = look.words, .query = sentence.query};
    for (Index key = 0; key < look.weights->cols(); ++key)
        content.weights.push_back((*look.weights)(sentence.query, key));
    content.is_read = look.strongest_key(sentence.query);
    const std::string& word = look.words[static_cast<std::size_t>(sentence.query)];
    const bool asked = sentence.query == look.query;
    const char* question = asked ? "share.asked.coreference" : "share.question";
    const narration::Values values{{"word", narration::toned("“" + word + "”", narration::Tone::query)}};
    return {share_export(ui, {ui.said(question, values), ui.text("share.trained")}, std::move(content))};
}

nlohmann::json StartView::shown() const {
    const SentenceState& sentence = state_.sentence;
    if (!sentence.shown) return {};
    const workbench::LastLook& look = sentence.shown->of(sentence.other);
    const Index query = sentence.query;
    std::vector<float> weights(look.weights->cols());
    Eigen::Map<base::RowVector>(weights.data(), look.weights->cols()) = look.weights->row(query);
    return {{"query", query},
            {"key", look.strongest_key(query)},
            {"word", look.words[static_cast<std::size_t>(sentence.shown->exchanged)]},
            {"answer", look.answer},
            {"weights", weights}};
}

} // namespace ui
