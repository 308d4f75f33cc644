#pragma once
// Pieces that were added to a tokenizer beside its model: "<|endoftext|>", "[CLS]". They are found in the
// text before anything is done with it, and no word reaches across them.

#include "tokens/normalize.h"
#include "tokens/trie.h"
#include "tokens/vocabulary.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tokens {

struct AddedToken {
    std::string text;
    Id id = 0;
    bool is_special = false;    ///< says something about the text and is no part of it
    bool is_normalized = false; ///< looked for after normalizing, not before
    bool single_word = false;   ///< only where no letter is beside it
    bool takes_space_before = false, takes_space_after = false;
};

/// A part of the text: an added token, or what is between them.
struct Section {
    Characters characters;
    const AddedToken* token = nullptr;
};

class AddedTokens {
public:
    AddedTokens() = default;
    /// Throws InputError{where, …} for one that is too long or is there twice, and where the vocabulary of
    /// the model has another piece at that id, or another id for that piece: it may have the same.
    AddedTokens(std::vector<AddedToken> tokens, const Vocabulary& vocabulary, const Normalizer& normalizer,
                const std::string& where);

    /// Splits a text at those tokens that are looked for before or, `normalized`, after normalizing. Of
    /// several that begin at the same place the longest is found.
    std::vector<Section> sections(const Characters& characters, bool normalized) const;
    const AddedToken* find(Id id) const;
    const AddedToken* find(std::string_view text) const;
    /// One more than the largest id; 0 without any.
    Id size() const { return by_id_.empty() ? 0 : by_id_.rbegin()->first + 1; }

private:
    std::vector<AddedToken> tokens_;
    std::map<Id, std::size_t> by_id_;
    std::map<std::string, std::size_t, std::less<>> by_text_;
    Trie raw_, normalized_; ///< to the index in tokens_
};

} // namespace tokens
