#include "base/xml.h"

#include <doctest/doctest.h>

TEST_CASE("no text is mistaken for markup, and none breaks the file") {
    CHECK(base::xml_escaped("a < b & \"c\" > d") == "a &lt; b &amp; &quot;c&quot; &gt; d");
    CHECK(base::xml_escaped("&lt;") == "&amp;lt;");
    CHECK(base::xml_escaped("über −∞ 中") == "über −∞ 中");
    CHECK(base::xml_escaped(std::string("a\x01\n\tb\0", 6)) == "a\n\tb");
}
