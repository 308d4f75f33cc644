// libcurl is opened when something is to be fetched, by its name: it needs thirty libraries, which linked to
// the program would cost each of its starts some milliseconds, and a bundle would have to bring them all.
#include "fetch/transfer.h"

#include "base/input_error.h"

#define CURL_DISABLE_TYPECHECK // its functions are pointers here
#include <curl/curl.h>
#include <dlfcn.h>

#include <array>
#include <exception>
#include <memory>

namespace fetch {

using base::InputError;

namespace {

struct Curl {
    decltype(&::curl_global_init) global_init = nullptr;
    decltype(&::curl_easy_init) easy_init = nullptr;
    decltype(&::curl_easy_setopt) easy_setopt = nullptr;
    decltype(&::curl_easy_perform) easy_perform = nullptr;
    decltype(&::curl_easy_cleanup) easy_cleanup = nullptr;
    bool is_open = false;
};

template <typename Function>
bool find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

/// Stays open, as its threads and those of its libraries may.
Curl opened() {
    Curl curl;
    for (const char* name : {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib"}) {
        void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) continue;
        curl.is_open = find(library, "curl_global_init", curl.global_init) &&
                       find(library, "curl_easy_init", curl.easy_init) &&
                       find(library, "curl_easy_setopt", curl.easy_setopt) &&
                       find(library, "curl_easy_perform", curl.easy_perform) &&
                       find(library, "curl_easy_cleanup", curl.easy_cleanup) &&
                       curl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
        if (curl.is_open) break;
    }
    return curl;
}

const Curl& the_curl() {
    static const Curl curl = opened();
    return curl;
}

/// A transfer under way: what libcurl's functions are called with.
struct UnderWay {
    std::string bytes;
    std::uint64_t most = 0;
    const OnProgress& on_progress;
    const base::StopToken& stop;
    bool is_too_long = false;
    std::exception_ptr thrown = nullptr; ///< by on_progress, which C must not see
};

std::size_t take(char* data, std::size_t, std::size_t count, void* user) {
    auto& under_way = *static_cast<UnderWay*>(user);
    under_way.is_too_long = under_way.bytes.size() + count > under_way.most;
    if (under_way.is_too_long) return 0;
    under_way.bytes.append(data, count); // there is room: nothing is thrown
    return count;
}

int tell(void* user, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    auto& under_way = *static_cast<UnderWay*>(user);
    try {
        if (under_way.on_progress) under_way.on_progress(under_way.bytes.size(), under_way.most);
    } catch (...) {
        under_way.thrown = std::current_exception();
    }
    return under_way.thrown || under_way.stop.stop_requested() ? 1 : 0; // 1 ends it
}

/// Why it failed.
std::string problem_of(CURLcode code, const std::string& message, const UnderWay& under_way) {
    if (under_way.is_too_long)
        return "there are more than the expected " + std::to_string(under_way.most) + " bytes";
    const std::string why = message.empty() ? "" : ": " + message;
    switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
        return "the network, or this server in it, is out of reach" + why;
    case CURLE_HTTP_RETURNED_ERROR:
    case CURLE_FILE_COULDNT_READ_FILE:
        return "there is no such file" + why;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_OPERATION_TIMEDOUT:
        return "the connection was cut after " + std::to_string(under_way.bytes.size()) + " bytes" + why;
    default:
        return "it cannot be fetched" + why;
    }
}

} // namespace

bool can_transfer() {
    return the_curl().is_open;
}

std::optional<std::string> transferred(const std::string& url, std::uint64_t most_bytes,
                                       const std::string& hint, const OnProgress& on_progress,
                                       const base::StopToken& stop) {
    const Curl& curl = the_curl();
    if (!curl.is_open) throw InputError("libcurl", "this library is not installed", hint);
    const std::unique_ptr<CURL, decltype(&::curl_easy_cleanup)> handle(curl.easy_init(), curl.easy_cleanup);
    if (!handle) throw std::bad_alloc();
    UnderWay under_way{.bytes = {}, .most = most_bytes, .on_progress = on_progress, .stop = stop};
    under_way.bytes.reserve(static_cast<std::size_t>(most_bytes));
    std::array<char, CURL_ERROR_SIZE> message{};
    const auto set = [&](CURLoption option, auto value) { curl.easy_setopt(handle.get(), option, value); };
    set(CURLOPT_URL, url.c_str());
    set(CURLOPT_USERAGENT, "attention-lab");
    set(CURLOPT_PROTOCOLS_STR, "https,http,file"); // what arrives is compared with a known hash
    set(CURLOPT_REDIR_PROTOCOLS_STR, "https,http");
    set(CURLOPT_FOLLOWLOCATION, 1L);
    set(CURLOPT_MAXREDIRS, 5L);
    set(CURLOPT_FAILONERROR, 1L);
    set(CURLOPT_NOSIGNAL, 1L); // for any thread
    set(CURLOPT_CONNECTTIMEOUT, 30L);
    set(CURLOPT_LOW_SPEED_LIMIT, 1L); // bytes a second, for …
    set(CURLOPT_LOW_SPEED_TIME, 60L); // … so many seconds
    set(CURLOPT_ERRORBUFFER, message.data());
    set(CURLOPT_WRITEFUNCTION, &take);
    set(CURLOPT_WRITEDATA, static_cast<void*>(&under_way));
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, &tell);
    set(CURLOPT_XFERINFODATA, static_cast<void*>(&under_way));
    const CURLcode code = curl.easy_perform(handle.get());
    if (under_way.thrown) std::rethrow_exception(under_way.thrown);
    if (code == CURLE_ABORTED_BY_CALLBACK) return std::nullopt;
    if (code != CURLE_OK) throw InputError(url, problem_of(code, message.data(), under_way), hint);
    return std::move(under_way.bytes);
}

} // namespace fetch
