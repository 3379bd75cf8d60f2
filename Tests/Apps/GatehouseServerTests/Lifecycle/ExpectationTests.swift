import Directory
import Foundation
import Foundations
import ServerTesting
import Services
import Testing

@Suite("Expect: 100-continue", .timeLimit(.minutes(1)))
struct ExpectationTests {
    private static func head(
        _ path: String, length: Int = 2, expect: String = "100-continue", version: String = "1.1", more: String = "Connection: close\r\n"
    ) -> String {
        """
        POST \(path) HTTP/\(version)\r\nHost: a\r\nExpect: \(expect)\r\nContent-Length: \(length)\r
        X-Requested-With: x\r\nContent-Type: application/json\r\n\(more)\r\n
        """
    }

    private static let journey = "/am/json/realms/alpha/authenticate"

    @Test(
        "a body that is wanted is asked for, and answered when it is there",
        arguments: ["100-continue", "100-Continue", "100-continue, 100-continue"])
    func wanted(expect: String) async throws {
        try await TestServer.run { server async throws in
            let answer = try await RawConnection(to: server).answer(to: Self.head(Self.journey, expect: expect), body: "{}")
            #expect(answer.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"), "\(answer)")
            #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 3)
        }
    }

    @Test("a connection goes on behind a body that was asked for")
    func goesOn() async throws {
        try await TestServer.run { server async throws in
            let next = "{}" + "GET /live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
            let answer = try await RawConnection(to: server).answer(to: Self.head(Self.journey, more: ""), body: next)
            #expect(answer.contains("alive"))
        }
    }

    @Test(
        "what the head alone is refused for is answered at once, without a 100, and the connection ends",
        arguments: [
            (journey, 100_000_000, "413"), ("/nowhere", 2, "404"), ("/v1/environments/x/applications", 2, "404"),
            ("/" + String(repeating: "x", count: 5000), 2, "414"),
        ])
    func refused(path: String, length: Int, status: String) async throws {
        try await TestServer.run { server async throws in
            // Nothing follows the head, and the server closes by itself, though the client doesn't ask for it.
            let answer = try await RawConnection(to: server).answer(to: Self.head(path, length: length, more: ""))
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
            #expect(answer.lowercased().contains("\r\nconnection: close\r\n"))
        }
    }

    @Test("a caller who shows nothing is refused before the body comes")
    func caller() async throws {
        try await TestServer.run { server async throws in
            let realm = try await server.domain.directory.realms.realm(at: try #require(RealmPath("/alpha"))).id
            let answer = try await RawConnection(to: server).answer(
                to: Self.head("/v1/environments/\(realm.uuidString.lowercased())/applications", more: ""))
            #expect(answer.hasPrefix("HTTP/1.1 401 "), "\(answer)")
        }
    }

    @Test("another expectation is a 417", arguments: ["x", "100-continue, x", "100-continue,", "100-continue 100-continue", "200-ok", ""])
    func unknown(expect: String) async throws {
        try await TestServer.run { server async throws in
            let answer = try await RawConnection(to: server).answer(to: Self.head(Self.journey, expect: expect, more: ""))
            #expect(answer.hasPrefix("HTTP/1.1 417 "), "\(answer)")
        }
    }

    @Test("a client that doesn't wait, and one of HTTP/1.0, get no more than their answer")
    func impatient() async throws {
        try await TestServer.run { server async throws in
            let old = try await RawConnection(to: server).answer(to: Self.head(Self.journey, version: "1.0") + "{}")
            #expect(old.hasPrefix("HTTP/1.1 200 ") || old.hasPrefix("HTTP/1.0 200 "), "\(old)")
            let answer = try await RawConnection(to: server).answer(to: Self.head("/nowhere") + "{}")
            #expect(answer.hasPrefix("HTTP/1.1 404 "))
        }
    }
}
