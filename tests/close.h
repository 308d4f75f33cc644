#pragma once
// How tests compare numbers that are nearly equal: NaN agrees with nothing, an infinity with itself alone, a
// failure names the first number that is wrong. Each comparison can be mutated (mutation.h), to see that its
// test can fail; so each belongs into a CHECK of its own. What is to be the very same needs none of this: ==
// does.

#include "mutation.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <ostream>
#include <sstream>
#include <string>
#include <type_traits>

namespace make {

/// The outcome of a comparison; a failed check prints why.
struct Agreement {
    bool holds = true;
    std::string why = "they agree";

    explicit operator bool() const { return holds; }
    friend std::ostream& operator<<(std::ostream& out, const Agreement& a) { return out << a.why; }
};

/// How far a number may be from what it should be.
struct Tolerance {
    double absolute = 0, share = 0; ///< and this share of the largest of the expected numbers

    constexpr Tolerance(double most) : absolute(most) {}
    constexpr Tolerance(double most, double share_of_largest) : absolute(most), share(share_of_largest) {}
};

/// Relative to the largest of the expected numbers; by default to one rounding of each of a hundred floats.
constexpr Tolerance of_largest(double share = 1e-5) {
    return {0, share};
}

/// NaN agrees with nothing, not even NaN; infinities with those of their sign.
inline bool agree(double found, double expected, double tolerance) {
    return found == expected || (std::isfinite(expected) && std::abs(found - expected) <= tolerance);
}

namespace detail {

inline std::string text(double number) {
    std::ostringstream out;
    out.precision(9);
    out << number;
    return out.str();
}

/// A matrix of one number.
struct Constant {
    std::int64_t row_count, column_count;
    double number;

