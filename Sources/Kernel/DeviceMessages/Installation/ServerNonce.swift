public import Foundation
public import Primitives

/// A nonce of the server for one named purpose, spent by the call that it is for: `POST /nonces`.
public struct ServerNonce: Sendable, Equatable {
    /// The purpose for which a nonce is asked.
    public enum Purpose: String, Sendable, CaseIterable {
        /// The call that spends the nonce, by its name on the wire: a rotation of keys, an unpairing, a migration or integrity evidence.
        case rotation, unpairing, migration, integrity
    }

    /// The nonce as it is given back, `nonce` on the wire.
    public var value: String
    /// The purpose for which alone the nonce is good.
    public var purpose: Purpose
    /// The time from which the nonce is refused.
    public var expires: Date

    /// Makes a server nonce of its members, which are taken unchecked.
    public init(value: String, purpose: Purpose, expires: Date) {
        self.value = value
        self.purpose = purpose
        self.expires = expires
    }

    /// The JSON object of the wire, with the members `nonce`, `purpose` and `expires`.
    public var json: JSONValue { ["nonce": .string(value), "purpose": .string(purpose.rawValue), "expires": JSONValue(expires)] }

    /// Reads ``json``.
    /// - Throws: ``DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the nonce")
        value = try members.text("nonce")
        purpose = try Self.purpose(json: json)
        expires = try members.time("expires")
    }

    /// The request: which purpose a nonce is asked for.
    public static func request(_ purpose: Purpose) -> JSONValue { ["purpose": .string(purpose.rawValue)] }

    /// Reads the purpose, of a request or a nonce.
    /// - Throws: ``DeviceError/Code/malformed`` when there is no purpose, or an unknown one.
    public static func purpose(json: JSONValue) throws(DeviceError) -> Purpose {
        let members = try Members(json, of: "the nonce")
        guard let purpose = Purpose(exactly: try members.text("purpose")) else {
            throw members.wrong("purpose", Purpose.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return purpose
    }
}
