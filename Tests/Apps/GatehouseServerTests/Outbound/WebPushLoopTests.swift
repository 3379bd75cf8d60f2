import DeviceMessages
import DeviceRegistry
import Foundation
import GatehouseServer
import JOSE
import Primitives
import ServerTesting
import Testing
import WebPush
import Services
import Directory
import Foundations
import Messaging

@Suite("Web push from one end to the other")
struct WebPushLoopTests {
    private let secret = Secret(bytes: [UInt8](0..<16))

    @Test("a message by web push, over TLS, to the push resource of the built-in service: the device reads what was sent")
    func loop() async throws {
        let directory = try TemporaryDirectory()
        let files = try SelfSigned().write(to: directory)
        let requests = try OutboundRequests(authorities: files.certificate)
        try await TestServer.run(settings: ["tls-cert": files.certificate, "tls-key": files.key]) { server async throws in
            try await arrives(at: server, by: requests)
        }
        await requests.close()
        directory.remove()
    }

    private func arrives(at server: TestServer, by requests: OutboundRequests) async throws {
        let (domain, pair) = (server.domain, try WebPushKeyPair(random: SeededRandom(seed: 3)))
        let realm = try await domain.directory.realms.realm(at: .root)
        // Restricted to the realm's own key, so that its proof is verified too.
        let sender = try await Self.senderKey(of: realm, domain)
        let made = try await domain.messaging.push.subscriptions.create(for: "phone", realm: realm.id, senderKey: sender)
        let address = PushAddress.webPush(
            endpoint: "\(server.url)/push/\(made.token.reveal())", key: Base64URL.encode(pair.publicKey),
            secret: secret.withBytes { Base64URL.encode($0) })
        let message = try await domain.deviceRegistry.trialPush(to: "phone", in: realm, issuer: DeviceIssuer(base: server.url, realm: "r"))
        var configuration = PushConfiguration()
        configuration.allowsLoopback = true
        try await domain.messaging.notifications(by: requests, configuration).send(
            message, to: PushRecipient("phone", in: realm, application: "app", address: address))
        let opened = try await received(pair, in: realm, domain)
        #expect(PushEnvelope.statement(in: opened) == message.text)
    }

    /// What the device finds in its first letter.
    private func received(_ pair: WebPushKeyPair, in realm: Realm, _ domain: Services) async throws -> JSONObject {
        var events = try await domain.messaging.push.subscribe("phone", realm: realm.id).makeAsyncIterator()
        guard case .letter(let letter)? = try await events.next() else { return [:] }
        let body = Base64URL.decode(try JSONValue(parsing: letter.text)["body"]?.string ?? "") ?? []
        return try JSONValue(parsing: WebPush.open(body, with: pair, secret: secret)).object ?? [:]
    }

    private static func senderKey(of realm: Realm, _ domain: Services) async throws -> [UInt8] {
        guard case .ec(let key) = try await domain.messaging.pushSenderKeys.key(of: realm.id).material else { return [] }
        return [0x04] + key.x + key.y
    }
}
