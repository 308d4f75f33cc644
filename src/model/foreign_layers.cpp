#include "model/foreign_layers.h"

#include "base/input_error.h"
#include "model/pass_tensors.h"
#include "model/random.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string_view>
#include <utility>

namespace model {

using base::Index;
using base::InputError;

namespace {

// The table of families: what their tensors are called, and what becomes of each.

enum class Form {
    linear,  ///< (out, in), as PyTorch's Linear keeps it: turned to (in, out)
    plain,   ///< as it is: a bias, or a matrix (in, out)
    stacked, ///< queries, keys and values one below the other, each as `linear`: (3·d, d)
    joined,  ///< the three side by side, in the columns of a matrix (d, 3·d) or the entries of a bias (3·d)
};

/// A tensor of a layer.
struct ForeignTensor {
    const char* name; ///< after the layer's prefix; "../" leaves its last part
    const char* own;  ///< our name, with '*' for q, k and v of one that holds all three
    Form form;
    bool is_required = false;
};

struct ForeignFamily {
    const char* name;
    const char* key; ///< the tensor that every layer has: what stands before it is the layer's prefix
    std::span<const ForeignTensor> tensors;
    const char* heads_setting; ///< what its configuration calls the number of heads
    bool is_causal = false;    ///< it reads from left to right
    bool is_rotary = false;    ///< it turns queries and keys by their places
};

constexpr ForeignTensor multihead[] = {{"in_proj_weight", "w_*", Form::stacked, true},
                                       {"in_proj_bias", "b_*", Form::joined},
                                       {"out_proj.weight", "w_o", Form::linear, true},
                                       {"out_proj.bias", "b_o", Form::plain}};
constexpr ForeignTensor multihead_apart[] = {
    {"q_proj_weight", "w_q", Form::linear, true},   {"k_proj_weight", "w_k", Form::linear, true},
    {"v_proj_weight", "w_v", Form::linear, true},   {"in_proj_bias", "b_*", Form::joined},
    {"out_proj.weight", "w_o", Form::linear, true}, {"out_proj.bias", "b_o", Form::plain}};
constexpr ForeignTensor gpt2[] = {{"c_attn.weight", "w_*", Form::joined, true},
                                  {"c_attn.bias", "b_*", Form::joined},
                                  {"c_proj.weight", "w_o", Form::plain, true},
                                  {"c_proj.bias", "b_o", Form::plain}};
constexpr ForeignTensor bert[] = {{"query.weight", "w_q", Form::linear, true},
                                  {"key.weight", "w_k", Form::linear, true},
                                  {"value.weight", "w_v", Form::linear, true},
                                  {"query.bias", "b_q", Form::plain},
                                  {"key.bias", "b_k", Form::plain},
                                  {"value.bias", "b_v", Form::plain},
                                  {"../output.dense.weight", "w_o", Form::linear},
                                  {"../output.dense.bias", "b_o", Form::plain}};
constexpr ForeignTensor llama[] = {{"q_proj.weight", "w_q", Form::linear, true},
                                   {"k_proj.weight", "w_k", Form::linear, true},
                                   {"v_proj.weight", "w_v", Form::linear, true},
                                   {"o_proj.weight", "w_o", Form::linear, true},
                                   {"q_proj.bias", "b_q", Form::plain},
                                   {"k_proj.bias", "b_k", Form::plain},
                                   {"v_proj.bias", "b_v", Form::plain},
                                   {"o_proj.bias", "b_o", Form::plain},
                                   {"q_norm.weight", "q_norm", Form::plain},
                                   {"k_norm.weight", "k_norm", Form::plain},
                                   {"sinks", "sink", Form::plain}};

// Sources: torch.nn.MultiheadAttention's state_dict; transformers: modeling_gpt2.py (whose Conv1D keeps (in,
// out)), modeling_bert.py, modeling_llama.py, modeling_qwen3.py (q_norm), modeling_gpt_oss.py (sinks).
constexpr std::array<ForeignFamily, 5> families{{
    {"nn.MultiheadAttention", "in_proj_weight", multihead, "num_heads"},
    {"nn.MultiheadAttention", "q_proj_weight", multihead_apart, "num_heads"},
    {"GPT-2", "c_attn.weight", gpt2, "n_head", true},
    {"BERT", "query.weight", bert, "num_attention_heads"},
    {"the Llama family", "q_proj.weight", llama, "num_attention_heads", true, true},
}};

/// A causal mask that a GPT-2 keeps beside its weights, and the number that it hides with.
constexpr std::array buffers = {"bias", "masked_bias"};

// Steps that only the other tensors of such a layer show. Sources: modeling_gemma3.py, whose Gemma3RMSNorm is
// x·(1 + weight); modeling_gemma3n.py and modeling_gemma4.py, which norm values as well, and whose norms are
// x·weight again.
constexpr const char* of_gemma = "../pre_feedforward_layernorm.weight";
constexpr std::array of_later_gemmas = {"../laurel.linear_left.weight", "../altup.correct_output_scale",
                                        "../per_layer_input_gate.weight", "../layer_scalar"};

const ForeignFamily& family_of(const ForeignLayer& found) {
    return *std::ranges::find_if(families, [&](const ForeignFamily& family) {
        return family.name == found.family && found.names.contains(found.prefix + family.key);
    });
}

/// "encoder.layer.0.attention.self." and "../output.dense.bias" →
/// "encoder.layer.0.attention.output.dense.bias"
std::string full_name(std::string prefix, const std::string& name) {
    if (!name.starts_with("../")) return prefix + name;
    if (!prefix.empty()) prefix.pop_back();
    const std::size_t dot = prefix.rfind('.');
    return (dot == std::string::npos ? "" : prefix.substr(0, dot + 1)) + name.substr(3);
}

// Which layers a file has.

/// "h.2." before "h.10.": digits count as numbers.
bool comes_before(const std::string& a, const std::string& b) {
    const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (!is_digit(a[i]) || !is_digit(b[j])) {
            if (a[i] != b[j]) return a[i] < b[j];
            ++i, ++j;
            continue;
        }
        const auto number = [&](const std::string& text, std::size_t& at) {
            const std::size_t begin = at;
            while (at < text.size() && is_digit(text[at]))
                ++at;
            return text.substr(begin, at - begin);
        };
        const std::string first = number(a, i), second = number(b, j);
        if (first != second) return std::pair(first.size(), first) < std::pair(second.size(), second);
    }
    return a.size() - i < b.size() - j;
}

/// What stands before `key` in the names that end with it, at the beginning or after a dot.
std::vector<std::string> prefixes(const std::set<std::string>& names, const std::string& key) {
    std::vector<std::string> found;
    for (const std::string& name : names) {
        if (!name.ends_with(key)) continue;
        std::string prefix = name.substr(0, name.size() - key.size());
        if (prefix.empty() || prefix.back() == '.') found.push_back(std::move(prefix));
    }
    std::ranges::sort(found, comes_before);
    return found;
}

// Turning tensors into ours.

Tensor transposed(const Tensor& tensor) {
    const std::int64_t rows = tensor.shape[0], columns = tensor.shape[1];
    Tensor result = tensor;
    result.shape = {columns, rows};
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < columns; ++j)
            result.values[static_cast<std::size_t>(j * rows + i)] =
                tensor.values[static_cast<std::size_t>(i * columns + j)];
    return result;
}

