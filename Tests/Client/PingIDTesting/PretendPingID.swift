import ClientTesting
package import DeviceFoundation
package import DeviceMessages
import Foundation
package import JOSE
package import PingIDMessages
package import Primitives
import Synchronization

/// A server of the older product in memory, as far as a device and a customer's server can see: made of the kernel's messages alone.
package final class PretendPingID: HTTPTransport {
    package struct Known: Sendable {
        package var key: JWK
        package var agreement: JWK?
        package var seed: CounterSeed
        /// The lowest counter that is taken.
        package var counter: UInt64 = 0
        package var push: PushAddress?
        package var users: [TrustedUser] = []
        package var isRooted = false

        func level(for username: String, at now: Date) -> TrustLevel? {
            guard let user = users.first(where: { $0.username == username }) else { return nil }
            if user.level == .ignored, let end = user.ignoredUntil, end <= now { return nil }
            return user.level
        }
    }

    package struct Session: Sendable {
        package var username: String
        /// The installation that may choose.
        package var chooser: String
        /// The installation that the choice is about.
        package var subject: String
        package var nonce: String?
        package var levels: [TrustLevel]
        package var selection: UserSelection?
        package var isOver = false
    }

    package struct Token: Sendable {
        package var users: [TokenUser]
        package var status: TokenStatus
        /// The states that follow when nobody on the phone is asked.
        package var next: [TokenStatus] = []
        package var context: String?
        package var installation: String?
        package var session: String?

        package init(users: [TokenUser], status: TokenStatus, next: [TokenStatus] = [], context: String? = nil) {
            self.users = users
            self.status = status
            self.next = next
            self.context = context
        }
    }

    package struct State: Sendable {
        package var installations: [String: Known] = [:]
        package var sessions: [String: Session] = [:]
        package var tokens: [String: Token] = [:]
        package var spent: Set<String> = []
        package var pendingSteps: [String: String] = [:]
        package var acknowledged: Set<String> = []
        package var logs: [String] = []
        package var isRootDetectionRequired = false
        package var isDown = false
        package var failure: TransportError.Code = .cannotConnect
        package var refusals: [PingIDCall: DeviceError] = [:]
        package var answers: [PingIDCall: HTTPResponse] = [:]
        package var hasSealingKey = true
    }

    package let issuer: DeviceIssuer
    package let time: any TimeSource
    package let random = SeededRandom(seed: 77)
    package let statements: JWK
    package let sealing: JWK
    private let state = Mutex(State())
    private let log = Mutex<[HTTPRequest]>([])

    package init(time: any TimeSource, realm: String = "0f3c1b7e-5a6d-4c8e-9f21-3b4c5d6e7f80", seed: UInt64 = 1) throws {
        self.time = time
        issuer = DeviceIssuer(base: "https://login.example.com", realm: realm)
        statements = try JWK.generate(.p256, random: SeededRandom(seed: seed))
        sealing = try JWK.generate(.p256, random: SeededRandom(seed: seed + 1))
    }

    package var requests: [HTTPRequest] { log.withLock { $0 } }
    package func requests(_ call: PingIDCall) -> [HTTPRequest] { requests.filter { $0.url.path().hasSuffix(call.rawValue) } }
    package func change<Result: Sendable>(_ edit: (inout State) -> Result) -> Result { state.withLock { edit(&$0) } }
    package var now: State { state.withLock { $0 } }

    /// The number of primary devices of a user.
    package func primaries(of username: String) -> Int {
        now.installations.values.count { $0.users.contains { $0.username == username && $0.level == .primary } }
    }

    // MARK: - Transport

    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        log.withLock { $0.append(request) }
        let now = now
        if now.isDown { throw TransportError(now.failure, "down") }
        let path = String(request.url.path().dropFirst("/device/v1/\(issuer.realm)".count))
        if path == "/jwks" { return .json(document) }
        guard let call = PingIDCall(exactly: path) else { return .json(["code": "x"], status: 404) }
        if let answer = now.answers[call] { return answer }
        do throws(DeviceError) { return .json(try answer(call, request).json) } catch {
            return .json(error.json, status: error.pingIDStatus)
        }
    }

    package func stream(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        throw TransportError(.cannotConnect, "there are no streams here")
    }

    private var document: JSONValue {
        var key = sealing.publicJSON ?? JSONObject()
        key["use"] = "enc"
        return DeviceKeys.document(
            statements: [statements.publicJSON ?? JSONObject()], tokens: now.hasSealingKey ? [key] : [])
    }

    private func answer(_ call: PingIDCall, _ request: HTTPRequest) throws(DeviceError) -> ExchangeAnswer {
        let installation = try prove(request)
        if let refusal = now.refusals[call] { throw refusal }
        let exchange = try Exchange(json: (try? JSONValue(parsing: request.body)) ?? .null)
        change { state in
            if let counter = exchange.counter {
                let lowest = state.installations[installation]?.counter ?? 0
                state.installations[installation]?.counter = max(counter, lowest)
            }
            if let push = exchange.push { state.installations[installation]?.push = push }
        }
        let content = try handle(call, exchange.content, installation)
        return ExchangeAnswer(try standing(of: installation, knowsSeed: exchange.counter != nil), content: content)
    }

    private func prove(_ request: HTTPRequest) throws(DeviceError) -> String {
        let proof = try UnverifiedDeviceProof(request.headers[DeviceProof.field] ?? "")
        guard case .embedded(let key) = proof.claimed.key else { throw DeviceError(.invalidProof, "without its key") }
        let verified = try proof.verify(
            with: ProofKey(key), method: request.method.rawValue, url: request.url.absoluteString, body: request.body, at: time.now)
        guard change({ $0.spent.insert("proof \(verified.id)").inserted }) else { throw DeviceError(.replayed, "proof") }
        if now.installations[verified.installation] == nil {
            let seed = CounterSeed(secret: Secret(bytes: random.bytes(32)))
            change { $0.installations[verified.installation] = Known(key: key, seed: seed) }
        }
        return verified.installation
    }

    /// The installation's state, with the seed for a device that names no counter: one that has none, or that ended before it kept it.
    package func standing(of installation: String, knowsSeed: Bool) throws(DeviceError) -> Standing {
        guard let known = now.installations[installation] else { throw DeviceError(.notPaired, "unknown") }
        var standing = Standing(users: known.users, isRootDetectionRequired: now.isRootDetectionRequired)
        guard let agreement = known.agreement, !known.users.isEmpty else { return standing }
        standing.counter = known.counter
        guard !knowsSeed else { return standing }
        standing.passcode = try CounterSeed(secret: known.seed.secret, counter: known.counter).sealed(for: agreement, random: random)
        return standing
    }

    /// Takes a passcode that a user typed.
    package func accept(passcode: String, of installation: String) throws(DeviceError) -> Bool {
        guard let known = now.installations[installation], let counter = try known.seed.verify(passcode, from: known.counter) else {
            return false
        }
        change { $0.installations[installation]?.counter = counter + 1 }
        return true
    }
}
