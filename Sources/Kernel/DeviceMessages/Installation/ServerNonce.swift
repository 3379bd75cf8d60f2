public import Foundation
public import Primitives

/// A nonce of the server for one named purpose, spent by the call that it is for: `POST /nonces`.
public struct ServerNonce: Sendable, Equatable {
    /// The purpose for which a nonce is asked.
    public enum Purpose: String, Sendable, CaseIterable {
        case rotation, unpairing, migration, integrity
    }

    public var value: String
    public var purpose: Purpose
    public var expires: Date

    public init(value: String, purpose: Purpose, expires: Date) {
        self.value = value
        self.purpose = purpose
        self.expires = expires
    }

    public var json: JSONValue { ["nonce": .string(value), "purpose": .string(purpose.rawValue), "expires": JSONValue(expires)] }

    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the nonce")
        value = try members.text("nonce")
        purpose = try Self.purpose(json: json)
        expires = try members.time("expires")
    }

    /// The request: which purpose a nonce is asked for.
    public static func request(_ purpose: Purpose) -> JSONValue { ["purpose": .string(purpose.rawValue)] }

    /// Reads the purpose, of a request or a nonce.
    public static func purpose(json: JSONValue) throws(DeviceError) -> Purpose {
        let members = try Members(json, of: "the nonce")
        guard let purpose = Purpose(exactly: try members.text("purpose")) else {
            throw members.wrong("purpose", Purpose.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return purpose
    }
}
