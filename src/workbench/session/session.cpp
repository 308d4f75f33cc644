#include "workbench/session/session.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/json_text.h"
#include "workbench/document/document_json.h"
#include "workbench/document/json_fields.h"

#include <nlohmann/json.hpp>

#define ZLIB_CONST // zlib only reads its input
#include <zlib.h>

#include <array>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace workbench {

using base::Index;
using base::InputError;
using nlohmann::json;
using nlohmann::ordered_json;

// As a file.

namespace {

constexpr const char* version_field = "attention_lab_session";
constexpr Index largest_index = 1'000'000; ///< indices outside the document are clamped when it is shown
constexpr std::size_t longest_key = 100;

void visit(ChoiceVisitor& fields, Selection& s) {
    std::string stage(attention::stage(s.stage).key);
    fields.text("stage", stage);
    const attention::Stage* named = attention::stage_named(stage);
    if (!named) fields.refuse("stage", "“" + stage + "” is not a stage", "correct its name");
    s.stage = named->id;
    fields.number("product", s.product, 0, largest_index);
    fields.number("query", s.query, 0, largest_index);
    fields.number("key", s.key, 0, largest_index);
    fields.number("head", s.head, 0, largest_index);
    fields.number("feature", s.feature, 0, largest_index);
    fields.number("layer", s.layer, 0, largest_index);
}

ordered_json json_of(Shown shown) {
    return {{"document", json_of(*shown.document)},
            {"selection", written_choices([&](ChoiceVisitor& fields) { visit(fields, shown.selection); })}};
}

Shown read_shown(const Fields& fields) {
    fields.expect_all({"document"});
    Shown shown{std::make_shared<const Document>(read_document(fields.object("document")))};
    read_choices(fields.object("selection"), [&](ChoiceVisitor& named) { visit(named, shown.selection); });
    return shown;
}

void expect_version(const Fields& fields) {
    const Index version = fields.integer(version_field, 0, largest_index);
    if (version == 0)
        fields.refuse(version_field, "this is not a session of Attention Lab",
                      "open a file that Attention Lab has saved");
    const bool newer = version > session_version;
    if (version != session_version)
        fields.refuse(version_field,
                      std::string(newer ? "a newer" : "an older") + " Attention Lab wrote it: version " +
                          std::to_string(version) + ", and this one reads only " +
                          std::to_string(session_version),
                      newer ? "update Attention Lab" : "open a file that this Attention Lab has saved");
}

} // namespace

std::string to_json(const Session& session) {
    ordered_json result{{version_field, session_version}};
    if (!session.view.empty()) result["view"] = session.view;
    if (!session.choices.empty()) result["choices"] = ordered_json::parse(session.choices.text());
    result.update(json_of(session.first));
    if (session.second) result["second"] = json_of(*session.second);
    return base::json_text(result, 2) + "\n";
}

Session session_from_json(const std::string& text, const std::string& where) {
    const json parsed = parse_json(text, where);
    const Fields fields(parsed, where, "");
    expect_version(fields);
    fields.expect_only({version_field, "view", "choices", "document", "selection", "second"});
    Session session{.first = read_shown(fields)};
    session.view = fields.text("view", longest_key);
    if (fields.has("choices")) {
        (void)fields.object("choices"); // throws for anything else
        session.choices = Choices(parsed["choices"]);
    }
    if (fields.has("second")) {
        const Fields second = fields.object("second");
        second.expect_only({"document", "selection"});
        session.second = read_shown(second);
    }
    return session;
}

Session read_session(const std::filesystem::path& file) {
    return session_from_json(base::read_whole_file(file, largest_session), base::shown(file));
}

void write_session(const std::filesystem::path& file, const Session& session) {
    base::write_whole_file(file, to_json(session));
}

// As a code: after the prefix, in base64url without padding, the version of the format (1 byte), the CRC-32
// of the JSON (4 bytes, big endian), and the JSON as raw deflate.

