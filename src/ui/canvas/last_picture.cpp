#include "ui/canvas/last_picture.h"

#include <imgui.h>

#include <span>

namespace ui {
namespace {

void append(std::vector<char>& all, std::span<const std::byte> bytes) {
    const auto* first = reinterpret_cast<const char*>(bytes.data());
    all.insert(all.end(), first, first + bytes.size());
}

template <typename Number>
void append(std::vector<char>& all, const Number& number) {
    append(all, std::as_bytes(std::span(&number, 1)));
}

template <typename Item>
void append(std::vector<char>& all, const ImVector<Item>& items) {
    append(all, items.Size);
    append(all, std::as_bytes(std::span(items.Data, static_cast<std::size_t>(items.Size))));
}

/// Everything that decides what the commands paint, except the data of callbacks, which is new every time.
void append(std::vector<char>& all, const ImDrawList& list) {
    append(all, list.VtxBuffer);
    append(all, list.IdxBuffer);
    for (const ImDrawCmd& command : list.CmdBuffer) {
        append(all, command.ClipRect);
        append(all, command.TextureId);
        append(all, command.VtxOffset);
        append(all, command.IdxOffset);
        append(all, command.ElemCount);
        append(all, command.UserCallback);
    }
}

} // namespace

bool LastPicture::changes_to(const ImDrawData& data) {
    next_.clear();
    append(next_, data.DisplaySize);
    append(next_, data.FramebufferScale);
    for (int i = 0; i < data.CmdListsCount; ++i)
        append(next_, *data.CmdLists[i]);
    if (next_ == painted_) return false;
    painted_.swap(next_);
    return true;
}

} // namespace ui
