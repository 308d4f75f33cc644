#include "storm/mutate.h"

#define ZLIB_CONST // zlib only reads its input
#include <nlohmann/json.hpp>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace storm {
namespace {

using nlohmann::ordered_json;

// ---------------------------------------------------------------- texts

/// A text in pieces that mean something: a string with its quotes, a number, a word, a sign, white space.
std::vector<std::string> pieces_of(const std::string& text) {
    const auto is_word = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '+' || c == '-' ||
               (c & 0x80);
    };
    std::vector<std::string> pieces;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t begin = at;
        const char first = text[at++];
        if (first == '"') {
            while (at < text.size() && text[at] != '"' && text[at] != '\n')
                at += text[at] == '\\' ? 2 : 1;
            at = std::min(at + 1, text.size());
        } else if (is_word(first)) {
            while (at < text.size() && is_word(text[at]))
                ++at;
        } else if (first == ' ') {
            while (at < text.size() && text[at] == ' ')
                ++at;
        }
        pieces.push_back(text.substr(begin, at - begin));
    }
    return pieces;
}

std::string joined(const std::vector<std::string>& pieces) {
    std::string text;
    for (const std::string& piece : pieces)
        text += piece;
    return text;
}

bool is_string(const std::string& piece) {
    return piece.size() > 1 && piece.front() == '"';
}

bool is_number(const std::string& piece) {
    return piece.find_first_of("0123456789") != std::string::npos &&
           piece.find_first_not_of("+-.eE0123456789") == std::string::npos;
}

/// The places of the pieces of a kind.
template <typename Kind>
std::vector<std::size_t> places(const std::vector<std::string>& pieces, Kind kind) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < pieces.size(); ++i)
        if (kind(pieces[i])) found.push_back(i);
    return found;
}

std::string odd_value(language::Draw& draw) {
    static const std::vector<std::string> values{
        "null", "true",      "false",   "{}",      "[]", "[[]]",       "{\"\":{}}",     "\"\"",
        "[0]",  "[1, 2, 3]", "[\"a\"]", "{a = 1}", "''", "1979-05-27", "\"\"\"\n\"\"\""};
    return draw.chance(40)   ? odd_number(draw)
           : draw.chance(25) ? "\"" + odd_text(draw) + "\""
                             : draw.from(values);
}

/// A letter, or a stretch, inside a string becomes another.
std::string damaged_string(std::string piece, language::Draw& draw) {
    const std::size_t at = 1 + draw(piece.size() - 1);
    switch (draw(4)) {
    case 0:
        return piece.insert(at, odd_text(draw));
    case 1:
        return piece.erase(at, 1 + draw(4)) + (at + 4 >= piece.size() ? "\"" : "");
    case 2:
        return piece.replace(at, 1, odd_number(draw)) + (at + 1 == piece.size() ? "\"" : "");
    default:
        return "\"" + odd_text(draw) + "\"";
    }
}

/// The pieces from `begin` on that belong together: up to the next comma or line end.
std::size_t end_of_entry(const std::vector<std::string>& pieces, std::size_t begin) {
    int depth = 0;
    for (std::size_t i = begin; i < pieces.size(); ++i) {
        if (pieces[i] == "{" || pieces[i] == "[") ++depth;
        if (pieces[i] == "}" || pieces[i] == "]") --depth;
        if (depth < 0) return i;
        if (depth == 0 && (pieces[i] == "," || pieces[i] == "\n")) return i + 1;
    }
    return pieces.size();
}

/// A deep nest, or one just deeper than files have.
std::string nest(const std::string& inner, language::Draw& draw) {
    const std::size_t depth = draw.chance(20) ? 20'000 : 1 + draw(40);
    const bool list = draw.chance(50);
    std::string text;
    for (std::size_t i = 0; i < depth; ++i)
        text += list ? "[" : "{\"a\":";
    text += inner;
    for (std::size_t i = 0; i < depth; ++i)
        text += list ? "]" : "}";
    return text;
}

void damage_bytes(std::string& bytes, language::Draw& draw) {
    if (bytes.empty()) return;
    const std::size_t at = draw(bytes.size());
    const std::size_t length = 1 + draw(draw.chance(70) ? 8 : bytes.size() - at);
    switch (draw(7)) {
    case 0:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << draw(8)));
        break;
    case 1:
        bytes.resize(at);
        break;
    case 2:
        bytes.erase(at, length);
        break;
    case 3:
        bytes.insert(draw(bytes.size()), bytes.substr(at, length));
        break;
    case 4:
        bytes.insert(at, odd_text(draw));
        break;
    case 5:
        bytes[at] = static_cast<char>(draw.from(std::array{0, 1, 0x7f, 0x80, 0xff, 0x22, 0x5c, 0x0a}));
        break;
    default:
        for (std::size_t i = at; i < std::min(at + 8, bytes.size()); ++i)
            bytes[i] = static_cast<char>(draw(256));
    }
}