namespace {

using Bytes = std::vector<Bytef>;

constexpr std::string_view prefix = "attention-lab:";
constexpr std::string_view white_space = " \t\r\n\v\f";
constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr Bytef format_version = 1;
constexpr std::size_t header_size = 5; ///< version and checksum
constexpr std::size_t largest_json = std::size_t{64} << 20;
constexpr int raw_deflate = -MAX_WBITS; ///< in zlib's terms: the largest window, and no header of its own
constexpr const char* copy_again = "copy it again, from its first letter to its last, and nothing else";

[[noreturn]] void refuse_damaged(const std::string& where) {
    throw InputError(where, "a part of the code is missing or was altered", copy_again);
}

// ---------------------------------------------------------------- text and bytes

std::string without_white_space(std::string_view text) {
    std::string result;
    for (const char character : text)
        if (white_space.find(character) == std::string_view::npos) result += character;
    return result;
}

std::string base64url(const Bytes& bytes) {
    std::string text;
    std::uint32_t bits = 0; ///< the last `waiting` ones are not written yet
    int waiting = 0;
    for (const Bytef byte : bytes) {
        bits = (bits << 8) | byte;
        for (waiting += 8; waiting >= 6; waiting -= 6)
            text += alphabet[(bits >> (waiting - 6)) & 63U];
    }
    if (waiting > 0) text += alphabet[(bits << (6 - waiting)) & 63U];
    return text;
}

Bytes bytes_from_base64url(std::string_view text, const std::string& where) {
    Bytes bytes;
    bytes.reserve(text.size() * 3 / 4);
    std::uint32_t bits = 0;
    int waiting = 0;
    for (const char character : text) {
        const std::size_t value = alphabet.find(character);
        if (value == std::string_view::npos)
            throw InputError(where, "it holds characters that are in no code", copy_again);
        bits = (bits << 6) | static_cast<std::uint32_t>(value);
        waiting += 6;
        if (waiting < 8) continue;
        waiting -= 8;
        bytes.push_back(static_cast<Bytef>((bits >> waiting) & 255U));
    }
    // A last character alone makes no byte, and the bits that fill up the last character are 0.
    if (waiting == 6 || (bits & ((1U << waiting) - 1)) != 0) refuse_damaged(where);
    return bytes;
}

// ---------------------------------------------------------------- compression

const Bytef* bytes_of(std::string_view text) {
    return reinterpret_cast<const Bytef*>(text.data());
}

std::uint32_t checksum(std::string_view text) {
    return static_cast<std::uint32_t>(crc32_z(0, bytes_of(text), text.size()));
}

/// zlib's working memory, freed at the end.
struct Deflation {
    Deflation() {
        constexpr int most_memory = 9;
        if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, raw_deflate, most_memory,
                         Z_DEFAULT_STRATEGY) != Z_OK)
            throw std::bad_alloc();
    }
    ~Deflation() { deflateEnd(&stream); }
    Deflation(const Deflation&) = delete;
    Deflation& operator=(const Deflation&) = delete;

    z_stream stream{};
};

struct Inflation {
    Inflation() {
        if (inflateInit2(&stream, raw_deflate) != Z_OK) throw std::bad_alloc();
    }
    ~Inflation() { inflateEnd(&stream); }
    Inflation(const Inflation&) = delete;
    Inflation& operator=(const Inflation&) = delete;

    z_stream stream{};
};

void append_deflated(Bytes& bytes, std::string_view text) {
    Deflation deflation;
    z_stream& stream = deflation.stream;
    const std::size_t before = bytes.size();
    bytes.resize(before + deflateBound(&stream, static_cast<uLong>(text.size())));
    stream.next_in = bytes_of(text);
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = bytes.data() + before;
    stream.avail_out = static_cast<uInt>(bytes.size() - before);
    deflate(&stream, Z_FINISH);
    bytes.resize(before + stream.total_out);
}

