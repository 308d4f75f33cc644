#pragma once
// The hash by which a registry names the bytes of a package.

#include <string>
#include <string_view>

namespace fetch {

/// SHA-512 of the bytes, as 128 hexadecimal digits. Source: FIPS 180-4, sections 5.1.2 and 6.4.
std::string sha512(std::string_view bytes);

} // namespace fetch
