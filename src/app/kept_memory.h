#pragma once
// Memory that was freed is kept for what comes next.

namespace app {

/// Call before threads begin. The C library otherwise returns each large matrix to the system and gets new
/// pages for the next one, zeroed one by one: with every matrix of a pass kept, up to ten times what its
/// arithmetic takes.
void keep_freed_memory();

} // namespace app
