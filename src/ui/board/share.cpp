#include "ui/board/share.h"

#include "narration/wording.h"
#include "ui/chrome/weights_menu.h"
#include "ui/widgets/rich_text.h"

#include <array>

namespace ui {

using namespace drawing;
using base::Index;

namespace {

narration::Paragraph quoted(const std::string& word, narration::Tone tone) {
    return narration::toned("“" + word + "”", tone);
}

ShareSheet sheet_of(const Ui& ui, const ShareTitle& title) {
    return {coloured(title.question), ui.text("top.name"), title.origin};
}

Exportable sheet_export(const Ui& ui, double rests, std::string moves) {
    Exportable what{.name = share_name, .title = ui.text("share.title")};
    what.width = share_width;
    what.height = share_height;
    what.poster = true;
    what.seconds = share_seconds;
    what.rests = rests;
    what.moves = std::move(moves);
    return what;
}

} // namespace

void set_pieces(SentenceContent& sentence, const workbench::Pieces& pieces) {
    sentence.words = pieces.boxed;
    sentence.joined = pieces.joined;
    sentence.put_in = pieces.put_in;
}

Exportable share_export(const Ui& ui, const ShareTitle& title, SentenceContent sentence,
                        const std::optional<StoryAnswer>& answer) {
    ShareContent content{sheet_of(ui, title), std::move(sentence), {}, answer};
    const SentenceContent& read = content.sentence;
    const auto word = [&](Index i) { return read.words[static_cast<std::size_t>(i)]; };
    if (read.is_read) {
        const narration::Values values{
            {"word", quoted(word(read.query), narration::Tone::query)},
            {"read", quoted(word(*read.is_read), narration::Tone::key)},
            {"weight",
             narration::toned(narration::decimal(read.weights[static_cast<std::size_t>(*read.is_read)]))}};
        const auto lines = answer ? std::array{"share.answers", "share.reads"}
                                  : std::array{"share.of_what", "share.comes_from"};
        for (const char* line : lines)
            content.telling.push_back(coloured(ui.said(line, values), Role::quiet));
    }
    Exportable what = sheet_export(ui, 0, ui.text("share.arcs_move"));
    what.moving = [content](double seconds, const Palette& palette, const TextMeasure& measure) {
        return share_figure(content, seconds, palette, measure);
    };
    what.figure = [content](Rect, const Palette& palette, const TextMeasure& measure) {
        return share_figure(content, share_seconds, palette, measure);
    };
    return what;
}

std::optional<Exportable> share_export(const Ui& ui, const Scene& scene) {
    const workbench::Pass& pass = scene.pass();
    if (scene.trace().input.is_cross() || pass.document.text.empty()) return {};
    const auto& weights = scene.trace().matrix(attention::Quantity::dropped, scene.selection.head);
    SentenceContent sentence{.words = pass.names.keys, .query = scene.selection.query};
    if (pass.real) set_pieces(sentence, pass.real->pieces);
    for (Index key = 0; key < weights.cols(); ++key)
        sentence.weights.push_back(weights(sentence.query, key));
    sentence.is_read = workbench::strongest_key(scene.trace(), scene.selection.head, sentence.query);
    const std::string& word = pass.names.keys[static_cast<std::size_t>(sentence.query)];
    const narration::Values values{{"word", quoted(word, narration::Tone::query)}};
    return share_export(ui, {ui.said("share.question", values), weights_text(ui, pass)}, std::move(sentence));
}

Exportable share_export(const Ui& ui, const ShareTitle& title, const ShareClip& clip) {
    Exportable what = sheet_export(ui, clip.rests, clip.moves);
    what.seconds = clip.seconds;
    what.moving = [sheet = sheet_of(ui, title), figure = clip.figure](double seconds, const Palette& palette,
                                                                      const TextMeasure& measure) {
        return share_sheet(sheet, figure(seconds, palette, measure), palette, measure);
    };
    what.figure = [moving = what.moving, seconds = clip.seconds](Rect, const Palette& palette,
                                                                 const TextMeasure& measure) {
        return moving(seconds, palette, measure);
    };
    return what;
}

} // namespace ui
