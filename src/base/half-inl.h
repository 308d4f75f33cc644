// How numbers of 16 bits become vectors of floats. For source files that Highway compiles once per
// instruction set.

#if defined(ATTENTION_LAB_BASE_HALF_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTENTION_LAB_BASE_HALF_INL
#undef ATTENTION_LAB_BASE_HALF_INL
#else
#define ATTENTION_LAB_BASE_HALF_INL
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace base::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A bfloat16 is the upper half of a float.
struct FromBfloat16 {
    template <class D>
    HWY_INLINE hn::Vec<D> operator()(D floats, hn::Vec<hn::Rebind<uint16_t, D>> bits) const {
        const hn::RebindToUnsigned<D> wide;
        return hn::BitCast(floats, hn::ShiftLeft<16>(hn::PromoteTo(wide, bits)));
    }
};

struct FromFloat16 {
    template <class D>
    HWY_INLINE hn::Vec<D> operator()(D floats, hn::Vec<hn::Rebind<uint16_t, D>> bits) const {
#if HWY_TARGET <= HWY_AVX2 // which have an instruction for it
        const hn::Rebind<hwy::float16_t, D> halves;
        return hn::PromoteTo(floats, hn::BitCast(halves, bits));
#else
        // Exponent and fraction moved to the places that they have in a float, whose exponent counts from 127
        // and not from 15: a product with 2^112 makes up for that, for subnormal numbers too. Only infinity
        // and NaN, the largest exponent, have to be said again.
        const hn::RebindToUnsigned<D> wide;
        const auto all = hn::PromoteTo(wide, bits);
        const auto size = hn::And(all, hn::Set(wide, 0x7FFFU));
        const auto sign = hn::ShiftLeft<16>(hn::Xor(all, size));
        const auto number = hn::Mul(hn::BitCast(floats, hn::ShiftLeft<13>(size)), hn::Set(floats, 0x1p112F));
        const auto is_endless = hn::Gt(size, hn::Set(wide, 0x7BFFU));
        const auto endless = hn::IfThenElseZero(is_endless, hn::Set(wide, 0x7F80'0000U));
        return hn::BitCast(floats, hn::Or(hn::Or(hn::BitCast(wide, number), endless), sign));
#endif
    }
};

/// As many numbers as D has lanes.
template <class Convert, class D>
HWY_INLINE hn::Vec<D> load_halves(D floats, const uint16_t* from) {
    return Convert()(floats, hn::LoadU(hn::Rebind<uint16_t, D>(), from));
}

} // namespace base::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
