public import Foundation
public import Primitives

/// The id of a message: what it is for, a UUID and the milliseconds since 1970 (`docs/protocols/step-protocol.md` 6.1). Clients treat it as
/// opaque.
public struct PushMessageID: Sendable, Hashable, CustomStringConvertible {
    /// The purpose of the message.
    public enum Purpose: String, Sendable, CaseIterable {
        /// The message belongs to a registration, `REGISTER`.
        case register = "REGISTER"
        /// The message asks for an approval, `AUTHENTICATE`.
        case authenticate = "AUTHENTICATE"
    }

    /// The purpose of the message, the first part of the text.
    public let purpose: Purpose
    public let description: String

    /// A new id.
    public init(_ purpose: Purpose, at now: Date, random: any RandomSource) {
        self.purpose = purpose
        let hexadecimal = random.bytes(16).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
        let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { hexadecimal[$0].joined() }
        description = "\(purpose.rawValue):\(groups.joined(separator: "-"))\(now.millisecondsSince1970)"
    }

    /// An id that came back; nil when it is none of ours.
    public init?(_ text: String) {
        guard text.utf8.count <= 128, let purpose = Purpose.allCases.first(where: { text.hasPrefix($0.rawValue + ":") }) else { return nil }
        self.purpose = purpose
        description = text
    }
}
