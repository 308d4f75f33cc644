#include "tokens/tokenizer_json.h"

#include "base/input_error.h"
#include "base/json_text.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace tokens {

using base::InputError;
using nlohmann::json;

namespace {

/// What the parser is in, as far as it matters.
enum class Inside { rest, pieces, scored, scored_piece, merges, merge };

class TokenizerReader : public json::json_sax_t {
public:
    TokenizerReader(VocabularyAt at, std::string where) : at_(at), where_(std::move(where)) {}

    TokenizerJson result;

    bool null() override {
        // A few scores of the sentence encoder, which JavaScript counts as 0.
        if (inside_ == Inside::scored_piece && at_ == VocabularyAt::root) return score(0);
        return value(json(nullptr));
    }
    bool boolean(bool given) override { return value(json(given)); }
    bool number_integer(json::number_integer_t given) override { return integer(given); }
    bool number_unsigned(json::number_unsigned_t given) override {
        return integer(static_cast<std::int64_t>(
            std::min<json::number_unsigned_t>(given, std::numeric_limits<std::int64_t>::max())));
    }
    bool number_float(json::number_float_t given, const std::string&) override {
        return inside_ == Inside::scored_piece ? score(given) : value(json(given));
    }
    bool binary(json::binary_t&) override { return true; } // not in text
    bool string(std::string& given) override;
    bool key(std::string& name) override;
    bool start_object(std::size_t) override;
    bool end_object() override;
    bool start_array(std::size_t) override;
    bool end_array() override;
    bool parse_error(std::size_t place, const std::string&, const json::exception&) override {
        refuse("it is not JSON at its byte " + std::to_string(place),
               "the file was cut off or damaged: get it again");
    }

private:
    [[noreturn]] void refuse(const std::string& problem, const std::string& hint) const {
        throw InputError(where_, problem, hint);
    }
    [[noreturn]] void refuse_type() const;
    bool integer(std::int64_t given);
    bool score(double given);
    bool merge(std::string left, std::string right);
    void expect_few(std::size_t count) const;
    bool value(json given);
    void open(json empty);
    bool is_vocabulary() const {
        return at_ == VocabularyAt::root ? open_.empty()
                                         : open_.size() == 2 && outer_key_ == "model" && key_ == "vocab";
    }
    bool is_merges() const {
        return at_ == VocabularyAt::model && open_.size() == 2 && outer_key_ == "model" && key_ == "merges";
    }

