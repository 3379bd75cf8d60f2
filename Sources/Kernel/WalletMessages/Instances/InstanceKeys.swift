public import DeviceMessages
public import Foundation
public import JOSE
public import Primitives
public import TransparencyLog
import VerifiableClaims

/// The keys of an instance, each with its entry in the log, so that a key in another's place is noticed: `GET /instances/{id}/keys`
/// (`docs/protocols/claims.md` 5.3).
public struct InstanceKeys: Sendable, Equatable {
    /// A key that signs, or signed once.
    public struct Signing: Sendable, Equatable {
        /// The public key.
        public var key: JWK
        /// The time at which it stopped being the current one, in whole seconds; nil for the current one.
        public var ended: Date?
        /// The entry that says since when it is the instance's.
        public var logged: LoggedEntry

        /// Makes a key of its members, which are taken unchecked.
        public init(key: JWK, ended: Date?, logged: LoggedEntry) {
            self.key = key
            self.ended = ended
            self.logged = logged
        }

        /// The time from which it is the instance's, as its entry says; nil for an entry of another kind.
        public var started: Date? { if case .key(_, _, let start, _) = logged.entry { start } else { nil } }
    }

    /// The instance.
    public var id: UUID
    /// The keys that sign, the current one first, then the earlier ones from the latest on.
    public var signing: [Signing]
    /// The key that messages are sealed for.
    public var agreement: JWK

    /// Makes a list of keys of its members, which are taken unchecked.
    public init(id: UUID, signing: [Signing], agreement: JWK) {
        self.id = id
        self.signing = signing
        self.agreement = agreement
    }

    /// The number of keys that are listed at most; older ones aren't.
    public static let mostKeys = 32

    /// The key that signs now.
    public var current: JWK? { signing.first?.key }

    /// Checks that each key is the instance's by the log that a policy describes.
    /// - Throws: `TransparencyError` of the first proof that is refused; `.wrongInclusion` for an entry about another key or instance.
    public func verify(policy: CheckpointPolicy, at now: Date) throws(TransparencyError) {
        for key in signing {
            guard case .key(let thumbprint, let owner, _, _) = key.logged.entry, owner == id.text, thumbprint == key.key.thumbprintText
            else {
                throw TransparencyError(.wrongInclusion, "the entry is about another key, or another instance")
            }
            _ = try key.logged.verify(policy: policy, at: now)
        }
    }

    /// The JSON object of the wire, with the members `id`, `sig` (an array of `jwk`, `ended` and the members of ``LoggedEntry``) and `enc`.
    public var json: JSONValue {
        let list = signing.map { signing -> JSONValue in
            var object = signing.logged.json.object ?? [:]
            object["jwk"] = JSONValue(signing.key)
            object["ended"] = signing.ended.map { JSONValue($0) }
            return .object(object)
        }
        return ["id": .string(id.text), "sig": .array(list), "enc": JSONValue(agreement)]
    }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a required member is missing, or a member has the wrong type or size; for no current key and for
    ///   two, too.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the keys")
        id = try members.id("id")
        agreement = try members.key("enc")
        guard let list = members.object["sig"]?.array, (1...Self.mostKeys).contains(list.count) else {
            throw members.wrong("sig", "a list of 1 to \(Self.mostKeys) keys")
        }
        signing = []
        for item in list {
            let key = try Members(item, of: "the key")
            let ended = key.object["ended"] == nil ? nil : try key.time("ended")
            signing.append(Signing(key: try key.key("jwk"), ended: ended, logged: try LoggedEntry(json: item)))
        }
        guard signing.first?.ended == nil, signing.dropFirst().allSatisfy({ $0.ended != nil }) else {
            throw members.wrong("sig", "the current key, then earlier ones with their ends")
        }
    }
}
