#include "worksheet/spreadsheet.h"

#include "base/archive.h"
#include "base/text.h"
#include "base/xml.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace worksheet {

namespace {

/// A cell, both from 0: {0, 0} is A1.
struct Place {
    Index row = 0, column = 0;
    auto operator<=>(const Place&) const = default;

    std::string name() const {
        std::string letters;
        for (Index c = column + 1; c > 0; c = (c - 1) / 26)
            letters.insert(letters.begin(), static_cast<char>('A' + (c - 1) % 26));
        return letters + std::to_string(row + 1);
    }
    Place at(Index down, Index right) const { return {row + down, column + right}; }
};

std::string range(const Place& from, const Place& to) {
    return from.name() + ":" + to.name();
}

// The styles, in the order of cellXfs below.
enum class Style {
    plain,
    title,
    name,
    given,
    blank,
    check,
    column,
    forbidden,
    text,
    given_1,
    given_2,
    given_3
};

/// A number that is given, with so many decimals.
Style given_with(int decimals) {
    switch (decimals) {
    case 0:
        return Style::given;
    case 1:
        return Style::given_1;
    case 2:
        return Style::given_2;
    default:
        return Style::given_3;
    }
}

constexpr const char* styles_xml =
    R"(<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<numFmts count="2"><numFmt numFmtId="164" formatCode="0.0"/><numFmt numFmtId="165" formatCode="0.000"/></numFmts>
<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="16"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="lightUp"/></fill></fills>
<borders count="3"><border/><border><left style="thin"/><right style="thin"/><top style="thin"/><bottom style="thin"/></border><border><left style="medium"/><right style="medium"/><top style="medium"/><bottom style="medium"/></border></borders>
<cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="12">
<xf xfId="0"/>
<xf xfId="0" fontId="1" applyFont="1"/>
<xf xfId="0" applyAlignment="1"><alignment horizontal="right"/></xf>
<xf xfId="0" borderId="1" applyBorder="1" applyAlignment="1"><alignment horizontal="center"/></xf>
<xf xfId="0" borderId="2" fontId="2" applyFont="1" applyBorder="1" applyAlignment="1" applyProtection="1"><alignment horizontal="center"/><protection locked="0"/></xf>
<xf xfId="0" fontId="2" applyFont="1" applyAlignment="1"><alignment horizontal="center"/></xf>
<xf xfId="0" applyAlignment="1"><alignment horizontal="center"/></xf>
<xf xfId="0" borderId="1" fillId="2" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="center"/></xf>
<xf xfId="0" fontId="2" applyFont="1"/>
<xf xfId="0" numFmtId="164" applyNumberFormat="1" borderId="1" applyBorder="1" applyAlignment="1"><alignment horizontal="center"/></xf>
<xf xfId="0" numFmtId="2" applyNumberFormat="1" borderId="1" applyBorder="1" applyAlignment="1"><alignment horizontal="center"/></xf>
<xf xfId="0" numFmtId="165" applyNumberFormat="1" borderId="1" applyBorder="1" applyAlignment="1"><alignment horizontal="center"/></xf>
</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
<dxfs count="2"><dxf><font><color rgb="FF006100"/></font><fill><patternFill><bgColor rgb="FFD8F0D8"/></patternFill></fill></dxf><dxf><font><color rgb="FF9C0006"/></font><fill><patternFill><bgColor rgb="FFFAD9D5"/></patternFill></fill></dxf></dxfs>
</styleSheet>
)";

/// The cells of a sheet.
class Sheet {
public:
    void text(const Place& at, const std::string& words, Style style = Style::plain) {
        set(at, style, "t=\"inlineStr\"",
            "<is><t xml:space=\"preserve\">" + base::xml_escaped(words) + "</t></is>");
    }
    void number(const Place& at, double value, int decimals) { number(at, value, given_with(decimals)); }
    void number(const Place& at, double value, Style style) {
        set(at, style, "", "<v>" + base::shortest(value) + "</v>");
    }
    void formula(const Place& at, const std::string& written, int decimals) {
        formula(at, written, given_with(decimals));
    }
    void formula(const Place& at, const std::string& written, Style style) {
        set(at, style, "", "<f>" + base::xml_escaped(written) + "</f>");
    }
    void empty(const Place& at, Style style) { set(at, style, "", ""); }
    /// The look of `at` follows what is in `check`.
    void follow(const Place& at, const Place& check) {
        const auto rule = [&](int look, const char* sign) {
            return "<cfRule type=\"expression\" dxfId=\"" + std::to_string(look) + "\" priority=\"" +
                   std::to_string(++priority_) + "\"><formula>" + check.name() + "=&quot;" + sign +
                   "&quot;</formula></cfRule>";
        };
        rules_ += "<conditionalFormatting sqref=\"" + at.name() + "\">";
        rules_ += rule(0, "✓");
        rules_ += rule(1, "✗");
        rules_ += "</conditionalFormatting>";
    }

