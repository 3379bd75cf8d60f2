import DeviceMessages
import Foundation
import GatehouseServer
import NIOCore
import NIOPosix
import Primitives
import ServerTesting
import Testing
import Services
import Foundations
import Messaging
import Directory

@Suite("Requests of the server's own")
struct OutboundRequestsTests {
    private static func withServer(
        _ body: (TestServer, OutboundRequests) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let files = try SelfSigned().write(to: directory)
        let requests = try OutboundRequests(authorities: files.certificate)
        try await TestServer.run(settings: ["tls-cert": files.certificate, "tls-key": files.key]) { server async throws in
            try await body(server, requests)
        }
        await requests.close()
        directory.remove()
    }

    private static func request(_ url: String, _ reach: OutboundReach = .anywhere) -> OutboundRequest {
        var request = OutboundRequest(url: url)
        request.reach = reach
        return request
    }

    @Test("an authority of a file is trusted, and only then")
    func authorities() async throws {
        try await Self.withServer { server, requests async throws in
            #expect(try await requests.send(Self.request(server.url + "/live")).status == 200)
            let others = OutboundRequests()
            await #expect(throws: (any Error).self) { try await others.send(Self.request(server.url + "/live")) }
            await others.close()
        }
        #expect(throws: ServerError(.badFile)) { try OutboundRequests(authorities: "/nowhere.pem") }
    }

    @Test("what somebody else names is reached only at a public address, looked at before anything is sent")
    func reach() async throws {
        try await Self.withServer { server, requests async throws in
            let named = server.url.replacing("127.0.0.1", with: "localhost")
            for url in [
                server.url, named, "https://127.1", "https://0.0.0.0", "https://[::1]", "https://[::ffff:127.0.0.1]", "https://10.0.0.1",
                "https://169.254.169.254", "https://does-not-exist.invalid", "https://", "x",
            ] {
                await #expect(throws: OutboundReach.Refused.self) {
                    try await requests.send(Self.request(url + "/live", .publicAddresses(orLoopback: false)))
                }
            }
            // The name is kept for the certificate, the address for the connection; it is used again.
            for _ in 0..<3 {
                #expect(try await requests.send(Self.request(named + "/live", .publicAddresses(orLoopback: true))).status == 200)
            }
            #expect(try await requests.send(Self.request(server.url + "/live", .publicAddresses(orLoopback: true))).status == 200)
            await #expect(throws: OutboundReach.Refused.self) {
                try await requests.send(Self.request("https://10.0.0.1/", .publicAddresses(orLoopback: true)))
            }
        }
    }

    @Test("a server that doesn't answer is waited for as long as is set")
    func timeout() async throws {
        let silent = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup).bind(host: "127.0.0.1", port: 0).get()
        let request = Self.request("http://127.0.0.1:\(try #require(silent.localAddress?.port))/")
        let (brief, standard) = (try OutboundRequests(authorities: nil, timeout: 1), try OutboundRequests(authorities: nil))
        await withTaskGroup(of: String.self) { group in
            for (name, requests) in [("a second", brief), ("unless set", standard)] {
                group.addTask { (try? await requests.send(request)) == nil ? name : "answered" }
            }
            #expect(await group.next() == "a second")
            group.cancelAll()
        }
        await brief.close()
        await standard.close()
        try await silent.close().get()
    }

    @Test("HTTP/2 is offered to those alone that speak nothing else")
    func protocols() async throws {
        let directory = try TemporaryDirectory()
        let files = try SelfSigned().write(to: directory)
        let requests = try OutboundRequests(authorities: files.certificate)
        let server = try await ProtocolServer(files)
        for (reach, needsHTTP2, expected) in [
            (OutboundReach.anywhere, false, "http/1.1"), (.anywhere, true, "h2"), (.publicAddresses(orLoopback: true), false, "http/1.1"),
        ] {
            var request = Self.request("https://localhost:\(server.port)/", reach)
            request.needsHTTP2 = needsHTTP2
            await #expect(throws: (any Error).self) { try await requests.send(request) }
            #expect(server.chosen == expected)
        }
        await requests.close()
        directory.remove()
    }

    @Test("a redirect isn't followed")
    func redirect() async throws {
        try await Self.withServer { server, requests async throws in
            let answer = try await requests.send(
                Self.request(server.url + "/realms/alpha/account", .publicAddresses(orLoopback: true)))
            #expect((300...399).contains(answer.status) && answer.headers.contains { $0.name.lowercased() == "location" })
        }
    }

    @Test("a body of bytes arrives as it is")
    func bytes() async throws {
        try await Self.withServer { server, requests async throws in
            let realm = try await server.domain.directory.realms.realm(at: .root)
            let made = try await server.domain.messaging.push.subscriptions.create(for: "phone", realm: realm.id)
            var request = OutboundRequest(
                url: "\(server.url)/push/\(made.token.reveal())", method: "POST",
                headers: [("TTL", "60"), ("Content-Encoding", "aes128gcm")])
            request.content = (0...255).map { $0 }
            #expect(try await requests.send(request).status == 201)
            var events = try await server.domain.messaging.push.subscribe("phone", realm: realm.id).makeAsyncIterator()
            guard case .letter(let letter)? = try await events.next() else { return }
            #expect(try JSONValue(parsing: letter.text)["body"]?.string == Base64URL.encode((0...255).map { $0 }))
        }
    }
}
