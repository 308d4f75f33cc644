#pragma once
// Attention that a hand can do: small whole numbers for a few words, drawn so that whoever calculates with
// what is printed gets what is printed.

#include "attention/trace.h"
#include "workbench/document/pass.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace worksheet {

using base::Index;

/// At most so many words on a sheet: every one more is a dot product more.
inline constexpr Index most_words = 6;

/// Where the numbers of a sheet come from. Those of the document are taken for one sheet if a hand can do
/// them; otherwise the rest of these says why not.
enum class Numbers {
    drawn,          ///< made for the sheet; nothing is said
    own,            ///< those of the document
    own_rounded,    ///< the same, rounded to one decimal
    several_sheets, ///< each has others
    too_many,       ///< in a row, a key or a value
    other_steps,    ///< the document does more than the sheet
    fewer_words,    ///< on the sheet than in the document
    not_by_hand     ///< what is written down would lead to other digits
};

/// What the sums are about: words, and who may read whom.
struct Sentence {
    std::vector<std::string> queries, keys;     ///< the same words in self-attention
    std::vector<Index> rows = {}, columns = {}; ///< their places in the document
    base::BoolMatrix allowed = {};              ///< (n, m) true: may read; 0 rows: everyone reads everyone
    bool cross = false;
    Index row = 0;                ///< the query that is asked
    std::string passed_over = {}; ///< the one wanted, if it may read fewer than two words
    bool scaled = true;           ///< scores are divided by √d_k
    // What the document has and the sheet has not:
    Index words = 0, source_words = 0; ///< how many there were of each, where some are left out; else 0
    bool several_heads = false, other_score = false;
    Numbers numbers = Numbers::drawn;

    Index n() const { return static_cast<Index>(queries.size()); }
    Index m() const { return static_cast<Index>(keys.size()); }
    bool may_read(Index query, Index key) const { return allowed.rows() == 0 || allowed(query, key); }
};

/// The words of a document, prepared, with its mask; of a long sentence `most_words` around the query,
/// without punctuation. `query`: the word that asks; empty, or if it may read fewer than two words: the last
/// of them that may read at least two. Throws InputError: fewer than two words, no query that may read two
/// keys.
Sentence sentence_of(const workbench::Prepared& prepared, std::optional<Index> query = {});

/// The same for a word as the user names it, the last of this spelling that may read at least two. Throws
/// InputError naming `where`: there is none.
Sentence sentence_asking(const std::string& word, const workbench::Prepared& prepared,
                         const std::string& where);

/// The lowest power of e in the sheet's table: scores of the asked row are no further below its largest.
inline constexpr float lowest_power = -6;

/// How many decimals what is written has. What is drawn is whole; the document's own numbers may have one.
struct Decimals {
    int scaled = 1, exponentials = 3, weights = 2, output = 1;
    int x = 0, w_q = 0, keys = 0, values = 0; ///< given
    int query = 0, scores = 0, root = 2;      ///< root: of √d_k, unless it is whole
};

/// The sums of one sheet. Every number on it is one of the trace, which has one head. If they are drawn:
/// d_model 3, d_k 4, so that √d_k = 2, d_v 3.
struct Sums {
    Sentence sentence;
    attention::Trace trace;
    Decimals decimals = {};

    const attention::HeadTrace& head() const { return trace.heads.front(); }
};

/// The sums for a seed: the same words and the same seed give the same numbers. Sheets of a class differ in
/// `sheet`.
Sums draw_sums(const Sentence& sentence, std::uint32_t seed, std::uint32_t sheet);

/// The document's own numbers, rounded to one decimal, if a hand can do them: at most 6 in a row of X, 4 in a
/// key and in a value, one head, no step that the sheet has not, and comes_out(). `sentence.numbers` becomes
/// what they are, or why there are none.
std::optional<Sums> own_sums(Sentence& sentence, const workbench::Pass& pass);

/// √d_k as it is written on the sheet.
double written_root(const Sums& sums);

/// Whether the softmax is looked up in the sheet's table, whose powers have one decimal.
bool has_table(const Sums& sums);

/// The powers x whose e^x stand in that table: in one row, or in rows of ten.
std::vector<std::vector<double>> powers_in_rows(const Sums& sums);

/// The keys to which the asked word gives its largest weight, as written: several where they are equal.
std::vector<Index> most_read(const Sums& sums);

/// The number as it is written: rounded half away from zero.
double rounded(double number, int decimals);

/// The row that is asked as a hand computes it, each step from what the one before has written down.
struct ByHand {
    Eigen::RowVectorXd query;                          ///< (d_k)
    Eigen::RowVectorXd scores, scaled;                 ///< (m)
    Eigen::RowVectorXd shifted, exponentials, weights; ///< (m) −∞ and 0 where forbidden
    double sum = 0;                                    ///< of the exponentials
    Eigen::RowVectorXd output;                         ///< (d_v)
};
ByHand by_hand(const Sums& sums);

/// True if every number that the hand writes down is that of the trace, rounded.
bool comes_out(const Sums& sums);

/// True if the weights, as written, add up to 1.
bool adds_up(const Sums& sums);

} // namespace worksheet
