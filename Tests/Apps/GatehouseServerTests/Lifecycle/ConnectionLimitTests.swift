import ServerTesting
import Testing

@testable import GatehouseServer
import Foundations

@Suite("What a connection may take", .timeLimit(.minutes(1)))
struct ConnectionLimitTests {
    private static let live = "GET /live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    /// The answer to one connection too many, once the server has taken up those before.
    private static func refusal(by server: TestServer) async throws -> String {
        var answer = ""
        for _ in 0..<100 where !answer.hasPrefix("HTTP/1.1 503") { answer = try await RawConnection(to: server).answer(to: live) }
        return answer
    }

    @Test("above the limit for an address a client is told to come again, and is served when there is room")
    func perAddress() async throws {
        try await TestServer.run(settings: ["max-connections-per-address": "2", "idle-timeout": "600"]) { server async throws in
            // The server takes connections up in any order, so that more are held than may be: whichever two it lets in, the next is one too many.
            let held = [try await RawConnection(to: server), try await RawConnection(to: server), try await RawConnection(to: server)]
            let refused = try await held[0].held {
                try await held[1].held { try await held[2].held { try await Self.refusal(by: server) } }
            }
            #expect(refused.hasPrefix("HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\n"))
            var answer = ""
            // The server hears of the two ends a moment after their client.
            while !answer.hasPrefix("HTTP/1.1 200") { answer = try await RawConnection(to: server).answer(to: Self.live) }
        }
    }

    @Test("above the limit for all it is the same")
    func all() async throws {
        try await TestServer.run(settings: ["max-connections": "1", "idle-timeout": "600"]) { server async throws in
            let held = [try await RawConnection(to: server), try await RawConnection(to: server)]
            let refused = try await held[0].held { try await held[1].held { try await Self.refusal(by: server) } }
            #expect(refused.hasPrefix("HTTP/1.1 503"))
        }
    }

    @Test("a TLS handshake that doesn't come is not waited for", arguments: ["", "\u{16}\u{3}\u{1}"])
    func handshake(sent: String) async throws {
        let directory = try TemporaryDirectory()
        let files = try SelfSigned().write(to: directory)
        let settings = ["tls-cert": files.certificate, "tls-key": files.key, "handshake-timeout": "1"]
        try await TestServer.run(settings: settings) { server async throws in
            #expect(try await RawConnection(to: server).answer(to: sent).isEmpty)
        }
        directory.remove()
    }

    @Test("a body that drips is ended, though no byte of it is late")
    func drip() async throws {
        try await TestServer.run(settings: ["request-timeout": "1"]) { server async throws in
            let (pieces, tap) = AsyncThrowingStream<String, any Error>.makeStream()
            let head =
                "POST /am/json/realms/alpha/authenticate HTTP/1.1\r\nHost: a\r\nX-Requested-With: x\r\nContent-Type: application/json\r\n"
            tap.yield(head + "Content-Length: 100000\r\n\r\n")
            let dripping = Task {
                while !Task.isCancelled {
                    tap.yield(" ")
                    try await Task.sleep(for: .milliseconds(50))
                }
            }
            let answer = try await RawConnection(to: server).answer(to: pieces)
            dripping.cancel()
            #expect(answer.hasPrefix("HTTP/1.1 408 Request Timeout"))
            #expect(answer.contains("\"code\":408"))
        }
    }

    @Test("who leaves makes room, for their own address and for all")
    func census() {
        let one = NetworkPrefix(of: "192.0.2.1")
        let other = NetworkPrefix(of: "192.0.2.2")
        let census = ConnectionCensus(most: 3, mostOfOne: 2)
        #expect(census.enter(one) && census.enter(one) && !census.enter(one))
        #expect(census.enter(other) && !census.enter(other))
        census.leave(one)
        #expect(census.open == 2 && census.enter(other) && !census.enter(one))
    }

    @Test("the limits follow from the descriptors there are, unless they are set")
    func derived() throws {
        func census(_ flags: [String: String], _ descriptors: Int) throws -> ConnectionCensus {
            ConnectionLimits(try ServerConfiguration(ResolvedSettings(flags: flags)), descriptors: descriptors).census
        }
        #expect(try census([:], 4096).most == 3840)
        #expect(try census([:], 4096).mostOfOne == 480)
        #expect(try census([:], 64).most == 32)
        #expect(try census(["max-connections": "100"], 4096).most == 100)
        #expect(try census(["max-connections": "100000"], 4096).most == 3840)
        #expect(try census(["max-connections-per-address": "9"], 4096).mostOfOne == 9)
        #expect(try census(["behind-proxy": "true"], 4096).mostOfOne == nil)
        #expect(DescriptorLimit.raise() > 64)
    }
}
