// SentencePiece's own normalization, a table in its models (nmt_nfkc and the like, compiled): the size of
// what follows in 4 bytes, little-endian like all of it; a double-array trie in units of 4 bytes, whose
// values are places in the rest; there the texts that take the place of others, each with a zero at its end.
// Sources: SentencePiece's normalizer; Yata et al. 2007 and https://github.com/s-yata/darts-clone for the
// trie.
#include "tokens/normalize.h"

#include "base/input_error.h"
#include "tokens/clusters.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace tokens {

using base::InputError;

namespace {

struct Table {
    std::vector<std::uint32_t> trie;
    std::string texts;

    /// What takes the place of the shortest entry that `text` begins with.
    std::optional<Characters> found(std::string_view text) const;
};

/// The unit a node's children are beside, counted from its own place.
std::uint32_t offset_of(std::uint32_t unit) {
    return (unit >> 10U) << ((unit & 0x200U) >> 6U);
}

std::optional<Characters> Table::found(std::string_view text) const {
    if (trie.empty()) return std::nullopt;
    std::size_t node = offset_of(trie.front());
    for (const char each : text) {
        const auto byte = static_cast<unsigned char>(each);
        node ^= byte;
        if (byte == 0 || node >= trie.size()) return std::nullopt;
        const std::uint32_t unit = trie[node];
        if ((unit & 0x800000FFU) != byte) return std::nullopt; // no such branch
        node ^= offset_of(unit);
        const bool ends_here = (unit & 0x100U) != 0;
        if (!ends_here) continue;
        if (node >= trie.size()) return std::nullopt;
        const std::size_t place = trie[node] & 0x7FFFFFFFU;
        if (place >= texts.size()) return std::nullopt;
        return characters_of(texts.c_str() + place); // up to its zero
    }
    return std::nullopt;
}

constexpr std::size_t longest_entry =
    6; // bytes of a cluster that is looked up as a whole, as in the reference

} // namespace

Normalizer sentence_piece_table(std::string_view bytes, const std::string& where) {
    const auto unit_at = [bytes](std::size_t at) {
        std::uint32_t unit = 0;
        for (std::size_t i = 4; i > 0; --i)
            unit = unit << 8U | static_cast<unsigned char>(bytes[at + i - 1]);
        return unit;
    };
    const std::size_t size = bytes.size() < 4 ? 0 : unit_at(0);
    if (bytes.size() < 4 || size % 4 != 0 || size > bytes.size() - 4)
        throw InputError(where, "the table is damaged: it ends before its trie does", "get the file again");
    const auto table = std::make_shared<Table>();
    for (std::size_t at = 4; at < 4 + size; at += 4)
        table->trie.push_back(unit_at(at));
    table->texts = bytes.substr(4 + size);
    return [table](const Characters& characters) {
        Characters replaced;
        replaced.reserve(characters.size());
        const auto replace = [&](std::span<const Character> part) {
            const auto content = table->found(utf8_of(part));
            if (content) {
                expect_not_grown(replaced.size() + content->size(), characters);
                for (const Character& each : *content)
                    replaced.push_back({each.code, part.front().begin, part.back().end, false});
            }
            return content.has_value();
        };
        each_cluster(characters, [&](std::span<const Character> cluster) {
            if (utf8_of(cluster).size() < longest_entry && replace(cluster)) return;
            for (const Character& each : cluster)
                if (!replace({&each, 1})) replaced.push_back(each);
        });
        return replaced;
    };
}

} // namespace tokens
