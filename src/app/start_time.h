#pragma once
// How long ago the program was started.

namespace app {

/// Milliseconds since the process started; where that is not known, since main() did.
double milliseconds_since_start();

} // namespace app
