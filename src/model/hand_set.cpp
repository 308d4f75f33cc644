#include "model/hand_set.h"

#include "attention/layer.h"
#include "base/input_error.h"
#include "language/toml_file.h"

#include <algorithm>

namespace model {

using attention::Layer;
using base::Index;
using base::InputError;
using base::Matrix;
using base::RowVector;
using language::Entries;

namespace {

/// Reads one file and remembers its name for messages.
class WeightsReader {
public:
    explicit WeightsReader(const std::filesystem::path& file)
        : file_(file), root_(language::read_toml(file)), entries_(root_, file_) {}

    HandSet read() {
        HandSet set;
        set.id = entries_.text("id", true);
        set.title = entries_.text("title", true);
        set.about = entries_.text("about", true);
        set.words = set.features = entries_.texts("features", true);
        read_clock(set);
        set.key_width = entries_.texts("key_width", true);
        set.value_width = entries_.texts("value_width", true);
        Layer layer;
        read_heads(set, layer);
        if (layer.w_o.size() > 0) set.output = set.features;
        layer.b_o = bias(entries_, "b_o", set.output);
        add_plain_scores(layer);
        set.layer = std::make_shared<const Layer>(std::move(layer));
        entries_.expect_nothing_else();
        return set;
    }

private:
    /// Adds the two position dimensions after the words' own features.
    void read_clock(HandSet& set) {
        set.clock = entries_.texts("clock");
        if (!entries_.has("clock")) return;
        if (set.clock.size() != 2)
            entries_.refuse(*entries_.take("clock"),
                            "\"clock\" has " + std::to_string(set.clock.size()) + " names, expected 2",
                            "name the dimensions of 12 o'clock and 3 o'clock: clock = [\"12h\", \"3h\"]");
        set.features.insert(set.features.end(), set.clock.begin(), set.clock.end());
    }

    /// The numbers of one row: (columns).
    RowVector numbers(const toml::node& node, const std::string& what,
                      const std::vector<std::string>& columns) const {
        const auto* list = node.as_array();
        const std::size_t found = list ? list->size() : 0;
        if (found != columns.size())
            entries_.refuse(node,
                            what + " has " + std::to_string(found) + " numbers, expected " +
                                std::to_string(columns.size()),
                            "give one for each of: " + joined(columns));
        RowVector row(static_cast<Index>(found));
        for (std::size_t i = 0; i < found; ++i)
            row(static_cast<Index>(i)) = language::finite_number(file_, *list->get(i), what);
        return row;
    }

    /// The table `key`, with one row per name: (rows, columns). Empty when an optional table is absent.
    Matrix matrix(Entries& head, const std::string& name, const std::vector<std::string>& rows,
                  const std::vector<std::string>& columns, bool optional = false) const {
        const toml::table* table = head.table(name);
        if (!table && optional) return {};
        if (!table)
            head.refuse(head.whole(), "the head has no table " + name,
                        "add [head." + name + "] with a row for each of: " + joined(rows));
        for (const auto& [label, values] : *table)
            if (std::find(rows.begin(), rows.end(), label.str()) == rows.end())
                head.refuse(values,
                            name + " has a row for \"" + std::string(label.str()) +
                                "\", which is not a dimension",
                            "its rows are: " + joined(rows));
        Matrix result(static_cast<Index>(rows.size()), static_cast<Index>(columns.size()));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto* values = table->get(rows[i]);
            if (!values)
                head.refuse(*table, name + " has no row for \"" + rows[i] + "\"",
                            "its rows are: " + joined(rows));
            result.row(static_cast<Index>(i)) = numbers(*values, name + "." + rows[i], columns);
        }
        return result;
    }

    RowVector bias(Entries& entries, std::string_view key, const std::vector<std::string>& columns) const {
        const toml::node* values = entries.take(key);
        return values ? numbers(*values, std::string(key), columns) : RowVector();
    }

