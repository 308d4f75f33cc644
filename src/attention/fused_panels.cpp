// A block of a fused pass with its queries across the lanes of the processor's vectors: the fast form.

#include "attention/fused.h"

#ifdef ATTENTION_LAB_HIGHWAY

#include "attention/fused_kernels.h"
#include "attention/mask.h"
#include "base/scratch.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace attention {

namespace {

// Keys at a time, for rows of d numbers. Their copies (32 KB each up to d = 128) and the scores of a panel
// stay in the L1 and L2 caches while all panels of the block use them. They are copied because the rows of
// several heads lie so far apart that they would compete for a few sets of the cache.
Index keys_at_once(Index d) {
    constexpr Index copied = 8192, fewest = 64, most = 128;
    return std::clamp(copied / d, fewest, most);
}

// Where the parts of the working memory begin, each at a whole vector.
struct Layout {
    Layout(Index queries, Index all_keys, Index d_k, Index d_v, bool biased)
        : width(std::min(most_panel_queries(), padded_to_vectors(queries))) {
        keys = std::min(keys_at_once(std::max(d_k, d_v)), all_keys);
        const bool copied = queries > width;
        panel_size = Panel::size(std::min(width, queries), d_k, d_v);
        v = copied ? padded_to_vectors(keys * d_k) : 0;
        s = v + (copied || padded_to_vectors(d_v) > d_v ? keys * padded_to_vectors(d_v) : 0);
        bias = s + keys * width;
        largest = bias + (biased ? keys * width : 0);
        panels = largest + width;
        size = panels + (queries + width - 1) / width * panel_size;
    }

    Index width; ///< of a panel
    Index keys;  ///< at a time
    Index panel_size, v, s, bias, largest, panels, size;
};

// Each thread keeps its workspace from block to block: for short sequences, allocating would cost more than
// the arithmetic.
struct Workspace {
    base::AlignedFloats floats;
    std::vector<Panel> panels;
};

class PanelPass {
public:
    PanelPass(const QueryBlock& b, Workspace& work) : b_(b), panels_(work.panels) {
        const Layout at(b.q.rows, b.k.rows, b.k.cols, b.v.cols, !b.bends.empty());
        work.floats.reserve(at.size);
        keys_ = at.keys;
        k_ = work.floats.data();
        v_ = k_ + at.v;
        s_ = k_ + at.s;
        bias_ = k_ + at.bias;
        largest_ = k_ + at.largest;
        panels_.clear();
        for (Index first = 0; first < b.q.rows; first += at.width)
            panels_.push_back(Panel::in(k_ + at.panels + first / at.width * at.panel_size,
                                        std::min(at.width, b.q.rows - first), b.k.cols, b.v.cols));
    }

    void run() {
        for (std::size_t i = 0; i < panels_.size(); ++i)
            begin(panels_[i], rows_of(b_.q, first_row(i), first_row(i) + panels_[i].queries), b_.divisor);
        KeyRange all{0, b_.k.rows};
        if (b_.mask) all = reachable(b_.placed_mask(), b_.first_query, b_.first_query + b_.q.rows - 1, all);
        for (Index first = all.first; first < all.end; first += keys_)
            take_in_keys({first, std::min(first + keys_, all.end)});
        for (std::size_t i = 0; i < panels_.size(); ++i) {
            const std::vector<Index> without = rows_without_sum(i);
            if (b_.sink.size() > 0) add_sink(panels_[i]);
            write(panels_[i], {b_.output.data + first_row(i) * b_.output.stride, panels_[i].queries,
                               b_.output.cols, b_.output.stride});
            for (const Index row : without)
                attend_rows(only(row), 1);
        }
    }

private:
    Index first_row(std::size_t panel) const { return static_cast<Index>(panel) * most_panel_queries(); }
    Index first_query(std::size_t panel) const { return b_.first_query + first_row(panel); }

    void take_in_keys(KeyRange keys) {
        const PanelKeys loaded = loaded_keys(keys);
        for (std::size_t i = 0; i < panels_.size(); ++i)
            take_in_panel(i, keys, loaded);
    }

    // The keys as panels read them: copied, unless a single panel can read them in place.
    PanelKeys loaded_keys(KeyRange keys) {
        const Index v_stride = padded_to_vectors(b_.v.cols);
        PanelKeys loaded{rows_of(b_.k, keys.first, keys.end), rows_of(b_.v, keys.first, keys.end)};
        if (panels_.size() > 1) loaded.k = copy(loaded.k, k_, b_.k.cols);
        if (panels_.size() > 1 || v_stride > b_.v.cols) loaded.v = copy(loaded.v, v_, v_stride);
        return loaded;
    }

    static base::Block rows_of(const base::Block& all, Index first, Index end) {
        return {all.data + first * all.stride, end - first, all.cols, all.stride};
    }
    static base::Block copy(const base::Block& from, float* to, Index stride) {
        copy_keys(from, to, stride);
        return {to, from.rows, from.cols, stride};
    }