/// Entries [begin, begin + size) of the last dimension.
Tensor part_of(const Tensor& tensor, std::int64_t begin, std::int64_t size) {
    const std::int64_t width = tensor.shape.back();
    Tensor part = tensor;
    part.shape.back() = size;
    part.values.clear();
    for (std::int64_t row = 0; row < tensor.size() / width; ++row) {
        const auto first = tensor.values.begin() + row * width + begin;
        part.values.insert(part.values.end(), first, first + size);
    }
    return part;
}

[[noreturn]] void refuse_name(const std::string& where, const std::string& name, const std::string& what,
                              const std::string& hint) {
    throw InputError(where + ", tensor " + name, what, hint);
}

class Renaming {
public:
    Renaming(const ForeignLayer& found, const Tensors& tensors, std::string where, const Asked& asked)
        : found_(found), tensors_(tensors), where_(std::move(where)), asked_(asked) {}

    OwnNames run() {
        refuse_added_keys();
        const ForeignFamily& family = family_of(found_);
        own_.notes.push_back(found_.sentence());
        for (const ForeignTensor& tensor : family.tensors)
            take(tensor);
        expect_output_weights(family);
        if (found_.adds_one) add_one();
        advise(family);
        for (const auto& [name, tensor] : tensors_)
            if (is_name_of_sequences(name)) own_.tensors.emplace(name, tensor);
        if (!own_.tensors.contains("x")) draw_x();
        return std::move(own_);
    }

private:
    [[noreturn]] void refuse(const std::string& name, const std::string& what,
                             const std::string& hint) const {
        refuse_name(where_, name, what, hint);
    }

