#include "narration/most_read.h"

#include "narration/facts.h"
#include "narration/wording.h"

namespace narration {
namespace {

std::string form_of(const Share& share) {
    if (share.nonzero == 0) return "labs.read.nothing";
    if (share.tied == 0) return "labs.read.one";
    if (share.tied == 1) return "labs.read.two";
    return share.tied + 1 == share.nonzero ? "labs.read.all" : "labs.read.several";
}

} // namespace

std::string most_read(const Texts& texts, const language::Names& names, const RowVector& weights, Index row) {
    const Share share = share_of(weights);
    const Values values{{"asker", toned(names.queries[static_cast<std::size_t>(row)])},
                        {"first", toned(names.keys[static_cast<std::size_t>(share.first)])},
                        {"count", toned(std::to_string(share.tied + 1))},
                        {"weight", toned(decimal(share.first_weight))}};
    return plain_text(fill(texts.text(form_of(share)), values));
}

} // namespace narration