    // The part of `keys` that the panel's queries may see.
    void take_in_panel(std::size_t i, KeyRange keys, const PanelKeys& loaded) {
        const Panel& panel = panels_[i];
        const Index query = first_query(i), last = query + panel.queries - 1;
        const KeyRange seen = b_.mask ? reachable(b_.placed_mask(), query, last, keys) : keys;
        if (seen.first >= seen.end) return;
        const Index first = seen.first - keys.first, end = seen.end - keys.first;
        const PanelKeys part{rows_of(loaded.k, first, end), rows_of(loaded.v, first, end)};
        const ScoreTile tile{query, panel.queries, seen, s_, 1, padded_to_vectors(panel.queries)};
        const float* const bias = bias_of(tile);
        const bool caps = !b_.bends.empty() && b_.bends.front().softcap > 0,
                   hides = b_.mask && may_hide(b_.placed_mask(), query, last, seen);
        panel_scores(panel, part, caps ? nullptr : bias, s_, largest_);
        if (caps) panel_cap(panel, end - first, b_.bends.front().softcap, s_);
        if (caps && bias) panel_add(panel, end - first, bias, s_);
        if (hides) hide(b_.placed_mask(), tile);
        if (caps || hides) panel_maximum(panel, end - first, s_, largest_);
        accumulate(panel, part, s_, largest_);
        base::count_multiply_adds(
            static_cast<std::uint64_t>(panel.queries * (end - first) * (panel.d_k + panel.d_v)));
    }

    // The bias of some scores, laid out like them, or null. The queries of a given one lie in its rows, those
    // of a panel in its lanes: it is transposed here.
    const float* bias_of(const ScoreTile& tile) const {
        if (b_.bends.empty() || b_.bends.front().bias.empty()) return nullptr;
        const HeadBias& bias = b_.bends.front().bias;
        const Index count = tile.keys.end - tile.keys.first, width = tile.key_step;
        if (bias.given)
            transpose(base::block(*bias.given, tile.first_query, tile.keys.first, tile.queries, count), bias_,
                      width);
        else
            std::fill_n(bias_, count * width, 0.0F);
        if (bias.slope != 0)
            for (Index j = 0; j < count; ++j)
                subtract_distances(bias.slope, tile.first_query + bias.first_place, tile.keys.first + j,
                                   tile.queries, bias_ + j * width);
        return bias_;
    }

    // b_i −= slope·|t_i − j| for queries at the places t_i from `place` on.
    static void subtract_distances(float slope, Index place, Index j, Index queries, float* b) {
        const auto first = static_cast<float>(place - j);
        for (Index i = 0; i < queries; ++i)
            b[i] -= slope * std::abs(first + static_cast<float>(i));
    }

    // l is infinite or NaN after a score that is, and 0 without an allowed key, or when every score is so low
    // (a bias of the lowest float) that its power of 2 is −∞. The row form tells them apart.
    std::vector<Index> rows_without_sum(std::size_t i) const {
        std::vector<Index> rows;
        for (Index query = 0; query < panels_[i].queries; ++query) {
            const float l = panels_[i].l[query];
            if (!(l > 0) || std::isinf(l)) rows.push_back(first_row(i) + query);
        }
        return rows;
    }

    // The block of one query.
    QueryBlock only(Index row) const {
        QueryBlock one = b_;
        one.q = rows_of(b_.q, row, row + 1);
        one.output = {b_.output.data + row * b_.output.stride, 1, b_.output.cols, b_.output.stride};
        one.first_query += row;
        return one;
    }

    // The sink's part of the denominators: 2^(sink·log₂ e − reference).
    void add_sink(const Panel& panel) const {
        constexpr float log2_e = std::numbers::log2e_v<float>;
        for (Index query = 0; query < panel.queries; ++query)
            if (panel.l[query] > 0) panel.l[query] += std::exp2(b_.sink[0] * log2_e - panel.reference[query]);
    }

    const QueryBlock& b_;
    std::vector<Panel>& panels_;
    Index keys_;     ///< at a time
    float *k_, *v_;  ///< (keys, d_k), (keys, padded d_v) copies
    float* s_;       ///< (keys, width) scores of one panel
    float* bias_;    ///< (keys, width) their bias, where there is one
    float* largest_; ///< (width) of each query
};

} // namespace

bool worth_panels(Index queries) {
    return queries >= fewest_panel_queries;
}

void attend_panels(const QueryBlock& block) {
    PanelPass(block, base::per_thread<Workspace>()).run();
}

Index panel_pass_numbers(Index queries, Index keys, Index d_k, Index d_v) {
    return Layout(queries, keys, d_k, d_v, false).size;
}

} // namespace attention

#else // without Highway

namespace attention {

bool worth_panels(Index) {
    return false;
}

void attend_panels(const QueryBlock& block) {
    attend_rows(block, 1);
}

Index panel_pass_numbers(Index queries, Index keys, Index, Index d_v) {
    return row_pass_numbers(queries, keys, 1, d_v);
}

} // namespace attention

#endif
