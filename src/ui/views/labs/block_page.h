#pragma once
// The page of the lab of blocks in one frame: the map of all scores, what is held at this moment of the fused
// pass, the arithmetic of a number in it, and the bar that plays from moment to moment.

#include "base/study.h"
#include "drawing/figures/block_map.h"
#include "ui/board/arithmetic_table.h"
#include "ui/board/quantity_look.h"
#include "ui/chrome/view.h"
#include "workbench/studies/block_study.h"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ui {

/// The sizes on offer; the last are those of the fused pass.
inline constexpr std::array<base::Index, 5> block_queries{1, 2, 4, 8, attention::row_block.queries};
inline constexpr std::array<base::Index, 5> block_keys{1, 2, 4, 8, attention::row_block.keys};
/// "1", "2" …
std::vector<std::string> block_size_names(std::span<const base::Index> sizes);

/// What happens to a block of keys, in this order.
enum class BlockMoment { scores, maximum, sum, output };
inline constexpr base::Index block_moments = 4;

/// A moment of the pass. `block` counts blocks of keys; after the last comes the end, the division by l.
struct BlockPlace {
    base::Index block = 0, moment = 0;
    bool operator==(const BlockPlace&) const = default;
};

/// A matrix or column on the page.
enum class BlockPart {
    scores,     ///< S, (b, c)
    before,     ///< m before this block, (b)
    maximum,    ///< m
    shrink,     ///< exp(m before − m)
    numerators, ///< exp(S − m), (b, c)
    sum,        ///< l
    values,     ///< V, (c, d_v)
    sums,       ///< Σ exp·v, (b, d_v)
    whole,      ///< l, and what the sink adds to it
    output,     ///< sums / l, (b, d_v)
    traced,     ///< the output of the pass that holds every score
};

struct BlockCell {
    BlockPart part = BlockPart::scores;
    base::Index row = 0, column = 0;
    bool operator==(const BlockCell&) const = default;
};

struct BlockLabChoices {
    std::size_t queries = 2, keys = 1; ///< indices of block_queries and block_keys
    BlockPlace place = {};
};

/// The columns and blocks of one step as matrices, which stay the same from frame to frame.
struct BlockPieces {
    using Numbers = std::shared_ptr<const base::Matrix>;
    std::weak_ptr<const workbench::BlockStudy> of;
    base::Index block = -1;
    Numbers scores, before, maximum, shrink, numerators, sum_before, sum, values, sums_before, sums;
};

struct BlockLabState {
    BlockLabChoices chosen;
    base::Study<workbench::BlockStudy, workbench::BlockStudyOptions> study;
    std::shared_ptr<const workbench::BlockStudy> shown = {}; ///< as drawn in the last frame
    BlockPlace place = {};                                   ///< in the last frame
    bool playing = false;
    double since = 0; ///< seconds that the moment has lasted while playing
    std::optional<BlockCell> picked = {};
    BlockPlace picked_at = {}; ///< the moment at which it was
    bool all_terms = false;    ///< of a long sum
    BlockPieces pieces = {};
};

/// "0", "0.00000012": two digits of a difference.
std::string difference_text(float difference);
/// With how many decimals two numbers and their difference are written so that they agree: at least seven.
int agreeing_decimals(float one, float other);

/// All moments of a pass in a row: blocks that are skipped have one, others four.
class BlockWay {
public:
    explicit BlockWay(const attention::BlockPass& pass);

    base::Index blocks() const { return static_cast<base::Index>(starts_.size()) - 1; }
    /// Of all blocks, and one for the end.
    base::Index count() const { return starts_.back() + 1; }
    base::Index index(BlockPlace place) const;
    BlockPlace at(base::Index index) const;
    /// The nearest place there is.
    BlockPlace clamped(BlockPlace place) const { return at(index(place)); }

private:
    std::vector<base::Index> starts_; ///< of each block, and of the end
};

/// The page of one frame.
class BlockPage {
public:
    BlockPage(ViewFrame& frame, BlockLabState& state,
              const std::shared_ptr<const workbench::BlockStudy>& study);

    void draw(const drawing::Rect& area);

private:
    /// One card above the other, where three have no room side by side.
    void draw_stacked(const drawing::Rect& area);
    const attention::BlockPass& pass() const { return study_->pass; }
    const attention::BlockStep& step() const { return pass().steps[static_cast<std::size_t>(at_.block)]; }
    const attention::Trace& trace() const { return study_->of->trace; }
    bool at_end() const { return at_.block == way_.blocks(); }
    bool has_come(BlockMoment moment) const { return at_.moment >= static_cast<base::Index>(moment); }
    std::string key_name(base::Index key) const;
    std::string query_name(base::Index row) const; ///< of the block
    /// "“the”, “mat”", or "“the” … “mat”".
    std::string keys_named(attention::KeyRange keys) const;
    std::string queries_named() const;

    // The map (block_memory.cpp).

    void draw_map(const drawing::Rect& area);
    void draw_memory(const drawing::Rect& area);

    // What is held (block_held.cpp).

    struct Piece {
        BlockPart part;
        std::string anchor;
        BlockPieces::Numbers numbers;
        drawing::Point at; ///< top left of the cells
        drawing::CellSize cell;
        Coloured coloured;
        bool there = true;    ///< otherwise its cells are empty frames
        bool skipped = false; ///< by the mask
        std::string heading = {};
        drawing::Role role = drawing::Role::quiet; ///< of the heading
        drawing::NameOf row_name = {}, column_name = {};
    };
    void make_pieces();
    void draw_held(const drawing::Rect& area);
    /// Both return the bottom of what they have drawn, which is below the area where cells would be too low.
    float draw_step(const drawing::Rect& area);
    float draw_end(const drawing::Rect& area);
    bool has_sink() const { return pass().sink != attention::no_sink; }
    /// Of the rows below this block.
    base::Index rows_left() const { return trace().n() - pass().first_query - pass().queries; }
    void draw_next_rows(const drawing::Rect& place);
    void draw_piece(const Piece& piece);
    Coloured colours_of_values() const;
    std::string title() const;
    std::string says() const;

    // The arithmetic (block_sums.cpp).

    void draw_arithmetic_card(const drawing::Rect& area);
    /// The cell that was clicked, or the one that this moment is about.
    BlockCell subject() const;
    /// The selected query, unless its m stays and that of another query of the block does not.
    base::Index telling_row() const;
    std::string name_of(const BlockCell& cell) const;
    void write(const BlockCell& cell, const drawing::Rect& area);
    void write_maximum(ArithmeticTable& table, base::Index row) const;
    void write_shrink(ArithmeticTable& table, base::Index row) const;
    void write_numerator(ArithmeticTable& table, const BlockCell& cell) const;
    /// `column` of the sums, or l where it is none.
    void write_sum(ArithmeticTable& table, base::Index row, std::optional<base::Index> column) const;
    /// l and what the sink adds to it.
    void write_whole(ArithmeticTable& table, base::Index row) const;
    void write_output(ArithmeticTable& table, const BlockCell& cell) const;

    // The bar.

    void draw_bar(const drawing::Rect& area);
    float sizes_width() const;
    void draw_way(const drawing::Rect& area);
    void draw_sizes(const drawing::Rect& area);
    void play_on();
    void go_to(base::Index index);

    ViewFrame& frame_;
    Ui& ui_;
    BlockLabState& state_;
    std::shared_ptr<const workbench::BlockStudy> study_;
    BlockWay way_;
    BlockPlace at_;
    base::Index row_; ///< of the selected query in the block
    std::optional<BlockCell> hovered_ = {};
};

} // namespace ui
