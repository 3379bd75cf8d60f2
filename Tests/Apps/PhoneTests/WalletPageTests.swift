import ArgumentParser
import AsyncHTTPTransport
import DeviceFoundation
import Foundation
import Primitives
import ServerTesting
import Testing
import VerifiableClaims
import Wallet
import WalletMessages

@testable import phone

@Suite("The wallet on the phone's page, against a server", .timeLimit(.minutes(5)))
struct WalletPageTests {
    /// A served page whose wallet has joined a server, and a service there.
    private struct Scene {
        let page: PhonePage
        let address: String
        let service: Wallet
        /// The phone's folder.
        let directory: String
        let inbox = SharesInbox()

        func get(_ path: String) async throws -> HTTPResponse {
            try await AsyncHTTPTransport().send(HTTPRequest(.get, try #require(URL(string: address + path))))
        }

        func text(_ path: String) async throws -> String { String(decoding: try await get(path).body, as: UTF8.self) }

        /// Presses a button of the page, with its token.
        func press(_ path: String, _ fields: [(String, String)] = []) async throws -> Int {
            var request = HTTPRequest(.post, try #require(URL(string: address + path)))
            var form = URLComponents()
            form.queryItems = ([("token", page.token)] + fields).map { URLQueryItem(name: $0.0, value: $0.1) }
            request.setForm(encoded: form.percentEncodedQuery ?? "")
            return try await AsyncHTTPTransport().send(request).status
        }

        var view: WalletShelf.View { get async { await page.session.view().wallet } }
        func look() async { await page.session.withWallet { await $0.look() } }
        var walletID: UUID { get async throws { try #require(await view.id) } }
    }

    private func run(_ body: @Sendable @escaping (Scene) async throws -> Void) async throws {
        try await TestServer.run { server in
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let page = PhonePage(
                try PhoneSession(try PhoneOptions.parse(["--data", directory.path])), name: "A", port: 0, random: SeededRandom(seed: 3))
            // Without its three seconds: a test looks for mail itself.
            await page.session.prepareWallet()
            let base = "\(server.url)/wallets/alpha/v1/"
            let device = Device(transport: try AsyncHTTPTransport(), store: InMemoryStore(), keepsCookies: false)
            let service = try await Wallet.open(
                WalletClientConfiguration(address: WalletService(pingBaseURL: base).base, consent: ConsentByCall()), on: device)
            try await service.register()
            let (addresses, feed) = AsyncStream.makeStream(of: String.self)
            let running = Task { try await page.run { feed.yield($0) } }
            defer { running.cancel() }
            for await address in addresses {
                let scene = Scene(page: page, address: String(address.dropLast()), service: service, directory: directory.path)
                #expect(try await scene.text("/wallet").contains("has joined no server yet"))
                #expect(try await scene.press("/wallet/join", [("address", base)]) == 303)
                try await body(scene)
                return
            }
        }
    }

    private static let hostile = "\"><script>alert(1)</script>'&"
    private static let svg = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"

    @Test("a card is shown escaped, its picture as an image alone, and revoked once it is")
    func cards() async throws {
        try await run { scene in
            let pairs = [
                ClaimContent.Pair("CardType", Self.hostile), ClaimContent.Pair(Self.hostile, Self.hostile),
                ClaimContent.Pair("CardImage", Self.svg),
            ]
            let claim = try await scene.service.issue(ClaimDraft(pairs), to: try await scene.walletID, message: Self.hostile)
            await scene.look()
            let shown = try await scene.text("/wallet")
            #expect(shown.contains("&quot;&gt;&lt;script&gt;alert(1)") && !shown.contains("<script>alert") && !shown.contains("<svg"))
            let place = "/wallet/card/\(claim.head.id.text)"
            #expect(shown.contains("<img src=\"\(place)\"") && shown.contains("data-state=\"good\""))
            let picture = try await scene.get(place)
            #expect(picture.headers["Content-Type"] == "image/svg+xml" && picture.body == Array(Self.svg.utf8))
            #expect(picture.headers["Content-Security-Policy"] == CardImage.policy)
            #expect(try await scene.get("/wallet").headers["Content-Security-Policy"]?.contains("img-src 'self'") == true)
            #expect(try await scene.get("/wallet/card/\(UUID().uuidString)").status == 404)
            try await scene.service.expire(claim.head, at: Date(timeIntervalSinceNow: -1))
            await scene.look()
            #expect(try await scene.text("/wallet/live").contains("data-state=\"expired\""))
            #expect(try await scene.press("/wallet/remove", [("claim", claim.head.id.text)]) == 303)
            #expect(await scene.view.claims.isEmpty)
        }
    }

    @Test("an answer has what was chosen and no more, and is in the history")
    func answers() async throws {
        try await run { scene in
            let id = try await scene.walletID
            let pairs = [ClaimContent.Pair("name", "Ann"), ClaimContent.Pair("number", "4711")]
            try await scene.service.issue(ClaimDraft(pairs), to: id)
            try await scene.service.request(["name", "number", "size"], from: id, message: Self.hostile)
            await scene.look()
            let waiting = try #require(await scene.view.requests.first)
            #expect(waiting.choices.map(\.asked) == [[0, 1]] && waiting.missing == ["size"])
            let shown = try await scene.text("/wallet/live")
            #expect(shown.contains("<q>&quot;&gt;&lt;script&gt;") && !shown.contains("<script>"))
            // Nothing chosen is nothing shared, and the request stays.
            #expect(try await scene.press("/wallet/answer", [("request", waiting.id)]) == 303)
            let unchanged = await scene.view
            #expect(unchanged.requests.count == 1 && unchanged.history.isEmpty)
            let chosen = [
                ("request", waiting.id), ("pick-0-0", "1"), ("word-0", "44"), ("pick-9-9", "1"), ("pick-x", "1"), ("word-7", "x"),
            ]
            #expect(try await scene.press("/wallet/answer", chosen) == 303)
            #expect(await scene.view.requests.isEmpty)
            #expect(await scene.view.history.map(\.keys) == [["name", "size"]])
            try await scene.service.receive(scene.inbox)
            #expect(await scene.inbox.pairs == [["name": "Ann"], ["size": "44"]])
        }
    }

    @Test("a request that is scanned is dismissed without a word to its sender")
    func dismissed() async throws {
        try await run { scene in
            let (url, _) = try await scene.service.publishRequest(["name"])
            #expect(try await scene.press("/wallet/scan", [("request", url)]) == 303)
            #expect(try await scene.press("/wallet/scan", [("request", url)]) == 303)
            let waiting = await scene.view.requests
            #expect(waiting.count == 1)
            #expect(try await scene.press("/wallet/answer", [("request", waiting[0].id), ("dismiss", "1")]) == 303)
            try await scene.service.receive(scene.inbox)
            #expect(await scene.view.requests.isEmpty)
            #expect(await scene.inbox.pairs.isEmpty)
        }
    }

    @Test("a request that waits outlasts the page, and one that was dismissed is gone")
    func outlasts() async throws {
        try await run { scene in
            try await scene.service.request(["name"], from: try await scene.walletID, message: "Who are you?")
            await scene.look()
            let waiting = try #require(await scene.view.requests.first)
            func later() async throws -> [String] {
                let session = try PhoneSession(try PhoneOptions.parse(["--data", scene.directory]))
                await session.prepareWallet().look()
                return await session.view().wallet.requests.map(\.id)
            }
            #expect(try await later() == [waiting.id])
            #expect(try await scene.press("/wallet/answer", [("request", waiting.id), ("dismiss", "1")]) == 303)
            #expect(try await later().isEmpty)
        }
    }

    @Test("a form without the page's token shares nothing", arguments: ["join", "scan", "answer", "remove", "check", "clear"])
    func token(_ name: String) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let page = PhonePage(
            try PhoneSession(try PhoneOptions.parse(["--data", directory.path, "--offline"])), name: "A", port: 0,
            random: SeededRandom(seed: 3))
        let (addresses, feed) = AsyncStream.makeStream(of: String.self)
        let running = Task { try await page.run { feed.yield($0) } }
        defer { running.cancel() }
        for await address in addresses {
            var request = HTTPRequest(.post, try #require(URL(string: "\(address)wallet/\(name)")))
            request.setForm(encoded: "token=wrong")
            #expect(try await AsyncHTTPTransport().send(request).status == 403)
            return
        }
    }

    @Test(
        "a picture is SVG of at most 1 MiB, and anything else is none",
        arguments: [
            ("<svg/>", true), (" \n<?xml version='1.0'?><svg/>", true), ("<html><svg/>", false), ("", false),
            ("data:image/svg+xml,<svg/>", false),
            ("<svg>" + String(repeating: "a", count: 1 << 20), false),
        ])
    func pictures(_ value: String, _ isShown: Bool) throws { #expect((CardImage(value: value) != nil) == isShown) }
}

/// Keeps the pairs that a service receives.
private actor SharesInbox: WalletInbox {
    private(set) var pairs: [[String: String]] = []

    func receive(_ message: ReceivedMessage) {
        guard case .shares(let shares) = message.content else { return }
        for share in shares {
            let found: [(String, String)] =
                switch share {
                case .claim(let claim): claim.pairs.map { ($0.key.content, $0.value.content) }
                case .data(let data): data.map { ($0.key, $0.value) }
                }
            pairs.append(Dictionary(uniqueKeysWithValues: found))
        }
    }

    func receive(failure: WalletError) { Issue.record("\(failure.reason)") }
}
