#include "lesson/plane.h"

#include <algorithm>
#include <cmath>

namespace lesson {

using base::Index;
using base::Matrix;

std::shared_ptr<const workbench::Pass> plane_pass(const Plane& plane, const Arrow& tip) {
    const auto m = static_cast<Index>(plane.words.size());
    const std::vector<Arrow>& values = plane.values.empty() ? plane.keys : plane.values;
    // Rows of four numbers, of which W_Q and W_K pick the first two and W_V the others.
    Matrix x = Matrix::Zero(1, 4), memory(m, 4);
    x(0, 0) = static_cast<float>(tip[0]);
    x(0, 1) = static_cast<float>(tip[1]);
    for (Index j = 0; j < m; ++j) {
        const Arrow &key = plane.keys[static_cast<std::size_t>(j)],
                    &value = values[static_cast<std::size_t>(j)];
        memory.row(j) << static_cast<float>(key[0]), static_cast<float>(key[1]), static_cast<float>(value[0]),
            static_cast<float>(value[1]);
    }
    attention::Layer layer;
    layer.w_q = layer.w_k = layer.w_v = Matrix::Zero(4, 2);
    layer.w_q.topRows(2).setIdentity();
    layer.w_k.topRows(2).setIdentity();
    layer.w_v.bottomRows(2).setIdentity();

    workbench::Prepared prepared;
    prepared.document.text = plane.query;
    for (const std::string& word : plane.words)
        prepared.document.memory_text += (prepared.document.memory_text.empty() ? "" : " ") + word;
    prepared.names = {.queries = {plane.query},
                      .keys = plane.words,
                      .model = language::numbered(4),
                      .position = {},
                      .key_width = language::numbered(2),
                      .value_width = language::numbered(2),
                      .output = {}};
    prepared.input = {
        .x = std::move(x), .memory = std::move(memory), .x_positions = {}, .memory_positions = {}};
    if (!plane.divided) prepared.options.scale = {.kind = attention::ScaleKind::none};
    prepared.layer = std::make_shared<const attention::Layer>(std::move(layer));
    return workbench::compute(std::move(prepared));
}

bool in_plane(const Plane& plane, const Arrow& tip) {
    for (const std::size_t axis : {0U, 1U}) {
        double low = std::min(0.0, plane.at[axis]), high = std::max(0.0, plane.at[axis]);
        for (const Arrow& key : plane.keys) {
            low = std::min(low, key[axis]);
            high = std::max(high, key[axis]);
        }
        if (tip[axis] < std::floor(low) - 1 || tip[axis] > std::ceil(high) + 1) return false;
    }
    return true;
}

} // namespace lesson
