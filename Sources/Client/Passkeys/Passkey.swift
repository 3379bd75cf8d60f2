public import Foundation
import Primitives

/// A passkey of this device, as it can be shown.
public struct Passkey: Sendable, Equatable, Identifiable {
    /// The credential's id.
    public let id: [UInt8]
    /// The relying party: its domain name, and the name that it gives itself.
    public let relyingPartyID: String
    /// The relying party's name for people.
    public let relyingPartyName: String
    /// The user: the handle that the relying party knows, and the names that it gave.
    public let userHandle: [UInt8]
    /// The account's name, which tells a user's accounts apart.
    public let userName: String
    /// The user's name for people.
    public let displayName: String
    /// The time when the passkey was made on this device.
    public let created: Date
    /// The time when it signed last; nil when it never has.
    public var lastUsed: Date?
    /// Whether it is found without its id, for signing in without a user name.
    public let isDiscoverable: Bool
    /// The number of times it has signed.
    public var signCount: UInt32
}

extension Passkey {
    /// The name of its private key in the key store.
    package var keyName: String { PasskeyBook.keyName(id) }

    /// The user's identifier at a server whose user handles are the characters of its Base64 (`docs/protocols/step-protocol.md` 7.2); nil
    /// for handles of other kinds.
    public var userID: String? {
        Data(base64Encoded: String(decoding: userHandle, as: UTF8.self)).flatMap { String(data: $0, encoding: .utf8) }
    }
}
