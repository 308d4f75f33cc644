// What models of today do besides: queries and keys brought to one length and turned by their places, keys
// kept from earlier words, scores bent and shifted.

#include "attention/bias.h"
#include "narration/narrate.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace narration {
namespace {

using attention::Form;

bool is_key(const Narrator& narrator) {
    return attention::row_axis(narrator.cell.quantity) == attention::Axis::keys;
}

void tell_norm(Narrator& narrator, const attention::Explanation& e) {
    narrator.set("before", e.operand);
    narrator.set("length", e.divisor);
    narrator.set("gain", e.gain);
    narrator.ask("steps.norm.question");
    narrator.say("steps.norm.how");
    narrator.new_paragraph();
    narrator.say(e.gain == 1 ? "steps.norm.cell" : "steps.norm.cell_gain");
}

/// An angle in whole turns and degrees: "40°", "1 turn and 40°".
std::string in_degrees(Narrator& narrator, float angle) {
    constexpr float full = 2 * std::numbers::pi_v<float>;
    const auto turns = static_cast<Index>(std::floor(std::abs(angle) / full));
    const std::string degrees =
        short_number((std::abs(angle) - static_cast<float>(turns) * full) * 360 / full) + "°";
    return turns == 0 ? degrees
                      : narrator.wording.counted(turns, "turn") + narrator.texts.text("list.last") + degrees;
}

void tell_rotation(Narrator& narrator, const attention::Explanation& e) {
    narrator.set("place", narrator.wording.counted(e.place, "place"));
    narrator.set("angle", toned(in_degrees(narrator, e.angle), Tone::number));
    narrator.ask("steps.rotation.question");
    narrator.say("steps.rotation.how");
    if (e.terms.size() < 2) {
        narrator.say("steps.rotation.still");
        return;
    }
    narrator.set("own", e.terms[0].index + 1);
    narrator.set("partner", e.terms[1].index + 1);
    narrator.say(e.place == 0 ? "steps.rotation.first_place" : "steps.rotation.cell");
    const attention::ScoreFunction score = narrator.t.options.score;
    if (score != attention::ScoreFunction::dot && score != attention::ScoreFunction::cosine) return;
    narrator.new_paragraph(); // turning both leaves these two scores as they are, others not
    narrator.say("steps.rotation.distance");
}

void tell_cached(Narrator& narrator, const attention::Explanation& e) {
    const Index past = narrator.t.input.past();
    narrator.set("past", narrator.wording.counted(past, "key"));
    narrator.ask("steps.cached.question");
    narrator.say("steps.cached.how");
    narrator.say(e.is_past ? "steps.cached.past" : "steps.cached.made_now");
}

} // namespace

bool is_step_before_scores(attention::Form form) {
    return form == Form::rms_norm || form == Form::rotation || form == Form::cached;
}

void tell_step(Narrator& narrator) {
    const attention::Explanation e = attention::explain(narrator.t, narrator.cell);
    narrator.set("word", is_key(narrator) ? narrator.wording.key(narrator.cell.row)
                                          : narrator.wording.query(narrator.cell.row));
    narrator.set("kind", narrator.texts.text(is_key(narrator) ? "steps.key" : "steps.query"));
    if (e.form == Form::rms_norm) return tell_norm(narrator, e);
    if (e.form == Form::rotation) return tell_rotation(narrator, e);
    tell_cached(narrator, e);
}

void tell_softcap(Narrator& narrator) {
    const float before = narrator.head.scaled(narrator.cell.row, narrator.cell.column);
    const float c = narrator.t.options.softcap;
    narrator.set("cap", toned(short_number(c), Tone::number));
    narrator.set("before", before);
    narrator.ask("softcap.question");
    narrator.say("softcap.how");
    // tanh x is x to within a hundredth up to about 0.17.
    narrator.say(std::abs(before) < 0.17F * c ? "softcap.small" : "softcap.bent");
    narrator.new_paragraph();
    narrator.say("softcap.why");
}

void tell_bias(Narrator& narrator) {
    const attention::Explanation e = attention::explain(narrator.t, narrator.cell);
    const attention::Bias& bias = narrator.t.options.bias;
    const float added = e.bias.value_or(0);
    narrator.set("asker", narrator.wording.query(narrator.cell.row));
    narrator.set("key", narrator.wording.key(narrator.cell.column));
    narrator.set("before", e.operand);
    narrator.set("added", added);
    narrator.ask("bias.question");
    narrator.say(bias.given.empty() ? "bias.alibi" : bias.alibi ? "bias.both" : "bias.given");
    narrator.say(added < 0 ? "bias.lowers" : added > 0 ? "bias.raises" : "bias.leaves");
    narrator.new_paragraph();
    if (bias.alibi) {
        const Index place = narrator.t.first_place() + narrator.cell.row;
        narrator.set("slope", attention::alibi_slope(narrator.cell.head, narrator.t.layer->heads));
        narrator.set("distance", narrator.wording.counted(std::abs(place - narrator.cell.column), "place"));
        narrator.say("bias.slope");
        if (narrator.t.layer->heads > 1) narrator.say("bias.slope_of_heads");
    }
    narrator.say("bias.not_learned");
}

} // namespace narration
