#include "narration/tell_heads.h"

#include "base/text.h"
#include "narration/facts.h"
#include "narration/wording.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace narration {
namespace {

using attention::Quantity;

constexpr float near_first = 0.6F; // a second key with at least this share of the largest weight is named too
constexpr float nearly_all = 0.95F; // of a row's attention

std::string quoted(const Texts& texts, const Paragraph& word, bool is_word) {
    const std::string plain = plain_text(word);
    return is_word ? plain_text(fill(texts.text("heads.quoted"), {{"word", toned(plain)}})) : plain;
}

/// The weights of the keys that share the largest one, added up.
float together(const Share& share) {
    return static_cast<float>(share.tied + 1) * share.first_weight;
}

/// Which text of the title applies to this row.
std::string title_form(const Share& share, Index row, Index allowed, bool cross) {
    if (allowed == 0 || share.nonzero == 0) return "heads.title.nothing";
    const float even = 1 / static_cast<float>(allowed);
    if (allowed > 1 && share.first_weight < 1.05F * even) return "heads.title.even";
    if (allowed > 2 && share.first_weight < 1.5F * even) return "heads.title.nearly_even";
    const bool two = share.tied <= 1 && share.second_weight >= near_first * share.first_weight;
    if (share.tied > 1)
        return together(share) >= nearly_all * share.sum ? "heads.title.several" : "heads.title.shared";
    if (two) return "heads.title.two";
    return !cross && share.first == row ? "heads.title.itself" : "heads.title.one";
}

} // namespace

std::string head_title(const Texts& texts, const language::Names& names, const Trace& t, Index head,
                       Index row) {
    const Wording wording(texts, names);
    const Matrix& weights = t.matrix(Quantity::weights, head);
    const Share share = share_of(weights.row(row));
    const Index allowed = allowed_count(t, row);
    const auto key = [&](Index j) { return toned(quoted(texts, wording.key(j), wording.words())); };
    const std::string item = wording.words() ? "word" : "row";
    Values values{{"head", toned(std::to_string(head + 1))},
                  {"asker", toned(quoted(texts, wording.query(row), wording.words()))},
                  {"first", key(share.first)},
                  {"second", key(share.second)},
                  {"weight", toned(decimal(share.first_weight))},
                  {"together", toned(decimal(together(share)))},
                  {"count", toned(wording.counted(share.tied + 1, item))},
                  {"all", toned(wording.counted(allowed, item))}};
    return plain_text(fill(texts.text(title_form(share, row, allowed, t.input.is_cross())), values));
}

std::string heads_listed(const Texts& texts, std::span<const Index> heads, bool capital) {
    constexpr std::size_t most = 4;
    std::string list;
    const std::size_t shown = heads.size() > most + 1 ? most : heads.size();
    for (std::size_t i = 0; i < shown; ++i) {
        if (i > 0) list += texts.text(i + 1 == heads.size() ? "list.last" : "list.next");
        list += std::to_string(heads[i] + 1);
    }
    if (shown < heads.size())
        list += plain_text(
            fill(texts.text("heads.more"), {{"count", toned(std::to_string(heads.size() - shown))}}));
    const std::string form =
        std::string("heads.") + (capital ? "Heads" : "heads") + (heads.size() == 1 ? ".one" : ".many");
    return plain_text(fill(texts.text(form), {{"list", toned(list)}}));
}

std::string counted_in_words(const Texts& texts, Index count) {
    const std::string name = "heads.count." + std::to_string(count);
    return texts.has(name) ? texts.text(name) : std::to_string(count);
}

std::string heads_counted(const Texts& texts, Index heads, Index key_heads) {
    std::string count = counted_in_words(texts, heads);
    count.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(count.front())));
    const bool shared = key_heads > 0 && key_heads < heads;
    const std::string form = shared ? "shared" : "layer";
    return plain_text(
        fill(texts.text("heads." + form + ((shared ? key_heads : heads) == 1 ? ".one" : ".many")),
             {{"count", toned(count)}, {"keys", toned(counted_in_words(texts, key_heads))}}));
}

namespace {

/// The rows that change most: one, or two if the second is not far behind.
Paragraph most_moved(const Texts& texts, const Wording& wording, const ColumnVector& moved) {
    const RowVector row = moved.transpose();
    const std::vector<Index> order = by_size(row);
    const auto named = [&](Index i) {
        Values values{{"word", toned(quoted(texts, wording.query(i), wording.words()), Tone::query)},
                      {"distance", number(moved(i))}};
        return fill(texts.text("heads.loss.moved"), values);
    };
    std::vector<Paragraph> list{named(order[0])};
    if (order.size() > 1 && row(order[1]) >= near_first * row(order[0])) list.push_back(named(order[1]));
    return wording.listed(list);
}

} // namespace

Paragraph tell_head_loss(const Texts& texts, const language::Names& names, Index heads,
                         const HeadLoss& loss) {
    const Wording wording(texts, names);
    const ColumnVector& moved = *loss.moved;
    const bool all = static_cast<Index>(loss.off.size()) == heads && !loss.supposed;
    Values values{{"heads", toned(heads_listed(texts, loss.off, false))},
                  {"Heads", toned(heads_listed(texts, loss.off, true))},
                  {"distance", number(loss.distance)}};
    const double share = loss.size > 0 ? static_cast<double>(loss.distance / loss.size) : 0;
    values["share"] = toned(base::percent(share), Tone::number);
    Paragraph told;
    const auto say = [&](const std::string& name) {
        if (!told.empty()) told.push_back({" "});
        const Paragraph more = fill(texts.text(name), values);
        told.insert(told.end(), more.begin(), more.end());
    };
    if (all)
        say("heads.loss.all_off");
    else if (loss.supposed)
        say(heads == 1 ? "heads.loss.one_on" : "heads.loss.all_on");
    else
        say(loss.off.size() == 1 ? "heads.loss.off.one" : "heads.loss.off.many");
    if (moved.size() == 0 || moved.maxCoeff<Eigen::PropagateNaN>() <= 1e-6F * std::max(loss.size, 1e-6F)) {
        say(loss.supposed ? "heads.loss.would_be_nothing" : "heads.loss.nothing");
        return told;
    }
    values["most"] = most_moved(texts, wording, moved);
    say(loss.supposed ? "heads.loss.would_change" : "heads.loss.changes");
    return told;
}

} // namespace narration