/// Its nests are few enough for code that goes through them by recursion.
bool is_shallow(const std::string& text) {
    int depth = 0;
    for (const char c : text) {
        if (c == '[' || c == '{') ++depth;
        if (c == ']' || c == '}') --depth;
        if (depth > 200) return false;
    }
    return true;
}

/// All values in it, itself first.
void collect(ordered_json& value, std::vector<ordered_json*>& all) {
    all.push_back(&value);
    if (value.is_structured())
        for (ordered_json& inner : value)
            collect(inner, all);
}

/// An object gets a member that it lacks: one of another file's, or one that nobody has.
void add_member(ordered_json& object, const std::vector<ordered_json*>& others, const ordered_json& odd,
                language::Draw& draw) {
    const ordered_json& other = *draw.from(others);
    if (!other.is_object() || other.empty()) {
        object[draw.chance(50) ? "colour" : "document"] = draw.from(odd);
        return;
    }
    const auto member = std::next(other.begin(), static_cast<long>(draw(other.size())));
    object[member.key()] = draw.chance(50) ? member.value() : draw.from(odd);
}

/// What is right as JSON, and wrong as what it stands for.
void damage_json(ordered_json& whole, ordered_json other, language::Draw& draw) {
    static const ordered_json odd = ordered_json::parse(
        R"([null, true, false, 0, -1, 1, 2, 4096, 4097, 1000000, 0.5, -0.0, 1e308, -1e308, 1e39, 1e-320, 2147483648,
            9223372036854775807, -9223372036854775808, 18446744073709551615, [], {}, [0], [1, 2, 3], {"a": 1}, "", " ", "the",
            "\t", "\u0000", "\u202e", "\uffff", "none", "self", "walkthrough", "scores"])");
    static const std::vector<ordered_json> huge{std::string(100'000, 'a'),
                                                std::vector<ordered_json>(200'000, ordered_json::object())};
    std::vector<ordered_json*> values, others;
    collect(whole, values);
    collect(other, others);
    // A member of the whole is often the only one that matters.
    ordered_json& value = draw.chance(20) ? whole : *draw.from(values);
    switch (draw(6)) {
    case 0:
        value = *draw.from(others);
        break;
    case 1: {
        const ordered_json copy = *draw.from(values);
        value = copy;
        break;
    }
    case 2:
        if (value.is_structured() && !value.empty())
            value.erase(std::next(value.begin(), static_cast<long>(draw(value.size()))));
        break;
    case 3:
        if (value.is_array())
            value.insert(value.begin() + static_cast<long>(draw(value.size() + 1)), draw.from(odd));
        else if (value.is_object())
            add_member(value, others, odd, draw);
        break;
    case 4:
        value = draw.chance(5) ? draw.from(huge) : draw.from(odd);
        break;
    default:
        value = value.is_number() && draw.chance(30)
                    ? ordered_json(value.get<double>() * (draw.chance(50) ? -1 : 1000))
                    : draw.from(odd);
    }
}

void damage_text(std::string& text, const std::string& other, language::Draw& draw) {
    if (draw.chance(70) && is_shallow(text) && is_shallow(other))
        if (ordered_json whole = ordered_json::parse(text, nullptr, false); whole.is_structured()) {
            const ordered_json second = ordered_json::parse(other, nullptr, false);
            damage_json(whole, second.is_discarded() ? whole : second, draw);
            text = whole.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
            return;
        }
    std::vector<std::string> pieces = pieces_of(text);
    if (pieces.empty()) return;
    const auto strings = places(pieces, is_string), numbers = places(pieces, is_number);
    const auto values = places(pieces, [](const std::string& p) {
        return is_string(p) || is_number(p) || p == "true" || p == "false" || p == "null";
    });
    const std::size_t any = draw(pieces.size());
    switch (draw(12)) {
    case 0:
    case 1:
        if (!numbers.empty()) pieces[draw.from(numbers)] = odd_number(draw);
        break;
    case 2:
    case 3:
        if (!strings.empty()) {
            std::string& piece = pieces[draw.from(strings)];
            piece = damaged_string(piece, draw);
        }
        break;
    case 4: // a key that is there twice, a name of something else
        if (!strings.empty()) pieces[draw.from(strings)] = std::string(pieces[draw.from(strings)]);
        break;
    case 5:
        if (!values.empty()) pieces[draw.from(values)] = odd_value(draw);
        break;
    case 6: { // an entry is missing, or there twice, or elsewhere
        const std::size_t begin = strings.empty() || draw.chance(40) ? any : draw.from(strings),
                          end = end_of_entry(pieces, begin);
        const std::vector<std::string> entry(pieces.begin() + static_cast<long>(begin),
                                             pieces.begin() + static_cast<long>(end));
        if (draw.chance(60))
            pieces.erase(pieces.begin() + static_cast<long>(begin), pieces.begin() + static_cast<long>(end));
        if (draw.chance(60))
            pieces.insert(pieces.begin() + static_cast<long>(draw(pieces.size() + 1)), entry.begin(),
                          entry.end());
        break;
    }
    case 7: // two values change places
        if (!values.empty()) std::swap(pieces[draw.from(values)], pieces[draw.from(values)]);
        break;
    case 8:
        if (!values.empty()) {
            std::string& piece = pieces[draw.from(values)];
            piece = nest(piece, draw);
        }
        break;
    case 9: { // an entry of another file
        const std::vector<std::string> others = pieces_of(other);
        if (others.empty()) break;
        const std::size_t begin = draw(others.size()), end = end_of_entry(others, begin);
        pieces.insert(pieces.begin() + static_cast<long>(any), others.begin() + static_cast<long>(begin),
                      others.begin() + static_cast<long>(end));
        break;
    }
    case 10:
        pieces[any] = draw.chance(50) ? "" : pieces[draw(pieces.size())];
        break;
    default: {
        text = joined(pieces);
        damage_bytes(text, draw);
        return;
    }
    }
    text = joined(pieces);
}

// ---------------------------------------------------------------- tensors

/// A safetensors file in parts; what is no tensor is an entry without bytes.
struct TensorFile {
    struct Part {
        std::string name;
        ordered_json entry;
        std::string bytes;
    };
    std::vector<Part> parts;
};

constexpr std::size_t length_bytes = 8;

std::size_t header_length(const std::string& file) {
    std::uint64_t length = 0;
    for (std::size_t i = length_bytes; i-- > 0;)
        length = (length << 8) | static_cast<unsigned char>(file[i]);
    return static_cast<std::size_t>(length);
}

std::string with_header(const std::string& header, const std::string& data) {
    std::string file;
    for (std::size_t i = 0; i < length_bytes; ++i)
        file += static_cast<char>((header.size() >> (8 * i)) & 255U);
    return file + header + data;
}

TensorFile opened(const std::string& file) {
    const std::size_t length = header_length(file);
    const std::string data = file.substr(length_bytes + length);
    TensorFile opened;
    const ordered_json header = ordered_json::parse(file.substr(length_bytes, length));
    for (const auto& [name, entry] : header.items()) {
        std::string bytes;
        if (entry.contains("data_offsets")) {
            const auto begin = entry.at("data_offsets").at(0).get<std::size_t>(),
                       end = entry.at("data_offsets").at(1).get<std::size_t>();
            bytes = data.substr(begin, end - begin);
        }
        opened.parts.push_back({name, entry, bytes});
    }
    return opened;
}

std::string closed(const TensorFile& file) {
    ordered_json header = ordered_json::object();
    std::string data;
    for (const auto& part : file.parts) {
        header[part.name] = part.entry;
        if (!part.entry.contains("data_offsets")) continue;
        header[part.name]["data_offsets"] = {data.size(), data.size() + part.bytes.size()};
        data += part.bytes;
    }
    return with_header(header.dump(), data);
}

float odd_float(language::Draw& draw) {
    static const std::vector<std::uint32_t> bits{0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff, 0xff7fffff,
                                                 1,          0x80000000, 0x5f000000, 0xdf000000, 0x2f000000};
    float value = 0;
    std::memcpy(&value, &draw.from(bits), sizeof value);
    return value;
}

/// Tensors that fit together otherwise: another shape or type, another name, none, or numbers at the edge of
/// what a float holds.
void damage_tensors(TensorFile& file, language::Draw& draw) {
    std::vector<std::size_t> tensors;
    for (std::size_t i = 0; i < file.parts.size(); ++i)
        if (!file.parts[i].bytes.empty()) tensors.push_back(i);
    if (tensors.empty()) return;
    const std::size_t chosen = draw.from(tensors);
    TensorFile::Part& part = file.parts[chosen];
    ordered_json& shape = part.entry["shape"];
    switch (draw(8)) {
    case 0:
        part.name = file.parts[draw.from(tensors)].name;
        break;
    case 1: {
        static const std::vector<const char*> names{"x",    "memory",      "w_q",    "w_k", "w_v",
                                                    "w_o",  "b_q",         "b_k",    "b_v", "b_o",
                                                    "mask", "key_padding", "masked", "",    "bias"};
        part.name = draw.from(names);
        break;
    }
    case 2:
        file.parts.erase(file.parts.begin() + static_cast<long>(chosen));
        break;
    case 3: // the same numbers in another shape
        if (shape.size() > 1 && draw.chance(60))
            std::swap(shape.at(0), shape.at(1));
        else
            shape.insert(shape.begin() + static_cast<long>(draw(shape.size() + 1)), 1);
        break;
    case 4: // fewer or more rows
        if (!shape.empty() && shape.at(0).get<std::size_t>() > 0) {
            const std::size_t row = part.bytes.size() / shape.at(0).get<std::size_t>(),
                              rows = draw(shape.at(0).get<std::size_t>() * 2 + 1);
            part.bytes.resize(row * rows);
            shape.at(0) = rows;
        }
        break;
    case 5: { // the same shape, other numbers
        static const std::vector<std::pair<const char*, std::size_t>> types{
            {"F16", 2}, {"BF16", 2}, {"U8", 1}, {"BOOL", 1}, {"F32", 4}, {"F64", 8}, {"I64", 8}};
        const auto& [type, bytes] = draw.from(types);
        std::size_t count = 1;
        for (const auto& side : shape)
            count *= side.get<std::size_t>();
        part.entry["dtype"] = type;
        part.bytes.resize(count * bytes, 1);
        break;
    }
    default:
        for (std::size_t i = 0, many = 1 + draw(5); i < many && part.bytes.size() >= sizeof(float); ++i) {
            const float value = odd_float(draw);
            std::memcpy(part.bytes.data() + draw(part.bytes.size() / sizeof value) * sizeof value, &value,
                        sizeof value);
        }
    }
}

void damage_tensor_file(std::string& file, const std::string& other, language::Draw& draw) {
    const std::size_t length = header_length(file);
    if (draw.chance(10)) return damage_bytes(file, draw);
    if (draw.chance(25)) {
        std::string header = file.substr(length_bytes, length);
        damage_text(header, other.substr(length_bytes, header_length(other)), draw);
        file = with_header(header, file.substr(length_bytes + length));
        return;
    }
    if (!is_shallow(file.substr(length_bytes, length))) return damage_bytes(file, draw);
    TensorFile parts = opened(file);
    const auto notes = std::ranges::find(parts.parts, "__metadata__", &TensorFile::Part::name);
    if (notes != parts.parts.end() && draw.chance(50)) { // a text in the notes is JSON itself
        std::vector<std::string> names;
        for (const auto& [name, text] : notes->entry.items())
            if (text.is_string()) names.push_back(name);
        if (!names.empty()) {
            ordered_json& note =
                notes->entry[draw.chance(80) && notes->entry.contains("card") ? "card" : draw.from(names)];
            std::string text = note.get<std::string>();
            damage_text(text, text, draw);
            note = text;
        }
    } else {
        damage_tensors(parts, draw);
    }
    try {
        file = closed(parts);
    } catch (const ordered_json::exception&) { // a note that is no UTF-8 cannot be written
        damage_bytes(file, draw);
    }
}

// ---------------------------------------------------------------- codes

std::string deflated(const std::string& text) {
    z_stream stream{};
    deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
    std::string bytes(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
    stream.next_in = reinterpret_cast<const Bytef*>(text.data());
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    deflate(&stream, Z_FINISH);
    bytes.resize(stream.total_out);
    deflateEnd(&stream);
    return bytes;
}

/// As workbench::to_code() has it, of any text.
std::string code_of(const std::string& text, bool right_sum) {
    const auto sum = static_cast<std::uint32_t>(
        crc32_z(right_sum ? 0 : 1, reinterpret_cast<const Bytef*>(text.data()), text.size()));
    std::string bytes(1, '\1');
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes += static_cast<char>((sum >> shift) & 255U);
    bytes += deflated(text);
    constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::string code = "attention-lab:";
    std::uint32_t bits = 0;
    int waiting = 0;
    for (const char byte : bytes) {
        bits = (bits << 8) | static_cast<unsigned char>(byte);
        for (waiting += 8; waiting >= 6; waiting -= 6)
            code += alphabet[(bits >> (waiting - 6)) & 63U];
    }
    if (waiting > 0) code += alphabet[(bits << (6 - waiting)) & 63U];
    return code;
}

} // namespace

std::string odd_number(language::Draw& draw) {
    static const std::vector<std::string> numbers{"0",
                                                  "-0",
                                                  "-1",
                                                  "1",
                                                  "2",
                                                  "0.5",
                                                  "1e999",
                                                  "-1e999",
                                                  "1e308",
                                                  "1e39",
                                                  "3.4e38",
                                                  "1e-320",
                                                  "nan",
                                                  "inf",
                                                  "-inf",
                                                  "NaN",
                                                  "2147483647",
                                                  "2147483648",
                                                  "-2147483649",
                                                  "4294967295",
                                                  "4294967296",
                                                  "9223372036854775807",
                                                  "9223372036854775808",
                                                  "18446744073709551615",
                                                  "18446744073709551616",
                                                  "4096",
                                                  "4097",
                                                  "1000000",
                                                  "64",
                                                  "128",
                                                  "0x10",
                                                  "1_000",
                                                  "00",
                                                  "1.",
                                                  ".5",
                                                  "+3",
                                                  "1e",
                                                  "--1"};
    return draw.chance(30) ? std::to_string(static_cast<int>(draw(44)) - 3) : draw.from(numbers);
}

std::string odd_text(language::Draw& draw) {
    using namespace std::string_literals;
    static const std::vector<std::string> texts{"",
                                                " ",
                                                "\\ud800",
                                                "\\udc00\\ud800",
                                                "\\u0000",
                                                "\\n",
                                                "\\t",
                                                "\\q",
                                                "\\",
                                                "\xff",
                                                "\xc3",
                                                "\xed\xa0\x80",
                                                "\xf4\x90\x80\x80",
                                                "\xe2\x80\xae" /* right to left */,
                                                "\xef\xbb\xbf",
                                                "\xe2\x80\x8b" /* no width */,
                                                "\0"s,
                                                "e\xcc\x81\xcc\x81",
                                                "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x94\xac",
                                                "\xd8\xb3\xd9\x84\xd8\xa7\xd9\x85",
                                                "\xef\xbf\xbf",
                                                "{",
                                                "}",
                                                "{weights[it, cat]}",
                                                "{{",
                                                "[[",
                                                "{1/0}",
                                                "{log(0)}",
                                                "{scores[0, 0]}",
                                                "{largest(weights[it])}",
                                                "**",
                                                "`",
                                                "$",
                                                "%s%n",
                                                "../../x",
                                                "/",
                                                "walkthrough",
                                                "Labs",
                                                "race",
                                                "cat-tired",
                                                "the",
                                                "it",
                                                "tired",
                                                "self",
                                                "output",
                                                "softmax",
                                                "nowhere",
                                                "cell/weights/7/1",
                                                "token/3",
                                                "true",
                                                "a b c d e f g h i j k l m n o p q r s t u v w x y z"};
    const std::string& text = draw.from(texts);
    if (!draw.chance(2)) return text;
    std::string many;
    for (std::size_t i = 0, count = 1 + draw(20'000); i < count; ++i)
        many += text.empty() ? "x" : text;
    return many;
}

std::string mutant(const std::vector<std::string>& seeds, std::size_t chosen, Format format,
                   language::Draw& draw) {
    std::string file = seeds[chosen];
    const std::string& other = draw.from(seeds);
    for (std::size_t i = 0, times = draw.chance(60) ? 1 : 1 + draw(4); i < times; ++i) {
        if (format != Format::tensors)
            damage_text(file, other, draw);
        else if (file.size() > length_bytes && header_length(file) <= file.size() - length_bytes)
            try {
                damage_tensor_file(file, other, draw);
            } catch (const std::exception&) { // it is damaged already, so that its parts cannot be told apart
                damage_bytes(file, draw);
            }
    }
    if (format != Format::code) return file;
    std::string code = code_of(file, !draw.chance(5));
    if (draw.chance(20)) damage_bytes(code, draw);
    return code;
}

} // namespace storm
