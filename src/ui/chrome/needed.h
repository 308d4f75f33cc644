#pragma once
// What a step of a lesson needs of a view. Beside the step nothing else is shown, unless the learner asks for
// everything.

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

namespace ui {

struct Needed {
    std::set<std::string, std::less<>> names; ///< of controls, "scale", and of parts, "heads/matrix"

    /// A control is there when it is named.
    bool control(std::string_view name) const { return names.contains(name); }
    /// A part of a view is there when it is named, or when no part of that view is.
    bool part(std::string_view name) const {
        const std::string_view view = name.substr(0, name.find('/') + 1);
        return names.contains(name) ||
               std::ranges::none_of(names, [&](const std::string& each) { return each.starts_with(view); });
    }
};

} // namespace ui