    std::string as_xml(bool shown) const {
        std::string rows;
        Index open = -1;
        for (const auto& [place, cell] : cells_) {
            if (place.row != open) {
                rows += (open >= 0 ? "</row>" : "") + ("<row r=\"" + std::to_string(place.row + 1) + "\">");
                open = place.row;
            }
            rows += cell;
        }
        if (open >= 0) rows += "</row>";
        return R"(<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>)" +
               std::string(
                   shown ? "<sheetViews><sheetView showGridLines=\"0\" tabSelected=\"1\" "
                           "workbookViewId=\"0\"/></sheetViews>"
                         : "<sheetViews><sheetView showGridLines=\"0\" workbookViewId=\"0\"/></sheetViews>") +
               R"(<cols><col min="1" max="1" width="16" customWidth="1"/><col min="2" max="24" width="9.5" customWidth="1"/></cols><sheetData>)" +
               rows + "</sheetData><sheetProtection sheet=\"1\" objects=\"1\" scenarios=\"1\"/>" + rules_ +
               R"(<pageSetup orientation="portrait" fitToWidth="1" fitToHeight="0"/></worksheet>)";
    }

private:
    void set(const Place& at, Style style, const std::string& attributes, const std::string& inside) {
        cells_[at] = "<c r=\"" + at.name() + "\" s=\"" + std::to_string(static_cast<int>(style)) + "\"" +
                     (attributes.empty() ? "" : " " + attributes) + ">" + inside + "</c>";
    }

    std::map<Place, std::string> cells_; // in the order in which a file has them
    std::string rules_;
    int priority_ = 0;
};

/// Both sheets of a worksheet, block below block.
class Book {
public:
    Book(const Copy& copy, Index count, const narration::Texts& texts)
        : copy_(copy), sums_(copy.sums), sentence_(copy.sums.sentence), texts_(texts) {
        write_head(count);
        write_query();
        write_scores();
        if (sentence_.scaled) write_scale();
        write_softmax();
        write_output();
        write_last();
        sheet_.text(right_.at(0, 1),
                    text("table.of") + " " + std::to_string(blanks_) + " " + text("table.right"),
                    Style::text);
        sheet_.formula(right_, "COUNTIF(" + range({6, 0}, {last_row_, 30}) + ",\"✓\")", Style::title);
    }

    std::string bytes() const {
        const std::string sheet = text("table.sheet"), answers = text("table.answers");
        return base::archive_of({
            {"[Content_Types].xml",
             R"(<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>)"},
            {"_rels/.rels",
             R"(<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>)"},
            {"xl/workbook.xml",
             R"(<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name=")" +
                 base::xml_escaped(sheet) + R"(" sheetId="1" r:id="rId1"/><sheet name=")" +
                 base::xml_escaped(answers) +
                 R"(" sheetId="2" state="hidden" r:id="rId2"/></sheets><calcPr calcId="0" fullCalcOnLoad="1"/></workbook>)"},
            {"xl/_rels/workbook.xml.rels",
             R"(<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>)"},
            {"xl/styles.xml", styles_xml},
            {"xl/worksheets/sheet1.xml", sheet_.as_xml(true)},
            {"xl/worksheets/sheet2.xml", answers_.as_xml(false)},
        });
    }

