import Crypto
package import Foundation
import Foundations
import JOSE
import JourneyModel
import Primitives

/// Seals a run's state into `authId` and opens it again: a compact JWE, `dir` with `A256GCM` (RFC 7516).
///
/// The state's bindings are sealed with it: the realm, the journey, the expiry in seconds since 1970, and the hash of the browser's
/// binding; its purpose is in the key. The header holds nothing but the key's name, so that it is written and read as a whole.
package struct StateSealer: Sendable {
    private static let limits = JOSELimits(token: JourneyLimits.state * 2)

    private let keys: SealingEpochs

    /// - Parameter keys: the keys that seal nothing but states.
    init(_ keys: SealingEpochs) { self.keys = keys }

    /// The `authId` of a state.
    package func seal(_ state: JourneyState, realm: UUID, binding: String?) throws -> String {
        let content = JSONValue.object(Self.bound(state, realm, binding)).encoded
        guard content.count <= JourneyLimits.state else {
            // The client's answers fill it.
            throw JourneyRunError(.failed, message: "the answers are too long")
        }
        return try keys.seal(content)
    }

    /// The state of an `authId`.
    ///
    /// - Throws: ``JourneyRunError`` with `.forged` when it isn't ours, isn't whole, or belongs to another realm or browser, and
    ///   `.timedOut` when it is too old.
    package func open(_ authID: String, realm: UUID, binding: String?, at now: Date) throws(JourneyRunError) -> JourneyState {
        let plaintext: [UInt8]
        do { plaintext = try keys.open(authID, limits: Self.limits).plaintext } catch { throw JourneyRunError(.forged, underlying: error) }
        guard let json = try? JSONValue(parsing: plaintext, limits: .own()),
            json[Self.realmName]?.string.flatMap(UUID.init(text:)) == realm,
            json[Self.bindingName]?.string == binding.map(Self.hash), let seconds = json[Self.expiryName]?.integer,
            let state = JourneyState(json: json, expires: Date(timeIntervalSince1970: TimeInterval(seconds)))
        else { throw JourneyRunError(.forged) }
        guard now < state.expires else { throw JourneyRunError(.timedOut) }
        return state
    }

    private static let (realmName, bindingName, expiryName) = ("rlm", "bnd", "exp")

    private static func bound(_ state: JourneyState, _ realm: UUID, _ binding: String?) -> JSONObject {
        var content = state.json
        content[realmName] = .string(realm.text)
        content[bindingName] = binding.map { .string(hash($0)) }
        content[expiryName] = .integer(Int64(state.expires.timeIntervalSince1970))
        return content
    }

    private static func hash(_ binding: String) -> String { Base64URL.encode(SHA256.hash(data: Array(binding.utf8)).prefix(16)) }
}
