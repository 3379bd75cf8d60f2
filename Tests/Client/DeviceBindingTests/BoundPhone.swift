import ClientTesting
import DeviceBinding
import DeviceBindingMessages
import DeviceFoundation
import Foundation
import JOSE
import JourneyMessages
import Primitives
import Synchronization

/// A phone that binds keys, and a server's side of what it signs.
struct BoundPhone: Sendable {
    static let application = "com.example.app"
    static let user = "id=demo,ou=user,o=alpha,ou=services,ou=am-config"

    let time = ManualTime()
    let store = InMemoryStore()
    let server: ScriptedServer
    let pins = TypedPINs()
    var verification: (any UserVerification)? = SimulatedVerification(.fingerprint)
    /// The hardware that keeps the keys; nil for software.
    var enclave: EnclaveDouble?
    var hasPINs = true
    var prefersPostQuantum = false

    init() throws { server = try ScriptedServer(time: time) }

    var device: Device { Device(transport: server, store: store, platform: "ios", time: time, random: SeededRandom(seed: 1)) }

    func binding(random seed: UInt64 = 1) -> DeviceBinding {
        let device = Device(transport: server, store: store, platform: "ios", time: time, random: SeededRandom(seed: seed))
        return DeviceBinding(
            at: ScriptedServer.address, on: device, application: Self.application, keys: enclave, verification: verification,
            pins: hasPINs ? pins : nil, postQuantum: prefersPostQuantum, mostWrongPINs: 3)
    }

    func question(
        _ authentication: DeviceBindingQuestion.Authentication = .none, user: String = user, furtherAlgorithms: [String] = []
    ) -> DeviceBindingQuestion {
        DeviceBindingQuestion(
            userID: user, username: String(user.dropFirst(3).prefix { $0 != "," }), authentication: authentication,
            challenge: "Y2hhbGxlbmdl",
            prompt: DevicePrompt(title: "Title", subtitle: "Subtitle", description: "Description"), furtherAlgorithms: furtherAlgorithms)
    }

    func signing(user: String? = user) -> DeviceSigningQuestion {
        DeviceSigningQuestion(userID: user, challenge: "c2lnbiB0aGlz", prompt: DevicePrompt(description: "Sign"))
    }

    /// What a server makes of a binding: the key that it keeps.
    func key(of outcome: DeviceBindingOutcome, user: String = user) throws -> JWK {
        guard case .bound(let jws, _, let identifier) = outcome, identifier.utf8.count == 40 else { throw UnexpectedOutcome() }
        let statement = try UnverifiedStatement(jws, allowing: BoundStatement.algorithms)
        guard let key = statement.embeddedKey else { throw UnexpectedOutcome() }
        try statement.verify(
            with: key,
            as: .init(challenge: "Y2hhbGxlbmdl", subject: user, applications: [Self.application], lifetime: 60), at: time.now)
        return key
    }

    /// What a server makes of a signature.
    func claims(of outcome: DeviceSigningOutcome, by key: JWK, user: String = user) throws -> JSONObject {
        guard case .signed(let jws) = outcome else { throw UnexpectedOutcome() }
        let statement = try UnverifiedStatement(jws, allowing: BoundStatement.algorithms)
        try statement.verify(
            with: key, as: .init(challenge: "c2lnbiB0aGlz", subject: user, applications: [Self.application], lifetime: 60), at: time.now)
        return statement.claimed.claims
    }
}

/// Another outcome than the test expects.
struct UnexpectedOutcome: Error {}

/// What is typed when a PIN is asked for; at first always the same.
final class TypedPINs: PINCollector {
    private let state = Mutex(State())

    private struct State {
        var next: String? = "1234"
        var asked: [(prompt: DevicePrompt, isNew: Bool)] = []
        var delay: (@Sendable () -> Void)?
    }

    func type(_ pin: String?) { state.withLock { $0.next = pin } }
    /// Lets something happen while the user types.
    func meanwhile(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.delay = body } }
    var asked: [(prompt: DevicePrompt, isNew: Bool)] { state.withLock { $0.asked } }

    func pin(_ prompt: DevicePrompt, isNew: Bool) async -> Secret? {
        let (pin, delay) = state.withLock { state in
            state.asked.append((prompt, isNew))
            return (state.next, state.delay)
        }
        delay?()
        return pin.map { Secret($0) }
    }
}

/// Chooses a user's key.
struct KeyOf: KeySelector {
    let username: String?
    func select(among keys: [BoundKey]) async -> BoundKey? { keys.first { $0.username == username } }
}