    VocabularyAt at_;
    std::string where_;
    Inside inside_ = Inside::rest;
    std::string key_, outer_key_;   ///< in the rest: the last key, and that of the outermost object
    std::vector<json*> open_;       ///< objects and lists of the rest that have begun
    std::size_t values_ = 0;        ///< in the rest
    std::vector<std::string> pair_; ///< the halves of a merge so far
    bool has_text_ = false, has_score_ = false;
};

void TokenizerReader::refuse_type() const {
    const char* const again = "is it a tokenizer's file? get it again";
    switch (inside_) {
    case Inside::pieces:
        refuse("the id of \"" + key_ + "\" is not a whole number", again);
    case Inside::scored:
    case Inside::scored_piece:
        refuse("entry " + std::to_string(result.scored.size()) +
                   " of the vocabulary is not a piece and its score",
               again);
    case Inside::merges:
    case Inside::merge:
        refuse("merge " + std::to_string(result.merges.size() + 1) + " is not two pieces", again);
    case Inside::rest:
        break;
    }
    refuse("its vocabulary or its merges are not lists", again);
}

bool TokenizerReader::string(std::string& given) {
    switch (inside_) {
    case Inside::scored_piece:
        if (has_text_) refuse_type();
        has_text_ = true;
        result.scored.back().first = std::move(given);
        return true;
    case Inside::merges: {
        const std::size_t space = given.find(' ');
        if (space == std::string::npos || given.find(' ', space + 1) != std::string::npos) refuse_type();
        return merge(given.substr(0, space), given.substr(space + 1));
    }
    case Inside::merge:
        pair_.push_back(std::move(given));
        if (pair_.size() > 2) refuse_type();
        return true;
    default:
        return value(json(std::move(given)));
    }
}

bool TokenizerReader::integer(std::int64_t given) {
    if (inside_ == Inside::scored_piece) return score(static_cast<double>(given));
    if (inside_ != Inside::pieces) return value(json(given));
    result.pieces.emplace_back(std::move(key_), given);
    expect_few(result.pieces.size());
    return true;
}

bool TokenizerReader::score(double given) {
    if (!has_text_ || has_score_) refuse_type();
    has_score_ = true;
    result.scored.back().second = given;
    return true;
}

bool TokenizerReader::merge(std::string left, std::string right) {
    result.merges.emplace_back(std::move(left), std::move(right));
    expect_few(result.merges.size());
    return true;
}

void TokenizerReader::expect_few(std::size_t count) const {
    if (count > static_cast<std::size_t>(most_ids))
        refuse("it has too many pieces or merges",
               "at most " + std::to_string(most_ids) + " of each are read");
}

// The rest is put together value by value.

bool TokenizerReader::value(json given) {
    if (inside_ != Inside::rest || ((is_vocabulary() || is_merges()) && !given.is_null())) refuse_type();
    open(std::move(given));
    open_.pop_back();
    return true;
}

void TokenizerReader::open(json empty) {
    if (++values_ > base::most_json_values || open_.size() >= base::deepest_json)
        refuse("it holds too many values, or too deep a nesting, beside its vocabulary",
               "get the file again");
    if (open_.empty())
        open_.push_back(&(result.rest = std::move(empty)));
    else if (open_.back()->is_array())
        open_.push_back(&open_.back()->emplace_back(std::move(empty)));
    else
        open_.push_back(&((*open_.back())[key_] = std::move(empty)));
}

bool TokenizerReader::key(std::string& name) {
    if (inside_ == Inside::rest && open_.size() == 1) outer_key_ = name;
    key_ = std::move(name);
    return true;
}

bool TokenizerReader::start_object(std::size_t) {
    if (inside_ != Inside::rest || is_merges()) refuse_type();
    if (is_vocabulary())
        inside_ = Inside::pieces;
    else
        open(json::object());
    return true;
}

bool TokenizerReader::end_object() {
    if (inside_ == Inside::pieces)
        inside_ = Inside::rest;
    else
        open_.pop_back();
    return true;
}

bool TokenizerReader::start_array(std::size_t) {
    if (inside_ == Inside::scored) {
        inside_ = Inside::scored_piece;
        result.scored.emplace_back();
        has_text_ = has_score_ = false;
        expect_few(result.scored.size());
    } else if (inside_ == Inside::merges) {
        inside_ = Inside::merge;
        pair_.clear();
    } else if (inside_ != Inside::rest) {
        refuse_type();
    } else if (is_vocabulary()) {
        inside_ = Inside::scored;
    } else if (is_merges()) {
        inside_ = Inside::merges;
    } else {
        open(json::array());
    }
    return true;
}

bool TokenizerReader::end_array() {
    if (inside_ == Inside::scored_piece) {
        if (!has_score_) refuse_type();
        inside_ = Inside::scored;
    } else if (inside_ == Inside::merge) {
        if (pair_.size() != 2) refuse_type();
        inside_ = Inside::merges;
        return merge(std::move(pair_[0]), std::move(pair_[1]));
    } else if (inside_ == Inside::rest) {
        open_.pop_back();
    } else {
        inside_ = Inside::rest;
    }
    return true;
}

} // namespace

TokenizerJson parse_tokenizer_json(const std::string& text, VocabularyAt at, const std::string& where) {
    TokenizerReader reader(at, where);
    json::sax_parse(text, &reader);
    return std::move(reader.result);
}

} // namespace tokens
