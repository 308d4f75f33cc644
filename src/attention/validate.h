#pragma once
// Checks for everything that can be wrong with a pass: in its inputs, before anything is computed or
// allocated, and in its numbers, which may get too large.

#include "attention/layer.h"
#include "attention/quantity.h"

#include <span>

namespace attention {

/// Throws InputError{tensor or option, what was found and expected, hint} for the first error: sizes of 0,
/// shapes (of weights, biases, positions, masks), numbers that are NaN or infinite, options out of range,
/// overrides of a cell that does not exist or may not be set.
void validate(const Input& input, const Layer& layer, const Options& options,
              std::span<const Override> overrides);

/// The two halves of validate(), for a layer that is run many times: the layer with its options, once …
void validate_layer(const Layer& layer, const Options& options);
/// … and then each input of `items` stacked sequences of equal length; masks have the size of one item.
void validate_input(const Input& input, Index items, const Layer& layer, const Options& options);

/// A mask for one item of such an input.
void validate_mask(const Mask& mask, const Input& input, Index items);

/// The error for a number too large for a float: `where` it is, and which `element`.
InputError too_large(const std::string& where, const std::string& element);

/// Throws InputError when a computed matrix holds a number too large for a float.
void expect_no_overflow(Quantity quantity, Index head, const Matrix& matrix);
/// The same for scores among which −∞ forbids a key.
void expect_no_overflow_upwards(Quantity quantity, Index head, const Matrix& matrix);

} // namespace attention
