#include "ui/panels/keys_card.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <sstream>

namespace ui {

using namespace drawing;

void draw_keys_card(Ui& ui, const Rect& window, bool& open) {
    if (!open) return;
    // One line a key in the texts: "keys | what they do".
    std::vector<std::pair<std::string, std::string>> lines;
    std::istringstream text(ui.text("keys.list"));
    for (std::string line; std::getline(text, line);)
        if (const auto bar = line.find('|'); bar != std::string::npos)
            lines.emplace_back(line.substr(0, bar), line.substr(bar + 1));

    const float pitch = std::min(ui.px(28), (window.height - ui.px(110)) / static_cast<float>(lines.size()));
    const float width = std::min(ui.px(640), window.width - ui.px(24));
    const float height = pitch * static_cast<float>(lines.size()) + ui.px(84);
    const Rect rect{window.centre().x - width / 2, window.centre().y - height / 2, width, height};
    // A window of its own, in front of the panels that are windows, too.
    ImGui::SetNextWindowPos({window.x, window.y});
    ImGui::SetNextWindowSize({window.width, window.height});
    ImGui::SetNextWindowFocus();
    ImGui::Begin("keys card", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBackground |
                     ImGuiWindowFlags_NoSavedSettings);
    ImDrawList* behind = ui.canvas.list();
    ui.canvas.draw_on(ImGui::GetWindowDrawList());
    ui.canvas.fill(window, Rgba{0, 0, 0, 90});
    card(ui, rect);
    ui.anchors.add("keys_card", rect);
    ui.focus.confine("keys/");
    ui.canvas.text({rect.x + ui.px(28), rect.y + ui.px(34)}, ui.text("keys.title"), Font::sans_bold,
                   ui.px(18), ui[Role::text]);
    float y = rect.y + ui.px(72);
    for (const auto& [keys, what] : lines) {
        ui.canvas.text({rect.x + ui.px(28), y}, keys, Font::mono, ui.px(13), ui[Role::text]);
        ui.canvas.text_within({rect.x + ui.px(240), y}, rect.right() - rect.x - ui.px(256), what, Font::sans,
                              ui.px(15), ui[Role::text]);
        y += pitch;
    }
    const float side = ui.px(30);
    const bool closed =
        icon_button(ui, "keys/close", {rect.right() - side - ui.px(14), rect.y + ui.px(18), side, side},
                    Icon::cross, {.look = ButtonLook::plain});
    const bool beside = ImGui::IsMouseClicked(0) && !rect.contains(ui.mouse);
    ImGui::End();
    ui.canvas.draw_on(behind);
    if (closed || beside || ui.pressed(GLFW_KEY_ESCAPE)) open = false;
}

} // namespace ui
