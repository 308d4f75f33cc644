#pragma once
// Can the tests fail? With --mutate, a program of tests puts a wrong number into each comparison of close.h,
// within it, and the check around it has to fail: so it looks at the number. That the number comes from the
// sources this does not show; for that, sources are broken by hand.

namespace mutation {

/// What takes the place of a computed number: NaN, or the same number with the other sign.
enum class Wrong { nothing, nan, sign };

/// Called by each comparison, once: what it is to put in. `has_sign`: no for those to which signs mean
/// nothing.
Wrong next(bool has_sign = true);

/// Whether the command line asks for it.
bool is_asked(int argc, const char* const* argv);

/// Runs the tests as they are, then with NaN, then with wrong signs in their comparisons, and prints how many
/// of the mutated comparisons failed, and which did not. 0 when all did, and the tests as they are pass.
int run(int argc, const char* const* argv);

} // namespace mutation
