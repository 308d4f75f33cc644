#include "worksheet/spreadsheet.h"

#include "base/archive.h"
#include "base/text.h"
#include "base/xml.h"

#include <cmath>
#include <map>
#include <utility>

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
enum class Style { plain, title, name, given, blank, check, column, forbidden, text };

constexpr const char* styles_xml =
    R"(<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="16"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="lightUp"/></fill></fills>
<borders count="3"><border/><border><left style="thin"/><right style="thin"/><top style="thin"/><bottom style="thin"/></border><border><left style="medium"/><right style="medium"/><top style="medium"/><bottom style="medium"/></border></borders>
<cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="9">
<xf xfId="0"/>
<xf xfId="0" fontId="1" applyFont="1"/>
<xf xfId="0" applyAlignment="1"><alignment horizontal="right"/></xf>
<xf xfId="0" borderId="1" applyBorder="1" applyAlignment="1"><alignment horizontal="center"/></xf>
<xf xfId="0" borderId="2" fontId="2" applyFont="1" applyBorder="1" applyAlignment="1" applyProtection="1"><alignment horizontal="center"/><protection locked="0"/></xf>
<xf xfId="0" fontId="2" applyFont="1" applyAlignment="1"><alignment horizontal="center"/></xf>
<xf xfId="0" applyAlignment="1"><alignment horizontal="center"/></xf>
<xf xfId="0" borderId="1" fillId="2" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="center"/></xf>
<xf xfId="0" fontId="2" applyFont="1"/>
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
    void number(const Place& at, double value, Style style = Style::given) {
        set(at, style, "", "<v>" + base::shortest(value) + "</v>");
    }
    void formula(const Place& at, const std::string& written, Style style = Style::given) {
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
        write_given();
        write_steps();
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
    void give(const Place& at, double value) {
        sheet_.number(at, value);
        answers_.formula(at, "'" + text("table.sheet") + "'!" + at.name());
    }
    void give(const Place& corner, const base::Matrix& matrix) {
        for (Index i = 0; i < matrix.rows(); ++i)
            for (Index j = 0; j < matrix.cols(); ++j)
                give(corner.at(i, j), static_cast<double>(matrix(i, j)));
    }
    enum class Rounds { never, last_digit };
    /// A cell of a step: its answer, and a blank with its check or the number as printed. Where the step
    /// rounds, a last digit rounded differently is right as well.
    void ask(const Place& at, bool blank, const std::string& answer, double value, int decimals,
             Rounds rounds, const Place& check) {
        answers_.formula(at, answer);
        last_row_ = std::max(last_row_, at.row);
        if (!blank) return sheet_.number(at, rounded(value, decimals));
        sheet_.empty(at, Style::blank);
        const std::string tolerance =
            base::plain(rounds == Rounds::never ? 0.001 : 1.01 * std::pow(10.0, -decimals));
        sheet_.formula(check,
                       "IF(ISBLANK(" + at.name() + "),\"\",IF(ISNUMBER(" + at.name() + "),IF(ABS(" +
                           at.name() + "-'" + text("table.answers") + "'!" + at.name() + ")<=" + tolerance +
                           ",\"✓\",\"✗\"),\"✗\"))",
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
    }

    // What is given: X and W_Q, K and V.
    void write_given() {
        const attention::HeadTrace& head = sums_.head();
        const Index d_k = head.k.cols();
        x_ = {7, 1};
        w_q_ = x_.at(0, sums_.trace.x.cols() + 1);
        on_both(x_.at(-1, -1), "X", Style::text);
        on_both(w_q_.at(-1, 0), "W_Q", Style::text);
        write_names(x_, sentence_.queries, true);
        give(x_, sums_.trace.x);
        give(w_q_, head.w_q);
        k_ = x_.at(std::max(sums_.trace.x.rows(), head.w_q.rows()) + 2, 0);
        v_ = k_.at(0, d_k + 1);
        on_both(k_.at(-1, -1), "K", Style::text);
        on_both(v_.at(-1, 0), "V", Style::text);
        write_names(k_, sentence_.keys, true);
        give(k_, head.k);
        give(v_, head.v);
        next_ = k_.at(head.k.rows() + 2, 0);
    }

    void title(const Place& corner, const std::string& what) {
        on_both(corner.at(-1, -1), what, Style::text);
    }

    void write_steps() {
        const attention::HeadTrace& head = sums_.head();
        const Index n = sentence_.n(), m = sentence_.m(), d_model = sums_.trace.x.cols(), d_k = head.k.cols();
        const Place q = next_;
        title(q, "Q = X · W_Q");
        write_names(q, sentence_.queries, true);
        for (Index i = 0; i < n; ++i)
            for (Index c = 0; c < d_k; ++c) {
                std::string sum;
                for (Index t = 0; t < d_model; ++t)
                    sum += (t > 0 ? "+" : "") + x_.at(i, t).name() + "*" + w_q_.at(t, c).name();
                ask(q.at(i, c), is_blank(Step::query, i, c), sum, head.q(i, c), 0, Rounds::never,
                    q.at(i, d_k + 1 + c));
            }
        const Place s = q.at(n + 3, 0);
        title(s.at(-1, 0), "S = Q · Kᵀ");
        write_names(s, sentence_.queries, true);
        write_names(s, sentence_.keys, false);
        for (Index i = 0; i < n; ++i)
            for (Index j = 0; j < m; ++j)
                ask(s.at(i, j), is_blank(Step::scores, i, j),
                    "SUMPRODUCT(" + range(q.at(i, 0), q.at(i, d_k - 1)) + "," +
                        range(k_.at(j, 0), k_.at(j, d_k - 1)) + ")",
                    head.scores(i, j), 0, Rounds::never, s.at(i, m + 1 + j));
        Place scaled = s;
        if (sentence_.scaled) {
            scaled = s.at(n + 3, 0);
            title(scaled.at(-1, 0), "S ÷ √d_k");
            write_names(scaled, sentence_.queries, true);
            write_names(scaled, sentence_.keys, false);
            for (Index i = 0; i < n; ++i)
                for (Index j = 0; j < m; ++j) {
                    if (!sentence_.may_read(i, j)) {
                        on_both(scaled.at(i, j), "−∞", Style::forbidden);
                        continue;
                    }
                    ask(scaled.at(i, j), is_blank(Step::scaled, i, j),
                        s.at(i, j).name() + "/SQRT(" + std::to_string(d_k) + ")", head.scaled(i, j),
                        sums_.decimals.scaled, Rounds::never, scaled.at(i, m + 1 + j));
                }
        }
        write_row(scaled.at(n + 3, 0), scaled.at(sentence_.row, 0));
    }

    // The row that is asked: powers, weights, output. `from`: its scores.
    void write_row(const Place& corner, const Place& from) {
        const ByHand hand = by_hand(sums_);
        const Index m = sentence_.m(), row = sentence_.row, d_v = sums_.head().v.cols();
        const Place e = corner, a = corner.at(1, 0), z = corner.at(3, 0);
        title(corner.at(-1, 0), text("softmax"));
        write_names(e, sentence_.keys, false);
        on_both(e.at(0, -1), "e^(s − max)", Style::name);
        on_both(a.at(0, -1), text("weight_row"), Style::name);
        std::string largest;
        for (Index j = 0; j < m; ++j)
            if (sentence_.may_read(row, j)) largest += (largest.empty() ? "" : ",") + from.at(0, j).name();
        for (Index j = 0; j < m; ++j) {
            if (!sentence_.may_read(row, j)) {
                for (const Place& place : {e, a}) {
                    sheet_.number(place.at(0, j), 0, Style::forbidden);
                    answers_.number(place.at(0, j), 0, Style::forbidden);
                }
                continue;
            }
            ask(e.at(0, j), is_blank(Step::exponentials, row, j),
                "EXP(" + from.at(0, j).name() + "-MAX(" + largest + "))", hand.exponentials[j],
                sums_.decimals.exponentials, Rounds::last_digit, e.at(0, m + 1 + j));
            ask(a.at(0, j), is_blank(Step::weights, row, j),
                e.at(0, j).name() + "/SUM(" + range(e, e.at(0, m - 1)) + ")", hand.weights[j],
                sums_.decimals.weights, Rounds::last_digit, a.at(0, m + 1 + j));
        }
        on_both(z.at(0, -1), text("output"), Style::name);
        for (Index c = 0; c < d_v; ++c) {
            std::string sum;
            for (Index j = 0; j < m; ++j)
                sum += (j > 0 ? "+" : "") + a.at(0, j).name() + "*" + v_.at(j, c).name();
            ask(z.at(0, c), is_blank(Step::output, row, c), sum, hand.output[c], sums_.decimals.output,
                Rounds::last_digit, z.at(0, d_v + 1 + c));
        }
        sheet_.text(right_.at(0, 1),
                    text("table.of") + " " + std::to_string(blanks_) + " " + text("table.right"),
                    Style::text);
    }

    const Copy& copy_;
    const Sums& sums_;
    const Sentence& sentence_;
    const narration::Texts& texts_;
    Sheet sheet_, answers_;
    Place x_, w_q_, k_, v_, next_, right_;
    Index last_row_ = 0;
    int blanks_ = 0;
};

} // namespace

std::string spreadsheet_of(const Copy& copy, Index count, const narration::Texts& texts) {
    return Book(copy, count, texts).bytes();
}

} // namespace worksheet
