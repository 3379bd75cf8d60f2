import Primitives

/// The way in which a telephone number is reached. Each has gateways of its own, which are asked in the same way.
package enum PhoneChannel: String, Sendable, CaseIterable {
    /// A text message.
    case sms
    /// A call, in which a text is spoken.
    case voice

    /// The gateway's name for people.
    package var noun: String { self == .sms ? "SMS gateway" : "voice gateway" }

    /// The command that sets a realm's.
    package var command: String { self == .sms ? "gatehouse sms set" : "gatehouse sms set --voice" }

    /// The placeholders of a gateway's texts; `xml` is the message as it is written in XML.
    var placeholders: Set<String> {
        let common: Set = ["to", "digits", "text", "from", "secret"]
        return self == .sms ? common : common.union(["xml", "extension", "locale", "voice"])
    }
}
