#pragma once
// The pieces of a tokenizer and their numbers, which are the rows of the model's embedding.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tokens {

using Id = std::int32_t;

/// The largest number of ids, several times that of any model.
inline constexpr Id most_ids = 4'000'000;

class Vocabulary {
public:
    Vocabulary() = default;
    Vocabulary(Vocabulary&&) = default;
    Vocabulary& operator=(Vocabulary&&) = default;
    Vocabulary(const Vocabulary&) = delete; // each id refers to its text
    Vocabulary& operator=(const Vocabulary&) = delete;
    ~Vocabulary() = default;

    void reserve(std::size_t pieces);
    /// A piece as its file spells it; once more with the same id, it changes nothing. Throws
    /// InputError{where, …} for an id below 0 or from most_ids on, for one that another piece has, and for a
    /// piece that has another id.
    void add(const std::string& text, std::int64_t id, const std::string& where);
    /// The next id for a piece of a list. Some lists have a piece twice: then the later is found.
    void append(const std::string& text);

    std::optional<Id> find(std::string_view text) const;
    /// Empty for an id without a piece: a few files leave such holes.
    const std::string* text(Id id) const;
    /// One more than the largest id.
    Id size() const { return static_cast<Id>(texts_.size()); }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };

    std::unordered_map<std::string, Id, Hash, std::equal_to<>> ids_;
    std::vector<const std::string*> texts_; ///< keys of ids_; null in a hole
};

} // namespace tokens
