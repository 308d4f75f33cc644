#include "tokens/vocabulary.h"

#include "base/input_error.h"

namespace tokens {

using base::InputError;

void Vocabulary::reserve(std::size_t pieces) {
    ids_.reserve(pieces);
    texts_.reserve(pieces);
}

void Vocabulary::add(const std::string& text, std::int64_t id, const std::string& where) {
    const auto refuse = [&](const std::string& problem, const std::string& hint) {
        throw InputError(where, problem, hint + ": get the file again");
    };
    const auto quoted = [](const std::string& piece) { return "\"" + piece + "\""; };
    if (id < 0 || id >= most_ids)
        refuse("the piece " + quoted(text) + " has the id " + std::to_string(id),
               "ids count from 0, up to " + std::to_string(most_ids - 1) + " at most");
    const auto index = static_cast<std::size_t>(id);
    if (index < texts_.size() && texts_[index] != nullptr && *texts_[index] != text)
        refuse("id " + std::to_string(id) + " belongs to two pieces, " + quoted(*texts_[index]) + " and " +
                   quoted(text),
               "each piece has an id of its own");
    const auto [found, is_new] = ids_.emplace(text, static_cast<Id>(id));
    if (!is_new && found->second != id)
        refuse("the piece " + quoted(text) + " has two ids, " + std::to_string(found->second) + " and " +
                   std::to_string(id),
               "each piece has one");
    if (index >= texts_.size()) texts_.resize(index + 1);
    texts_[index] = &found->first;
}

void Vocabulary::append(const std::string& text) {
    const auto found = ids_.insert_or_assign(text, size()).first;
    texts_.push_back(&found->first);
}

std::optional<Id> Vocabulary::find(std::string_view text) const {
    const auto found = ids_.find(text);
    return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

const std::string* Vocabulary::text(Id id) const {
    return id >= 0 && id < size() ? texts_[static_cast<std::size_t>(id)] : nullptr;
}

} // namespace tokens
