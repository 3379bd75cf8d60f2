import Crypto
import Foundation
import JOSE
import Primitives

/// Seals a run's state into `authId` and opens it again: a compact JWE, `dir` with `A256GCM` (RFC 7516).
///
/// What the state is bound to stands in the authenticated header: its purpose, the realm, the outermost journey and its content,
/// the expiry in seconds since 1970, and the hash of the browser's binding. Nothing in it is believed before it has opened.
struct StateSealer: Sendable {
    private static let purpose = "journey"
    private static let limits = JOSELimits(token: JourneyLimits.state * 2)

    private let sealing: SealingKey
    private let opening: OpeningKey
    private let random: OpaqueRandom

    /// - Parameter key: 32 bytes that serve nothing else.
    init(key: Secret, random: any RandomSource) throws {
        let key = JWK(.symmetric(key))
        sealing = try SealingKey(key, algorithm: .direct, encryption: .a256GCM)
        opening = try OpeningKey(key, algorithm: .direct, encryptions: [.a256GCM])
        self.random = OpaqueRandom(source: random)
    }

    /// The `authId` of a state.
    func seal(_ state: JourneyState, realm: UUID, binding: String?) throws -> String {
        let content = state.json.encoded
        guard content.count <= JourneyLimits.state else { throw JourneyError.fault("a journey's state is too large") }
        return try JWE.seal(content, with: sealing, header: Self.header(state, realm, binding), random: random)
    }

    /// The state of an `authId`.
    ///
    /// - Throws: ``JourneyError`` with `.forged` when it isn't ours, isn't whole, or belongs to another realm or browser, and
    ///   `.timedOut` when it is too old.
    func open(_ authID: String, realm: UUID, binding: String?, at now: Date) throws(JourneyError) -> JourneyState {
        let opened: JWE.Opened
        do {
            opened = try JWE.open(authID, with: opening, requiring: Self.required(realm, binding), limits: Self.limits)
        } catch { throw JourneyError(.forged, underlying: error) }
        guard opened.header["bnd"] == Self.required(realm, binding)["bnd"], let seconds = opened.header["exp"]?.integer,
            let json = try? JSONValue(parsing: opened.plaintext),
            let state = JourneyState(json: json, expires: Date(timeIntervalSince1970: TimeInterval(seconds)))
        else { throw JourneyError(.forged) }
        guard now < state.expires else { throw JourneyError(.timedOut) }
        return state
    }

    private static func header(_ state: JourneyState, _ realm: UUID, _ binding: String?) -> JSONObject {
        var header = required(realm, binding)
        header["jrn"] = state.frames.first.map { .string($0.journey) }
        header["rev"] = state.frames.first.map { .string($0.fingerprint) }
        header["exp"] = .integer(Int64(state.expires.timeIntervalSince1970))
        return header
    }

    private static func required(_ realm: UUID, _ binding: String?) -> JSONObject {
        var header: JSONObject = ["use": .string(purpose), "rlm": .string(realm.uuidString)]
        header["bnd"] = binding.map { .string(Base64URL.encode(SHA256.hash(data: Array($0.utf8)).prefix(16))) }
        return header
    }
}

/// A random source of any kind, where one of a definite kind is asked for.
struct OpaqueRandom: RandomSource {
    let source: any RandomSource

    func bytes(_ count: Int) -> [UInt8] { source.bytes(count) }
}
