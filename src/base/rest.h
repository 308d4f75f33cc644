#pragma once
// Where there are no threads (worker_inline.cpp), somebody has to watch the clock while a job rests: the
// window's loop.

namespace base {

/// Seconds until the first rest of a job is over; infinity where none rests, or threads look after
/// themselves.
double seconds_to_rest();
/// Wakes the window for those jobs whose rest is over.
void wake_rested();

} // namespace base
