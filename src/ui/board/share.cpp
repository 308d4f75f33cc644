#include "ui/board/share.h"

#include "drawing/figures/share.h"
#include "narration/wording.h"
#include "ui/chrome/weights_menu.h"

namespace ui {

using namespace drawing;
using base::Index;

namespace {

Role role_of(narration::Tone tone) {
    switch (tone) {
    case narration::Tone::query:
        return Role::query;
    case narration::Tone::key:
        return Role::key;
    default:
        return Role::text;
    }
}

/// What has no tone of its own is in `plain`.
ColouredText coloured(const narration::Paragraph& text, Role plain) {
    ColouredText line;
    for (const narration::Span& span : text)
        line.emplace_back(span.text, span.tone == narration::Tone::plain ? plain : role_of(span.tone));
    return line;
}

narration::Paragraph quoted(const std::string& word, narration::Tone tone) {
    return narration::toned("“" + word + "”", tone);
}

} // namespace

Exportable share_export(const Ui& ui, SentenceContent sentence, const narration::Paragraph& question,
                        std::string origin) {
    ShareContent content{.question = coloured(question, Role::text), .sentence = std::move(sentence)};
    const auto word = [&](Index i) { return content.sentence.words[static_cast<std::size_t>(i)]; };
    if (content.sentence.is_read) {
        const narration::Values values{
            {"word", quoted(word(content.sentence.query), narration::Tone::query)},
            {"read", quoted(word(*content.sentence.is_read), narration::Tone::key)}};
        for (const char* line : {"share.of_what", "share.comes_from"})
            content.telling.push_back(coloured(ui.said(line, values), Role::quiet));
    }
    content.program = ui.text("top.name");
    content.origin = std::move(origin);
    Exportable what{.name = "share", .title = ui.text("share.title")};
    what.width = share_width;
    what.height = share_height;
    what.poster = true;
    what.seconds = share_seconds;
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
    for (Index key = 0; key < weights.cols(); ++key)
        sentence.weights.push_back(weights(sentence.query, key));
    sentence.is_read = workbench::strongest_key(scene.trace(), scene.selection.head, sentence.query);
    const std::string& word = sentence.words[static_cast<std::size_t>(sentence.query)];
    const narration::Values values{{"word", quoted(word, narration::Tone::query)}};
    return share_export(ui, std::move(sentence), ui.said("share.question", values), weights_text(ui, pass));
}

} // namespace ui