    /// nn.MultiheadAttention(add_bias_kv=True) has a key and a value that belong to no word.
    void refuse_added_keys() const {
        const std::string name = found_.prefix + "bias_k";
        if (found_.names.contains(name))
            refuse(name, "an added key has no place in a pass here", "make the layer with add_bias_kv=False");
    }

    /// What such a layer does besides, with the option for it.
    void advise(const ForeignFamily& family) {
        const bool causal = family.is_causal && !asked_.causal, rotary = family.is_rotary && !asked_.rotary;
        if (causal) own_.notes.emplace_back("such a layer reads from left to right: --causal");
        if (rotary)
            own_.notes.emplace_back("such a layer turns queries and keys by their places: --rotary 10000, or "
                                    "the base in its configuration");
        if (!found_.passed_over.empty()) {
            std::string names;
            for (const std::string& name : found_.passed_over)
                names += (names.empty() ? "" : ", ") + name;
            own_.notes.push_back("not read: " + names);
        }
    }

    /// A bias of the output says that there are weights.
    void expect_output_weights(const ForeignFamily& family) const {
        if (!own_.tensors.contains("b_o") || own_.tensors.contains("w_o")) return;
        const auto w_o = std::ranges::find(family.tensors, std::string_view("w_o"), &ForeignTensor::own);
        refuse(full_name(found_.prefix, w_o->name), "it is missing",
               "the file has " + own_.origins.at("b_o").name + ", which belongs to it");
    }

    /// The gains of a Gemma 3 are kept without their 1.
    void add_one() {
        std::string gains;
        for (const char* name : {"q_norm", "k_norm"}) {
            const auto found = own_.tensors.find(name);
            if (found == own_.tensors.end()) continue;
            for (float& gain : found->second.values)
                gain += 1;
            gains += (gains.empty() ? "" : " and ") + std::string(name);
        }
        if (!gains.empty())
            own_.notes.push_back("its other norms are those of a Gemma 3: the gains of " + gains +
                                 " are 1 + weight");
    }

    void take(const ForeignTensor& description) {
        const std::string name = full_name(found_.prefix, description.name);
        const auto found = tensors_.find(name);
        if (found == tensors_.end()) {
            if (description.is_required)
                refuse(name, "it is missing", "a layer of " + found_.family + " has it");
            return;
        }
        const Tensor& tensor = found->second;
        const std::string own = description.own;
        expect_rank(name, tensor, own.starts_with("w_") ? 2 : 1);
        switch (description.form) {
        case Form::linear:
            add(own, transposed(tensor), name);
            break;
        case Form::plain:
            add(own, tensor, name);
            break;
        case Form::stacked:
            split(name, transposed(tensor), own);
            break;
        case Form::joined:
            split(name, tensor, own);
            break;
        }
    }

    void add(const std::string& own, Tensor tensor, const std::string& name) {
        own_.tensors.emplace(own, std::move(tensor));
        own_.origins.emplace(own, Origin{name, tensors_.at(name).shape});
    }

    void expect_rank(const std::string& name, const Tensor& tensor, std::size_t rank) const {
        if (tensor.shape.size() == rank && tensor.size() > 0) return;
        refuse(name,
               "shape " + shape_text(tensor.shape) + ", expected " +
                   (rank == 2 ? "a matrix" : "a row of numbers"),
               "a layer of " + found_.family + " has it");
    }

    void split(const std::string& name, const Tensor& tensor, const std::string& own) {
        if (tensor.shape.back() % 3 != 0)
            refuse(name,
                   "shape " + shape_text(tensors_.at(name).shape) +
                       " does not divide into queries, keys and values",
                   "they are of the same size in a layer of " + found_.family);
        const std::int64_t width = tensor.shape.back() / 3;
        for (std::int64_t i = 0; i < 3; ++i) {
            std::string part = own;
            part.back() = "qkv"[i];
            add(part, part_of(tensor, i * width, width), name);
        }
    }

    void draw_x() {
        constexpr Index rows = 6;
        constexpr std::uint32_t seed = 1;
        const Index d = own_.tensors.at("w_q").shape[0];
        const base::Matrix x = Random(seed).normal(rows, d, 1);
        own_.tensors.emplace("x", Tensor{{rows, d}, {x.data(), x.data() + x.size()}});
        own_.notes.emplace_back("the file holds no x: six random rows take its place (seed 1)");
    }