    void read_heads(HandSet& set, Layer& layer) {
        const auto heads = entries_.tables("head");
        if (heads.empty())
            entries_.refuse(root_, "there is no head", "add [[head]] with the tables w_q, w_k and w_v");
        layer.heads = 0;
        for (const toml::table* table : heads) {
            Entries head(*table, file_);
            set.heads.push_back(head.text("about", true));
            add_head(set, head, layer);
            head.expect_nothing_else();
        }
    }

    /// Heads are side by side in the columns of W_Q, W_K, W_V and stacked in the rows of W_O.
    void add_head(const HandSet& set, Entries& head, Layer& layer) const {
        const std::string place = language::place_of(file_, head.whole());
        append_columns(layer.w_q, matrix(head, "w_q", set.features, set.key_width));
        append_columns(layer.w_k, matrix(head, "w_k", set.features, set.key_width));
        append_columns(layer.w_v, matrix(head, "w_v", set.features, set.value_width));
        append_rows(layer.w_o, matrix(head, "w_o", set.value_width, set.features, true), layer.heads, place);
        append_bias(layer.b_q, bias(head, "b_q", set.key_width), layer.heads, place);
        append_bias(layer.b_k, bias(head, "b_k", set.key_width), layer.heads, place);
        append_bias(layer.b_v, bias(head, "b_v", set.value_width), layer.heads, place);
        ++layer.heads;
    }

    static void append_columns(Matrix& all, const Matrix& head) {
        const Index before = all.cols();
        all.conservativeResize(head.rows(), before + head.cols());
        all.rightCols(head.cols()) = head;
    }

    static void require_alike(bool first, bool all_absent, bool absent, const std::string& place) {
        if (!first && all_absent != absent)
            throw InputError(place, "some heads have w_o or a bias and others do not",
                             "give it to every head or to none");
    }

    static void append_rows(Matrix& all, const Matrix& head, Index heads_before, const std::string& place) {
        require_alike(heads_before == 0, all.size() == 0, head.size() == 0, place);
        if (head.size() == 0) return;
        all.conservativeResize(all.rows() + head.rows(), head.cols());
        all.bottomRows(head.rows()) = head;
    }

    static void append_bias(RowVector& all, const RowVector& head, Index heads_before,
                            const std::string& place) {
        require_alike(heads_before == 0, all.size() == 0, head.size() == 0, place);
        all.conservativeResize(all.size() + head.size());
        all.tail(head.size()) = head;
    }

    static void add_plain_scores(Layer& layer) {
        const Index d_k = layer.d_k();
        layer.w_general = Matrix::Identity(d_k, d_k).replicate(layer.heads, 1);
        layer.w_add_q = layer.w_add_k = layer.w_general;
        layer.v_add = Matrix::Ones(layer.heads, d_k);
    }

    static std::string joined(const std::vector<std::string>& names) {
        std::string result;
        for (const auto& name : names)
            result += (result.empty() ? "" : ", ") + name;
        return result;
    }

    std::filesystem::path file_;
    toml::table root_;
    Entries entries_; ///< of the root
};

} // namespace

Matrix HandSet::positions(Index n) const {
    if (clock.empty()) return {};
    Matrix all = Matrix::Zero(n, layer->d_model());
    all.rightCols(2) = attention::clock_positions(n);
    return all;
}

HandSet load_hand_set(const std::filesystem::path& file) {
    return WeightsReader(file).read();
}

std::vector<HandSet> load_hand_sets(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code unreadable;
    for (const auto& entry : std::filesystem::directory_iterator(folder, unreadable))
        if (entry.path().extension() == ".toml") files.push_back(entry.path());
    if (files.empty())
        throw InputError(folder.string(), "there are no weights (.toml files) in it",
                         "install the program again, or give another folder");
    std::sort(files.begin(), files.end());
    std::vector<HandSet> sets;
    for (const auto& file : files) {
        HandSet set = load_hand_set(file);
        for (const auto& other : sets)
            if (other.id == set.id)
                throw InputError(file.string(), "the id \"" + set.id + "\" is taken", "choose another id");
        sets.push_back(std::move(set));
    }
    return sets;
}

} // namespace model