/// Unpacks part by part, so that a few bytes that stand for gigabytes, or for millions of values, are refused
/// before they take up memory.
std::string inflated(std::span<const Bytef> bytes, const std::string& where) {
    Inflation inflation;
    base::JsonBounds bounds(where);
    z_stream& stream = inflation.stream;
    stream.next_in = bytes.data();
    stream.avail_in = static_cast<uInt>(bytes.size());
    std::string text;
    std::array<char, 1 << 14> part;
    int result = Z_OK;
    while (result == Z_OK) {
        stream.next_out = reinterpret_cast<Bytef*>(part.data());
        stream.avail_out = static_cast<uInt>(part.size());
        result = inflate(&stream, Z_NO_FLUSH);
        const std::size_t size = part.size() - stream.avail_out;
        if (size > largest_json - text.size())
            throw InputError(where, "the session in the code is too large",
                             "at most " + std::to_string(largest_json >> 20) + " MB are unpacked");
        bounds.read({part.data(), size});
        text.append(part.data(), size);
    }
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    if (result != Z_STREAM_END || stream.avail_in > 0) refuse_damaged(where);
    return text;
}

// ---------------------------------------------------------------- the whole

Bytes packed(std::string_view text) {
    const std::uint32_t sum = checksum(text);
    Bytes bytes{format_version};
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes.push_back(static_cast<Bytef>((sum >> shift) & 255U));
    append_deflated(bytes, text);
    return bytes;
}

std::string unpacked(std::span<const Bytef> bytes, const std::string& where) {
    // First, since what follows the version may be laid out in another way.
    if (!bytes.empty() && bytes.front() > format_version)
        throw InputError(where,
                         "a newer Attention Lab made this code: version " + std::to_string(bytes.front()) +
                             ", and this one reads up to " + std::to_string(format_version),
                         "update Attention Lab");
    if (bytes.size() < header_size || bytes.front() != format_version) refuse_damaged(where);
    std::uint32_t sum = 0;
    for (const Bytef byte : bytes.subspan(1, header_size - 1))
        sum = (sum << 8) | byte;
    std::string text = inflated(bytes.subspan(header_size), where);
    if (checksum(text) != sum) refuse_damaged(where);
    return text;
}

/// A code goes to others, so it has the name of a model's file without the folder. Nor may a code from others
/// choose which file to open.
Shown without_folder(Shown shown) {
    if (const auto* real = std::get_if<RealWeights>(&shown.document->weights)) {
        Document document = *shown.document;
        document.weights = RealWeights{RealModels::name_of(real->id), real->layer};
        shown.document = std::make_shared<const Document>(std::move(document));
        return shown;
    }
    const auto* trained = std::get_if<TrainedWeights>(&shown.document->weights);
    if (!trained || trained->file.find_first_of("/\\") == std::string::npos) return shown;
    TrainedWeights weights = *trained;
    weights.file.erase(0, weights.file.find_last_of("/\\") + 1);
    Document document = *shown.document;
    document.weights = std::move(weights);
    shown.document = std::make_shared<const Document>(std::move(document));
    return shown;
}

Session without_folders(Session session) {
    session.first = without_folder(std::move(session.first));
    if (session.second) session.second = without_folder(std::move(*session.second));
    return session;
}

} // namespace

std::string to_code(const Session& session) {
    const std::string text = base::json_text(ordered_json::parse(to_json(without_folders(session))));
    return std::string(prefix) + base64url(packed(text));
}

bool is_code(std::string_view text) {
    return without_white_space(text).starts_with(prefix);
}

Session session_from_code(std::string_view code, const std::string& where) {
    const std::string text = without_white_space(code);
    if (!text.starts_with(prefix))
        throw InputError(where, "this is not a code of Attention Lab",
                         "copy one from its first letter to its last: it begins with “" +
                             std::string(prefix) + "”");
    const Bytes bytes = bytes_from_base64url(std::string_view(text).substr(prefix.size()), where);
    return without_folders(session_from_json(unpacked(bytes, where), where));
}

} // namespace workbench