    std::int64_t rows() const { return row_count; }
    std::int64_t cols() const { return column_count; }
    std::int64_t size() const { return row_count * column_count; }
    double operator()(std::int64_t, std::int64_t) const { return number; }
};

template <class M>
double at(const M& m, std::int64_t i) {
    return static_cast<double>(m(i / m.cols(), i % m.cols()));
}

/// The cell with the largest number that is not infinite, whatever its sign; −1 where there is none.
template <class M>
std::int64_t largest_cell(const M& m) {
    std::int64_t cell = -1;
    double largest = -1;
    for (std::int64_t i = 0; i < m.size(); ++i) {
        const double size = std::abs(at(m, i));
        if (std::isfinite(size) && size > largest) cell = i, largest = size;
    }
    return cell;
}

/// The wrong number that a mutation puts into m, and where; cell −1: nothing.
struct Change {
    std::int64_t cell = -1;
    double number = 0;
};
template <class M>
Change change(mutation::Wrong wrong, const M& m) {
    if (wrong == mutation::Wrong::nan && m.size() > 0)
        return {m.size() / 2, std::numeric_limits<double>::quiet_NaN()};
    const std::int64_t cell = wrong == mutation::Wrong::sign ? largest_cell(m) : -1;
    return cell < 0 ? Change{} : Change{cell, -at(m, cell)};
}

template <class A, class B>
Agreement shapes_agree(const A& found, const B& expected) {
    if (found.rows() == expected.rows() && found.cols() == expected.cols()) return {};
    std::ostringstream why;
    why << found.rows() << " × " << found.cols() << " instead of " << expected.rows() << " × "
        << expected.cols();
    return {false, why.str()};
}

template <class A, class B>
Agreement compare(const A& found, const B& expected, Tolerance tolerance, Change changed) {
    if (Agreement shapes = shapes_agree(found, expected); !shapes) return shapes;
    const std::int64_t largest = largest_cell(expected);
    const double most =
        tolerance.absolute + (largest < 0 ? 0 : tolerance.share * std::abs(at(expected, largest)));
    for (std::int64_t i = 0; i < expected.size(); ++i) {
        const double one = i == changed.cell ? changed.number : at(found, i), other = at(expected, i);
        if (agree(one, other, most)) continue;
        std::ostringstream why;
        why << "row " << i / expected.cols() << ", column " << i % expected.cols() << ": " << text(one)
            << " instead of " << text(other) << ", ± " << text(most);
        return {false, why.str()};
    }
    return {};
}

} // namespace detail

/// Every number of `found` is that of `expected`, within the tolerance; so is the shape.
template <class A, class B>
Agreement is_close(const A& found, const B& expected, Tolerance tolerance = 1e-5) {
    const auto& numbers = found.eval();
    return detail::compare(numbers, expected.eval(), tolerance, detail::change(mutation::next(), numbers));
}

/// This number everywhere, within the tolerance.
template <class A>
Agreement is_constant(const A& found, double number, Tolerance tolerance = 1e-5) {
    const auto& numbers = found.eval();
    return detail::compare(numbers, detail::Constant{numbers.rows(), numbers.cols(), number}, tolerance,
                           detail::change(mutation::next(), numbers));
}

/// Nothing but zeros, within the tolerance. Said outright, since zeros come from nothing being computed, too:
/// a mutation puts a 1 among them.
template <class A>
Agreement is_zero(const A& found, double tolerance = 0) {
    const auto& numbers = found.eval();
    detail::Change changed = detail::change(mutation::next(), numbers);
    if (!std::isnan(changed.number)) changed.number = 1;
    return detail::compare(numbers, detail::Constant{numbers.rows(), numbers.cols(), 0}, tolerance, changed);
}

/// All are numbers, and some of `found` is not that of `expected` by more than this. A mutation makes them
/// the same.
template <class A, class B>
Agreement differs(const A& found, const B& expected, double by) {
    const auto& numbers = found.eval();
    const auto& others = expected.eval();
    if (Agreement shapes = detail::shapes_agree(numbers, others); !shapes) return shapes;
    const mutation::Wrong wrong = mutation::next();
    if (wrong == mutation::Wrong::nan || numbers.array().isNaN().any() || others.array().isNaN().any())
        return {false, "there is NaN"};
    const bool same = wrong == mutation::Wrong::sign || detail::compare(numbers, others, by, {});
    return {!same, same ? "no number differs by more than " + detail::text(by) : "they differ"};
}

/// The largest and the smallest number; NaN if any is.
template <class M>
auto largest(const M& m) {
    using Number = typename M::Scalar;
    const bool spoilt = mutation::next(false) == mutation::Wrong::nan;
    return spoilt || m.array().isNaN().any() ? std::numeric_limits<Number>::quiet_NaN() : m.maxCoeff();
}
template <class M>
auto smallest(const M& m) {
    return -largest(-m);
}

/// One number: CHECK(found == about(expected)). To five digits, if nothing else is said.
class About {
public:
    explicit About(double expected) : expected_(expected) {}

    /// Relative to the number expected.
    About& share(double of_expected) { return tolerance_ = of_expected * std::abs(expected_), *this; }
    /// Absolute.
    About& within(double most) { return tolerance_ = most, *this; }

    template <class T>
    requires std::is_arithmetic_v<T>
    friend bool operator==(T computed, const About& about) {
        double found = static_cast<double>(computed);
        const mutation::Wrong wrong = mutation::next();
        if (wrong == mutation::Wrong::nan) found = std::numeric_limits<double>::quiet_NaN();
        if (wrong == mutation::Wrong::sign) found = about.expected_ == 0 ? 1 : -found; // zero has no sign
        return agree(found, about.expected_, about.tolerance_);
    }
    friend std::ostream& operator<<(std::ostream& out, const About& about) {
        return out << detail::text(about.expected_) << " ± " << detail::text(about.tolerance_);
    }

private:
    double expected_;
    double tolerance_ = 1e-5 * std::abs(expected_);
};

/// See About.
template <class T>
requires std::is_arithmetic_v<T> About about(T expected) {
    return About(static_cast<double>(expected));
}

} // namespace make
