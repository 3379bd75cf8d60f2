import Services
import HTTPTypes
import Crypto
import DeviceMessages
import Directory
import Foundation
import Foundations
import Messaging
import Primitives
import Store
import Testing
import WalletMessages
import Wallets

@Suite("Notices of mail, and requests", .timeLimit(.minutes(5)))
struct NoticeTests {
    @Test("a service is told by a POST with an empty body, to hosts alone that the realm allows")
    func callback() async throws {
        let server = try await WalletServer { $0.walletCallbackHosts = ["bank.example.com"] }
        let sender = try await TestWallet.registered(server, seed: 1)
        let bank = try await TestWallet.registered(server, seed: 2, reach: .callback("https://bank.example.com/mail?x=1"))
        for wrong in [
            "https://bank.example.com.evil.example/", "http://bank.example.com/", "https://u@bank.example.com/", "https://10.0.0.1/",
            "bank",
        ] {
            let service = try TestWallet(server, seed: 3)
            #expect(try await service.register(.callback(wrong)).code == "policy", "\(wrong)")
        }
        let (told, tell) = AsyncStream<OutboundRequest>.makeStream()
        server.outside.answer { request in
            tell.yield(request)
            return OutboundAnswer(status: 204, body: "")
        }
        #expect(try await sender.post([1], to: bank.id).status == 202)
        let request = try #require(await told.first { _ in true })
        #expect(request.url == "https://bank.example.com/mail?x=1" && request.method == "POST" && request.body == nil)
        #expect(request.content == nil && request.headers.isEmpty && request.reach == .publicAddresses(orLoopback: false))
    }

    @Test("a callback that hangs keeps no mail waiting, and is told once more afterwards")
    func hanging() async throws {
        let server = try await WalletServer { $0.walletCallbackHosts = ["bank.example.com"] }
        let sender = try await TestWallet.registered(server, seed: 1)
        let bank = try await TestWallet.registered(server, seed: 2, reach: .callback("https://bank.example.com/"))
        let (told, tell) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        server.outside.answer { _ in
            tell.yield()
            for await _ in released { break }
            throw DomainError(.conflict, "no answer")
        }
        var notices = told.makeAsyncIterator()
        #expect(try await sender.post([1], to: bank.id).status == 202)
        _ = await notices.next()
        for _ in 0..<3 { #expect(try await sender.post([2], to: bank.id).status == 202) }
        #expect(try await bank.mailbox().items.count == 4)
        #expect(server.outside.requests.count == 1)
        release.yield()
        _ = await notices.next()
        #expect(server.outside.requests.count == 2)
        release.finish()
    }

    @Test("a wallet is told by a silent push that says nothing, over the application that the realm names")
    func push() async throws {
        let server = try await WalletServer()
        let sender = try await TestWallet.registered(server, seed: 1)
        let wallet = try await TestWallet.registered(server, seed: 2, reach: .push(.builtIn))
        let stream = try await server.domain.messaging.push.subscribe(wallet.id.text, realm: server.realm.id)
        #expect(try await sender.post([1], to: wallet.id).status == 202)
        for try await event in stream {
            guard case .letter(let letter) = event else { continue }
            #expect(letter.text == "wallet-mail")
            break
        }
    }

    @Test("a push goes with the credentials of the application that the realm names, silently, and not without one")
    func application() async throws {
        let token = String(repeating: "a1", count: 32)
        let server = try await WalletServer()
        let sender = try await TestWallet.registered(server, seed: 1)
        let wallet = try await TestWallet.registered(server, seed: 2, reach: .push(.apns(token: token, isSandbox: false)))
        var settings = ApplicationSettings()
        settings.kind = .native
        var mobile = MobileSettings()
        mobile.bundleID = "org.example.wallet"
        settings.mobile = mobile
        try await server.domain.directory.applications.create(
            Directory.Application(id: "wallet-app", realm: server.realm.id, settings: settings, secret: nil))
        let key = try P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 1, count: 32)).pemRepresentation
        let credential = try PushCredential.Content(
            json: ["type": "APNS", "key": "ABC123DEFG", "teamId": "DEF123GHIJ", "token": .string(key)])
        _ = try await server.domain.messaging.pushCredentials.create(credential, of: "wallet-app", in: server.realm.id)
        let (told, tell) = AsyncStream<OutboundRequest>.makeStream()
        server.outside.answer { request in
            tell.yield(request)
            return OutboundAnswer(status: 200, body: "")
        }
        #expect(try await sender.post([1], to: wallet.id).status == 202)
        var realm = server.realm
        realm.settings[WalletSettings.self].walletApplication = "wallet-app"
        try await server.domain.directory.realms.update(realm)
        #expect(try await sender.post([2], to: wallet.id).status == 202)
        let request = try #require(await told.first { _ in true })
        #expect(request.url.hasSuffix("/3/device/\(token)"))
        #expect(request.headers.contains { $0.name == "apns-topic" && $0.value == "org.example.wallet" })
        let payload = try JSONValue(parsing: request.body ?? "")
        #expect(payload["gh"] == "wallet-mail" && payload["aps"] == ["content-available": 1] && payload.object?.members.count == 2)
        #expect(server.outside.requests.count == 1)
    }

    @Test("a request is kept for its time, for any reader; its instance is the caller")
    func requests() async throws {
        let server = try await WalletServer()
        let (bank, other) = (try await TestWallet.registered(server, seed: 1), try await TestWallet.registered(server, seed: 2))
        let request = SharedRequest(instance: bank.id, challenge: bank.random.uuid(), message: "For your account", keys: ["accountNumber"])
        func keep(_ request: SharedRequest, for seconds: TimeInterval, by wallet: TestWallet) async throws -> WalletServer.WalletAnswer {
            try await wallet.call(
                .post, server.service.requests, RequestKeeping(request: request, expires: server.time.now + seconds).json)
        }
        let kept = try KeptRequest(json: try await keep(request, for: 60, by: bank).json)
        #expect(kept.url == server.service.request(kept.id))
        #expect(try SharedRequest(json: try await server.send(.get, kept.url).json) == request)
        #expect(try await keep(request, for: 60, by: other).code == "policy")
        #expect(try await keep(request, for: -1, by: bank).code == "expired")
        #expect(try await keep(request, for: 31 * 86_400, by: bank).code == "malformed")
        server.time.advance(by: 61)
        #expect(try await server.send(.get, kept.url).code == "not_found")
        for _ in 0..<256 { #expect(try await keep(request, for: 600, by: bank).status == 201) }
        #expect(try await keep(request, for: 600, by: bank).code == "full")
    }
}
