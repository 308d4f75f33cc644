#include "ui/chrome/pieces.h"

#include "base/text.h"

#include <algorithm>

namespace ui {

using drawing::Words;

Words boxed_keys(const workbench::Pass& pass) {
    if (!pass.real) return {pass.names.keys, pass.input.is_cross() ? &pass.memory_unknown : &pass.unknown};
    const workbench::Pieces& pieces = pass.real->pieces;
    return {.texts = pieces.boxed, .joined = &pieces.joined, .put_in = &pieces.put_in};
}

Words boxed_queries(const workbench::Pass& pass) {
    if (!pass.input.is_cross()) return {};
    return {pass.names.queries, &pass.unknown};
}

std::string piece_hint(const Ui& ui, const workbench::Pass& pass, base::Index piece) {
    if (!pass.real) return {};
    const workbench::Pieces& pieces = pass.real->pieces;
    const auto i = static_cast<std::size_t>(piece);
    const std::string &name = pieces.boxed[i], &typed = pieces.typed[i];
    const auto said = [&](const char* text, const std::string& shown) {
        return ui.plain(text, {{"id", {{std::to_string(pieces.ids[i])}}}, {"text", {{shown}}}});
    };
    if (pieces.put_in[i]) {
        const auto written = std::ranges::find(pieces.put_in, false) - pieces.put_in.begin();
        return said(piece < written ? "piece.begin" : "piece.end", name);
    }
    if (pieces.unknown[i])
        return ui.plain("piece.unknown",
                        {{"id", {{std::to_string(pieces.ids[i])}}},
                         {"text", {{workbench::with_spaces_shown(typed)}}},
                         {"piece", {{pass.real->model->tokenizer.text(pieces.ids[i]).value_or("")}}}});
    if (pieces.special[i]) return said("piece.special", name);
    if (base::well_formed(typed) == typed) // nothing is typed of what the tokenizer has put in
        return said("piece.whole", typed.empty() ? name : workbench::with_spaces_shown(typed));
    return ui.plain("piece.bytes", {{"id", {{std::to_string(pieces.ids[i])}}},
                                    {"text", {{name}}},
                                    {"bytes", {{workbench::hex_bytes(typed)}}}});
}

} // namespace ui
