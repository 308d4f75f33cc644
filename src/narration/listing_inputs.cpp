#include "narration/listing_inputs.h"

#include "attention/score.h"
#include "base/number_text.h"

#include <array>
#include <cassert>
#include <cmath>

namespace narration {

using attention::Trace;
using base::BoolMatrix;
using base::Index;
using base::Matrix;
using base::RowVector;
using Kind = GivenArray::Kind;
using Words = std::map<std::string, std::string>;

namespace {

/// Collects the arrays that exist; an empty matrix counts as absent.
class Collector {
public:
    void add(const char* name, const Matrix& matrix, Kind kind = Kind::matrix) {
        if (matrix.size() > 0) arrays.push_back({name, kind, {matrix}});
    }
    void add(const char* name, const RowVector& row) {
        if (row.size() > 0) arrays.push_back({name, Kind::row, {row}});
    }
    /// One matrix per head, or a plain matrix if there is only one head.
    void add(const char* name, std::vector<Matrix> heads, Kind one, Kind many) {
        const Kind kind = heads.size() == 1 ? one : many;
        arrays.push_back({name, kind, std::move(heads)});
    }

    std::vector<GivenArray> arrays;
};

/// The rows of `stacked` (h·d_k, …), head by head.
std::vector<Matrix> by_head(const Matrix& stacked, Index heads) {
    std::vector<Matrix> parts;
    const Index rows = stacked.rows() / heads;
    for (Index head = 0; head < heads; ++head)
        parts.emplace_back(stacked.middleRows(head * rows, rows));
    return parts;
}

void add_score_weights(Collector& given, const Trace& t) {
    const attention::Layer& layer = *t.layer;
    for (const attention::ScoreWeights& weights : attention::kind_of(t.options.score).weights) {
        const Matrix& matrix = layer.*weights.matrix;
        if (weights.blocks)
            given.add(weights.name, by_head(matrix, layer.heads), Kind::matrix, Kind::matrices);
        else
            given.add(weights.name, matrix, layer.heads == 1 ? Kind::row : Kind::matrix);
    }
}

void add_masks(Collector& given, const attention::Mask& mask) {
    given.add("mask", mask.given.cast<float>(), Kind::flags);
    if (mask.key_padding.empty()) return;
    RowVector real(static_cast<Index>(mask.key_padding.size()));
    for (Index j = 0; j < real.size(); ++j)
        real[j] = mask.key_padding[static_cast<std::size_t>(j)] != 0 ? 1.0F : 0.0F;
    given.add("key_padding", real, Kind::flags_row);
}

bool is_row(Kind kind) {
    return kind == Kind::row || kind == Kind::flags_row;
}

/// "[1, 2, 3]", or with other brackets.
std::string row_text(const Matrix& matrix, Index row, const Words& words) {
    std::string text = words.at("open");
    for (Index j = 0; j < matrix.cols(); ++j)
        text += (j > 0 ? ", " : "") + base::shortest(matrix(row, j));
    return text + words.at("close");
}

/// The matrix with one row per line.
std::string matrix_text(const Matrix& matrix, const std::string& open, const Words& words) {
    std::string text = open;
    for (Index i = 0; i < matrix.rows(); ++i)
        text += (i > 0 ? ",\n    " : "") + row_text(matrix, i, words);
    return text + words.at("close");
}

std::string numbers_text(const GivenArray& array, const Words& words) {
    if (is_row(array.kind)) return row_text(array.parts.front(), 0, words);
    const std::string& open = words.at("open");
    if (array.kind == Kind::matrix || array.kind == Kind::flags)
        return matrix_text(array.parts.front(), open, words);
    const bool flags = array.kind == Kind::many_flags;
    const auto named = words.find(flags ? "open_flags" : "open_matrix");
    std::string text = open;
    for (std::size_t head = 0; head < array.parts.size(); ++head)
        text += (head > 0 ? ",\n   " : "") +
                matrix_text(array.parts[head], named == words.end() ? open : named->second, words);
    return text + words.at("close");
}

/// The statement for this kind; languages that create all arrays alike have a single one.
const std::string& statement(const std::string& prefix, Kind kind, const Words& words) {
    static constexpr std::array names{"matrix", "row", "matrices", "flags", "flags_row", "many_flags"};
    const bool flags = kind >= Kind::flags;
    const auto found = words.find(prefix + names[static_cast<std::size_t>(kind)]);
    return found != words.end() ? found->second : words.at(prefix + (flags ? "flags" : "matrix"));
}

std::string replaced(std::string text, const Words& values) {
    for (const auto& [name, value] : values)
        if (const std::size_t at = text.find("$" + name); at != std::string::npos)
            text.replace(at, name.size() + 1, value);
    return text;
}

} // namespace

std::string float_literal(float number, const Words& words) {
    const auto end = words.find("float_end");
    std::string digits = base::shortest(number);
    if (end == words.end()) return digits;
    if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
    return digits + end->second;
}

std::vector<GivenArray> arrays_given(const Trace& t) {
    const attention::Layer& layer = *t.layer;
    Collector given;
    given.add("x", t.input.x);
    given.add("memory", t.input.memory);
    given.add("x_positions", t.input.x_positions);
    given.add("memory_positions", t.input.memory_positions);
    given.add("w_q", layer.w_q);
    given.add("w_k", layer.w_k);
    given.add("w_v", layer.w_v);
    given.add("b_q", layer.b_q);
    given.add("b_k", layer.b_k);
    given.add("b_v", layer.b_v);
    add_score_weights(given, t);
    add_masks(given, t.options.mask);
    if (t.options.dropout.rate > 0) {
        std::vector<Matrix> kept;
        for (const attention::HeadTrace& head : t.heads)
            kept.emplace_back(head.kept.cast<float>());
        given.add("keep", std::move(kept), Kind::flags, Kind::many_flags);
    }
    given.add("w_o", layer.w_o);
    given.add("b_o", layer.b_o);
    return std::move(given.arrays);
}

Index numbers_in(const std::vector<GivenArray>& arrays) {
    Index count = 0;
    for (const GivenArray& array : arrays)
        for (const Matrix& part : array.parts)
            count += part.size();
    return count;
}

std::string statement_of(const GivenArray& array, const Words& words) {
    return replaced(statement("", array.kind, words),
                    {{"name", array.name}, {"numbers", numbers_text(array, words)}});
}

std::string random_statement_of(const GivenArray& array, const Words& words) {
    const Matrix& first = array.parts.front();
    const bool many = array.kind == Kind::matrices || array.kind == Kind::many_flags;
    const std::string count = std::to_string(array.parts.size());
    const bool cpp = words.contains("open_matrix"); // takes the shape as arguments, and heads separately
    std::string shape = is_row(array.kind) && !cpp ? "" : std::to_string(first.rows()) + ", ";
    if (array.kind == Kind::row && cpp) shape.clear();
    if (many && !cpp) shape = count + ", " + shape;
    shape += std::to_string(first.cols());
    if (!cpp) shape = "(" + shape + (shape.find(',') == std::string::npos ? ",)" : ")");
    const bool is_weight = array.name.starts_with("w_");
    const float root = std::round(std::sqrt(static_cast<float>(first.rows())));
    const std::string scale = is_weight ? " / " + float_literal(root, words) : std::string();
    return replaced(statement("random_", array.kind, words),
                    {{"name", array.name}, {"shape", shape}, {"count", count}, {"scale", scale}});
}

} // namespace narration