private:
    std::string text(const char* name) const {
        return narration::plain_text(
            texts_, std::string("worksheet.") + name,
            narration::values_of({{"word", sentence_.queries[static_cast<std::size_t>(sentence_.row)]},
                                  {"sheet", std::to_string(copy_.number)},
                                  {"count", std::to_string(copy_.number)}}));
    }

    void on_both(const Place& at, const std::string& words, Style style) {
        sheet_.text(at, words, style);
        answers_.text(at, words, style);
    }
    void write_names(const Place& corner, const std::vector<std::string>& names, bool down) {
        for (std::size_t i = 0; i < names.size(); ++i)
            on_both(corner.at(down ? static_cast<Index>(i) : -1, down ? -1 : static_cast<Index>(i)), names[i],
                    down ? Style::name : Style::column);
    }

    /// A number that is given: the answers refer to it.
    void give(const Place& at, double value, int decimals) {
        const double written = rounded(value, decimals);
        const int shown = written == 0 ? 0 : decimals;
        sheet_.number(at, written, shown);
        answers_.formula(at, "'" + text("table.sheet") + "'!" + at.name(), shown);
    }
    void give(const Place& corner, const base::Matrix& matrix, int decimals) {
        for (Index i = 0; i < matrix.rows(); ++i)
            for (Index j = 0; j < matrix.cols(); ++j)
                give(corner.at(i, j), at(matrix, i, j), decimals);
    }
    static double at(const base::Matrix& matrix, Index row, Index column) {
        return static_cast<double>(matrix(row, column));
    }
    /// The name of a matrix, over its first column.
    void title(const Place& corner, const std::string& what) { on_both(corner.at(-1, 0), what, Style::text); }
    enum class Rounds { never, last_digit };
    /// A cell of a step: its answer, and a blank with its check or the number as printed. Where the step
    /// rounds, a last digit rounded differently is right as well.
    void ask(const Place& at, bool blank, const std::string& answer, double value, int decimals,
             Rounds rounds, const Place& check) {
        answers_.formula(at, "ROUND(" + answer + "," + std::to_string(decimals) + ")", decimals);
        last_row_ = std::max(last_row_, at.row);
        if (!blank) return sheet_.number(at, rounded(value, decimals), decimals);
        const double unit = std::pow(10.0, -decimals);
        const std::string tolerance = base::plain(rounds == Rounds::never ? 0.01 * unit : 1.01 * unit);
        leave(at,
              "IF(ISNUMBER(" + at.name() + "),ABS(" + at.name() + "-" + answer_at(at) + ")<=" + tolerance +
                  ",FALSE)",
              check);
    }
    std::string answer_at(const Place& at) const { return "'" + text("table.answers") + "'!" + at.name(); }
    /// A blank, and beside it whether what is typed there is right.
    void leave(const Place& at, const std::string& is_right, const Place& check) {
        last_row_ = std::max(last_row_, at.row);
        sheet_.empty(at, Style::blank);
        sheet_.formula(check, "IF(ISBLANK(" + at.name() + "),\"\",IF(" + is_right + ",\"✓\",\"✗\"))",
                       Style::check);
        sheet_.follow(at, check);
        ++blanks_;
    }
    bool is_blank(Step step, Index row, Index column) const {
        return copy_.blanks.contains({step, row, column});
    }

    void write_head(Index count) {
        on_both({0, 0}, text("title"), Style::title);
        std::string who = copy_.name;
        if (count > 1) {
            if (!who.empty()) who += ", ";
            who += narration::plain_text(texts_, "worksheet.sheet_of",
                                         narration::values_of({{"sheet", std::to_string(copy_.number)},
                                                               {"count", std::to_string(count)}}));
        }
        if (!who.empty()) on_both({1, 0}, who, Style::text);
        on_both({2, 0}, text("intro"), Style::plain);
        sheet_.text({3, 0}, text("table.how"), Style::plain);
        right_ = {4, 0};
        next_ = {6, 0};
        for (const std::string& note : notes_on(sentence_, texts_)) {
            on_both(next_, note, Style::plain);
            next_ = next_.at(1, 0);
        }
    }

    // The steps of the sheet, in its order.

    /// The head of a step; what follows it begins in the row below, in column B.
    void head(Step step, const char* formula) {
        on_both(next_.at(1, 0), std::to_string(++steps_) + "  " + texts_.text(title_of(step)), Style::text);
        on_both(next_.at(1, 2), formula, Style::text);
        on_both(next_.at(2, 0), task_of(step, copy_, texts_), Style::plain);
        next_ = next_.at(4, 1);
    }
    /// Below what begins at `corner` and has so many rows.
    void go_below(const Place& corner, Index rows) { next_ = {corner.row + rows, 0}; }

    void write_query() {
        const attention::HeadTrace& head_trace = sums_.head();
        const Index n = sentence_.n(), d_model = sums_.trace.x.cols(), d_k = head_trace.k.cols();
        head(Step::query, "Q = X · W_Q");
        const Place x = next_, w_q = x.at(0, d_model + 1);
        title(x, "X");
        title(w_q, "W_Q");
        write_names(x, sentence_.queries, true);
        give(x, sums_.trace.x, sums_.decimals.x);
        give(w_q, head_trace.w_q, sums_.decimals.w_q);
        q_ = x.at(std::max(n, d_model) + 2, 0);
        title(q_, "Q");
        write_names(q_, sentence_.queries, true);
        for (Index i = 0; i < n; ++i)
            for (Index c = 0; c < d_k; ++c) {
                std::string sum;
                for (Index t = 0; t < d_model; ++t)
                    sum += (t > 0 ? "+" : "") + x.at(i, t).name() + "*" + w_q.at(t, c).name();
                ask(q_.at(i, c), is_blank(Step::query, i, c), sum, at(head_trace.q, i, c),
                    sums_.decimals.query, Rounds::never, q_.at(i, d_k + 1 + c));
            }
        go_below(q_, n);
    }

    void write_scores() {
        const attention::HeadTrace& head_trace = sums_.head();
        const Index n = sentence_.n(), m = sentence_.m(), d_k = head_trace.k.cols();
        head(Step::scores, "S = Q · Kᵀ");
        const Place k = next_;
        title(k, "K");
        write_names(k, sentence_.keys, true);
        give(k, head_trace.k, sums_.decimals.keys);
        s_ = k.at(m + 3, 0);
        title(s_.at(-1, 0), "S");
        write_names(s_, sentence_.queries, true);
        write_names(s_, sentence_.keys, false);
        for (Index i = 0; i < n; ++i)
            for (Index j = 0; j < m; ++j)
                ask(s_.at(i, j), is_blank(Step::scores, i, j),
                    "SUMPRODUCT(" + range(q_.at(i, 0), q_.at(i, d_k - 1)) + "," +
                        range(k.at(j, 0), k.at(j, d_k - 1)) + ")",
                    at(head_trace.scores, i, j), sums_.decimals.scores,
                    sums_.decimals.scores > 0 ? Rounds::last_digit : Rounds::never, s_.at(i, m + 1 + j));
        from_ = s_.at(sentence_.row, 0);
        go_below(s_, n);
    }

    /// A row of the softmax's table, `formula` of each key.
    template <class Formula>
    void write_row(const Place& corner, SoftmaxRow row, const std::string& name, Rounds rounds,
                   const Formula& formula) {
        const Index m = sentence_.m();
        on_both(corner.at(0, -1), name, Style::name);
        for (Index j = 0; j < m; ++j) {
            const Place at = corner.at(0, j);
            if (sentence_.may_read(sentence_.row, j))
                ask(at, is_left_out(row, j, sums_, copy_.blanks), formula(j), number_at(row, j, hand_),
                    decimals_of(row, sums_), rounds, corner.at(0, m + 2 + j));
            else if (row == SoftmaxRow::scaled || row == SoftmaxRow::shifted)
                on_both(at, "−∞", Style::forbidden);
            else
                for (Sheet* sheet : {&sheet_, &answers_})
                    sheet->number(at, 0, Style::forbidden);
        }
    }

    void write_scale() {
        head(Step::scaled, "S ÷ √d_k");
        const Place scaled = next_;
        write_names(scaled, sentence_.keys, false);
        const std::string root = base::plain(written_root(sums_));
        const bool exact = sums_.decimals.scores == 0 && written_root(sums_) == 2;
        write_row(scaled, SoftmaxRow::scaled, "s ÷ √d_k", exact ? Rounds::never : Rounds::last_digit,
                  [&](Index j) { return from_.at(0, j).name() + "/" + root; });
        from_ = scaled;
        go_below(scaled, 1);
    }

    void write_softmax() {
        const Index m = sentence_.m();
        head(Step::weights, sentence_.scaled ? "A = softmax(S ÷ √d_k)" : "A = softmax(S)");
        if (has_table(sums_)) write_powers();
        const Place x = next_, e = x.at(1, 0), sum = e.at(0, m);
        a_ = x.at(2, 0);
        write_names(x, sentence_.keys, false);
        on_both(x.at(-1, m), text("sum_column"), Style::column);
        std::string largest;
        for (Index j = 0; j < m; ++j)
            if (sentence_.may_read(sentence_.row, j))
                largest += (largest.empty() ? "" : ",") + from_.at(0, j).name();
        write_row(x, SoftmaxRow::shifted, sentence_.scaled ? "x = s ÷ √d_k − max" : "x = s − max",
                  Rounds::never, [&](Index j) { return from_.at(0, j).name() + "-MAX(" + largest + ")"; });
        write_row(e, SoftmaxRow::exponentials, "e^x", Rounds::last_digit,
                  [&](Index j) { return "EXP(" + x.at(0, j).name() + ")"; });
        ask(sum, is_sum_left_out(sums_, copy_.blanks), "SUM(" + range(e, e.at(0, m - 1)) + ")", hand_.sum,
            sums_.decimals.exponentials, Rounds::last_digit, e.at(0, 2 * m + 2));
        write_row(a_, SoftmaxRow::weights, "a = e^x ÷ Σ", Rounds::last_digit,
                  [&](Index j) { return e.at(0, j).name() + "/" + sum.name(); });
        if (adds_up(sums_))
            sheet_.number(a_.at(0, m), 1, sums_.decimals.weights);
        else
            sheet_.text(a_.at(0, m), "≈ 1", Style::given);
        answers_.formula(a_.at(0, m), "SUM(" + range(a_, a_.at(0, m - 1)) + ")", sums_.decimals.weights);
        go_below(a_, 1);
    }

    /// The table of e to the powers that can occur.
    void write_powers() {
        const std::vector<std::vector<double>> powers = powers_in_rows(sums_);
        const bool are_whole = powers.front()[1] == std::round(powers.front()[1]);
        const int tenths = are_whole ? 0 : 1;
        for (std::size_t i = 0; i < powers.size(); ++i) {
            const Place row = next_.at(2 * static_cast<Index>(i), 0);
            on_both(row.at(0, -1), "x", Style::name);
            on_both(row.at(1, -1), "e^x", Style::name);
            for (std::size_t j = 0; j < powers[i].size(); ++j) {
                const auto right = static_cast<Index>(j);
                give(row.at(0, right), powers[i][j], tenths);
                give(row.at(1, right), std::exp(powers[i][j]), sums_.decimals.exponentials);
            }
        }
        next_ = next_.at(2 * static_cast<Index>(powers.size()) + 2, 0);
    }

    void write_output() {
        const base::Matrix& v = sums_.head().v;
        head(Step::output, "Z = A · V");
        const Place corner = next_, z = corner.at(v.rows() + 2, 0);
        title(corner, "V");
        write_names(corner, sentence_.keys, true);
        give(corner, v, sums_.decimals.values);
        title(z, "Z");
        on_both(z.at(0, -1), sentence_.queries[static_cast<std::size_t>(sentence_.row)], Style::name);
        for (Index c = 0; c < v.cols(); ++c) {
            std::string sum;
            for (Index j = 0; j < v.rows(); ++j)
                sum += (j > 0 ? "+" : "") + a_.at(0, j).name() + "*" + corner.at(j, c).name();
            ask(z.at(0, c), is_blank(Step::output, sentence_.row, c), sum, hand_.output[c],
                sums_.decimals.output, Rounds::last_digit, z.at(0, v.cols() + 1 + c));
        }
        go_below(z, 1);
    }

    /// The last question, if it has one answer.
    void write_last() {
        const std::vector<Index> most = most_read(sums_);
        if (most.size() != 1) return;
        on_both(next_.at(1, 0), text("table.last"), Style::text);
        const Place box = next_.at(2, 1);
        answers_.text(box, sentence_.keys[static_cast<std::size_t>(most.front())], Style::given);
        leave(box, "TRIM(" + box.name() + ")=" + answer_at(box), box.at(0, 1));
    }

    const Copy& copy_;
    const Sums& sums_;
    const Sentence& sentence_;
    const narration::Texts& texts_;
    const ByHand hand_ = by_hand(sums_);
    Sheet sheet_, answers_;
    Place q_, s_, a_, from_, next_, right_; ///< from_: what goes into the softmax
    Index last_row_ = 0;
    int blanks_ = 0, steps_ = 0;
};

} // namespace

std::string spreadsheet_of(const Copy& copy, Index count, const narration::Texts& texts) {
    return Book(copy, count, texts).bytes();
}

} // namespace worksheet
