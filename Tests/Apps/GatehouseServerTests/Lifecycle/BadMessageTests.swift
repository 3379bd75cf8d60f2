import Foundation
import ServerTesting
import Testing

@Suite("HTTP that isn't well-formed", .timeLimit(.minutes(1)))
struct BadMessageTests {
    private static let line = "POST /am/json/realms/alpha/authenticate HTTP/1.1\r\n"
    private static let fields = "X-Requested-With: x\r\nContent-Type: application/json\r\n"
    private static let chunked = line + "Host: a\r\n" + fields + "Transfer-Encoding: chunked\r\n\r\n"

    @Test(
        "is told 400, and the connection is closed",
        arguments: [
            // Chunks
            chunked + "zz\r\n{}\r\n0\r\n\r\n", chunked + "2\r\n{}x\r\n0\r\n\r\n", chunked + "-1\r\n\r\n",
            chunked + "ffffffffffffffffff\r\n{}\r\n",
            // Trailers
            chunked + "2\r\n{}\r\n0\r\nbad trailer\r\n\r\n", chunked + "2\r\n{}\r\n0\r\n: x\r\n\r\n",
            // Transfer codings and lengths
            line + "Host: a\r\nTransfer-Encoding: gzip\r\n\r\n", line + "Host: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
            line + "Host: a\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
            line + "Host: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            line + "Host: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n",
            line + "Host: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}", line + "Host: a\r\nContent-Length: -2\r\n\r\n{}",
            "POST /live HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            // Host
            "GET /live HTTP/1.1\r\n\r\n", "GET /live HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET /live HTTP/1.1\r\nHost:\r\n\r\n",
            "GET /live HTTP/1.1\r\nHost: a b\r\n\r\n", "GET /live HTTP/1.1\r\nHost: a/b\r\n\r\n",
            // The rest
            "GET /live HTTP/1.1\r\nHost : a\r\n\r\n", "GET /live HTTP/1.1\r\n: a\r\n\r\n", "G\u{1}T /live HTTP/1.1\r\nHost: a\r\n\r\n",
            "nonsense\r\n\r\n",
        ])
    func refused(message: String) async throws {
        try await TestServer.run { server async throws in
            let answer = try await RawConnection(to: server).answer(to: message)
            #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(answer)")
            // One answer, and nothing that a second request in the same bytes would have got.
            #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2)
        }
    }

    @Test("a head that isn't of ASCII is told 400 in its turn, and the connection goes on")
    func foreign() async throws {
        try await TestServer.run { server async throws in
            let marks = String(repeating: "\u{301}", count: 100)
            let heads = ["Cookie: a\(marks)", "Connection: close\(marks)", "Accept-Language: d\u{212A}", "X-Any: \u{FFFD}"].map {
                "GET /realms/alpha/login HTTP/1.1\r\nHost: a\r\n\($0)\r\n\r\n"
            }
            let last = "GET /live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
            let answer = try await RawConnection(to: server).answer(to: heads.joined() + last)
            let statuses = answer.components(separatedBy: "HTTP/1.1 ").dropFirst().map { String($0.prefix(3)) }
            #expect(statuses == Array(repeating: "400", count: heads.count) + ["200"], "\(answer)")
        }
    }

    @Test("a connection of HTTP/1.0 ends with its answer, though its client doesn't say so")
    func old() async throws {
        try await TestServer.run { server async throws in
            // The answer is read to the connection's end.
            #expect(try await RawConnection(to: server).answer(to: "GET /live HTTP/1.0\r\n\r\n").contains(" 200 OK"))
        }
    }

    @Test("what is well-formed is served: chunks with trailers, and HTTP/1.0 without a Host")
    func served() async throws {
        try await TestServer.run { server async throws in
            let chunks = Self.line + "Host: a\r\nConnection: close\r\n" + Self.fields
            let body = "Transfer-Encoding: chunked\r\n\r\n2;x=y\r\n{}\r\n0\r\nX-Trailer: x\r\n\r\n"
            #expect(try await RawConnection(to: server).answer(to: chunks + body).hasPrefix("HTTP/1.1 200 OK"))
            #expect(try await RawConnection(to: server).answer(to: "GET /live HTTP/1.0\r\nConnection: close\r\n\r\n").contains(" 200 OK"))
        }
    }
}
