internal import DeviceFoundation
internal import DeviceMessages
internal import DeviceRegistry
internal import Directory
internal import Foundation
internal import Foundations
internal import Messaging
internal import PingIDMessages
internal import PingIDService
internal import Primitives
internal import Services

/// A customer's application, its users and their phones.
final class TrustWorld: Sendable {
    static let application = SimulatedServer.application

    let world: World
    let customer: SimulatedCustomer
    let watch: TrustWatch
    /// The phones, and whose each of them is.
    let phones: [TrustPhone]
    let users: [String: UUID]
    private let byUser: [String: [TrustPhone]]

    init(_ world: World) async throws {
        self.world = world
        let domain = world.server.domain
        var realm = world.realm
        realm.settings[DeviceSettings.self].migrationsUntil = "2100-01-01T00:00:00Z"
        try await domain.directory.realms.update(realm)
        try await domain.pingID.applications.set(PingIDRules(), of: Self.application, in: realm)
        let key = try await domain.pingID.organisationKeys.make(in: realm)
        var users: [String: UUID] = [:]
        let count = max(1, world.plan.phones / 2)
        for number in 0..<count {
            let name = "user-\(number)"
            users[name] = try await domain.pingID.users.add(UserReference(name), JSONObject(), to: Self.application, in: realm).user.id
        }
        self.users = users
        watch = TrustWatch(world, users)
        customer = SimulatedCustomer(world: world, key: key, watch: watch)
        let (watch, customer, plan) = (watch, customer, world.plan)
        phones = (0..<plan.phones).map { number in
            let dice = Dice(seed: plan.seed &* 1_000_003 &+ UInt64(number))
            // Some phones have two users.
            let names = ["user-\(number % count)"] + (dice.happens(0.2) ? ["user-\(dice.pick(count))"] : [])
            return TrustPhone(number, users: names, world: world, customer: customer, watch: watch, dice: dice)
        }
        byUser = phones.reduce(into: [:]) { found, phone in for user in Set(phone.users) { found[user, default: []].append(phone) } }
        for phone in phones { phone.join(self) }
    }

    func phones(of user: String) -> [TrustPhone] { byUser[user] ?? [] }

    /// The push service looks into the mailboxes of a user's phones.
    func push(to user: String) async {
        let domain = world.server.domain
        do {
            for seen in try await domain.pingID.seenDevices(of: UserReference(user), application: Self.application, in: world.realm) {
                // The server's knowledge counts: a phone whose process ended while it was paired hears of its trust with its next message.
                guard let installation = seen.installation,
                    let phone = phones(of: user).first(where: { $0.name == installation.device.name })
                else { continue }
                phone.deliver(try await domain.messaging.push.waiting(for: installation.id, realm: world.realm.id))
            }
        } catch { world.violate("the mailbox can't be read: \(error)") }
    }
}

/// The customer's server: it hands payloads on, signs its requests, and verifies what it is answered.
struct SimulatedCustomer: Sendable {
    let world: World
    let key: OrganisationKeys.IssuedKey
    let watch: TrustWatch

    /// Asks; nil when no answer came. Now and then a request is sent twice.
    func ask(_ method: HTTPMethod, _ resource: String, _ body: JSONObject? = nil, about user: String? = nil) async -> JSONValue? {
        let path = "/pingid/v1/accounts/\(key.account)/applications/\(TrustWorld.application)" + resource
        let bytes = body.map { JSONValue.object($0).encoded } ?? []
        guard let url = URL(string: SimulatedServer.base + path) else { return nil }
        let signed = SignedRequest(
            method: method.rawValue, host: url.host() ?? "", path: path, query: "", body: bytes)
        let signature = RequestSignature(
            account: key.account, token: key.token, requestID: Base64URL.encode(world.dice.bytes(16)),
            expires: world.scheduler.time.now.addingTimeInterval(60))
        var request = HTTPRequest(method, url, body: bytes)
        request.headers["Content-Type"] = "application/json"
        guard let field = try? signature.field(for: signed, key: key.key) else { return nil }
        request.headers["Authorization"] = field
        let answer = await watch.around(user.map { [$0] } ?? []) { await world.deliver(request) }
        guard let answer else { return nil }
        if world.dice.happens(world.plan.faults.doubled) {
            let again = await watch.around(user.map { [$0] } ?? []) { await world.deliver(request) }
            if let again, again.status != 401 { world.violate("a signed request counted twice: \(method.rawValue) \(resource)") }
        }
        verify(answer, signed, signature)
        return try? answer.json()
    }

    private func verify(_ answer: HTTPResponse, _ request: SignedRequest, _ signature: RequestSignature) {
        guard let text = answer.headers[AnswerSignature.field] else { return world.violate("an answer wasn't signed") }
        do {
            try AnswerSignature(status: answer.status, body: answer.body).verify(
                text, answering: request, signature: signature, key: key.key)
        } catch { world.violate("an answer's signature is wrong: \(error)") }
    }
}