    const ForeignLayer& found_;
    const Tensors& tensors_;
    std::string where_;
    const Asked& asked_;
    OwnNames own_;
};

// What stands beside the layers.

/// Whether a name that is not ours could be meant for one: "MASK", "mask ", "attention_mask", "past_key".
bool resembles_ours(const std::string& name) {
    std::string plain;
    for (const char c : name)
        if (c != ' ' && c != '\t' && c != '\n' && c != '\r')
            plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const auto contains = [&](const char* part) { return plain.find(part) != std::string::npos; };
    return is_name_of_inputs(plain) || contains("mask") || contains("padding") || contains("past") ||
           contains("length") || contains("memory");
}

/// Names without a dot belong to no layer of a model. One that could be meant for ours is refused, so that no
/// mask goes unread; the others are noted.
void look_at_the_rest(const std::set<std::string>& names, const std::string& where, ForeignLayer& found) {
    for (const std::string& name : names) {
        const bool is_buffer = found.prefix.empty() && std::ranges::find(buffers, name) != buffers.end();
        if (name.find('.') != std::string::npos || found.names.contains(name) || is_buffer) continue;
        if (resembles_ours(name))
            refuse_name(where, name, "the name is not known beside a layer of " + found.family,
                        "the names of what goes into it are: " + names_of_sequences());
        found.passed_over.push_back(name);
    }
}

/// What the tensors beside the layer show of it.
void look_at_its_norms(const std::set<std::string>& names, const std::string& where, ForeignLayer& found) {
    const std::string q_norm = found.prefix + "q_norm.weight";
    if (!names.contains(q_norm)) return;
    const auto has = [&](const char* name) { return names.contains(full_name(found.prefix, name)); };
    if (std::ranges::any_of(of_later_gemmas, has))
        refuse_name(where, q_norm, "such a layer norms its values as well (Gemma 3n or 4)",
                    "a pass here has norms for queries and keys alone");
    found.adds_one = has(of_gemma);
}

} // namespace

std::string ForeignLayer::sentence() const {
    std::string text = "the names are those of " + family;
    if (layers > 1) text += ": layer " + std::to_string(layer) + " of " + std::to_string(layers);
    if (!prefix.empty()) text += (layers > 1 ? ", " : ": ") + prefix.substr(0, prefix.size() - 1);
    return text;
}

std::optional<ForeignLayer> foreign_layer_in(const std::set<std::string>& names, Index layer,
                                             const std::string& where) {
    if (names.contains("w_q")) return std::nullopt;
    for (const ForeignFamily& family : families) {
        const std::vector<std::string> layers = prefixes(names, family.key);
        if (layers.empty()) continue;
        const auto count = static_cast<Index>(layers.size());
        if (layer < 1 || layer > count)
            throw InputError("--layer",
                             std::to_string(layer) + " is out of range: " + where + " has " +
                                 std::to_string(count) + (count == 1 ? " layer" : " layers"),
                             "layers are counted from 1");
        ForeignLayer found{.family = family.name,
                           .prefix = layers[static_cast<std::size_t>(layer - 1)],
                           .layer = layer,
                           .layers = count,
                           .names = {},
                           .heads_setting = family.heads_setting,
                           .passed_over = {}};
        for (const ForeignTensor& tensor : family.tensors)
            found.names.insert(full_name(found.prefix, tensor.name));
        found.names.insert(found.prefix + "bias_k");
        std::erase_if(found.names, [&](const std::string& name) { return !names.contains(name); });
        for (const std::string& name : names) {
            const bool is_buffer = found.prefix.empty() && name == "bias"; // of a GPT-2: its causal mask
            if (is_name_of_sequences(name) && !is_buffer) found.names.insert(name);
        }
        look_at_the_rest(names, where, found);
        look_at_its_norms(names, where, found);
        return found;
    }
    return std::nullopt;
}

OwnNames in_own_names(const ForeignLayer& found, const Tensors& tensors, const std::string& where,
                      const Asked& asked) {
    return Renaming(found, tensors, where, asked).run();
}

bool may_be_transposed(const attention::Layer& layer, const Notes& notes) {
    const auto format = notes.find("format");
    if (format == notes.end() || format->second != "pt") return false;
    for (const base::Matrix* w : {&layer.w_q, &layer.w_k, &layer.w_v, &layer.w_o})
        if (w->rows() != w->cols()) return false;
    return true;
}

} // namespace model
