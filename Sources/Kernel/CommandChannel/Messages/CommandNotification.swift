public import Primitives

/// The content of a notification that brings a request of the server to a device.
///
/// Nothing of it is trusted but the command, which is sealed; the texts that the system shows are the same for all requests.
public struct CommandNotification: Sendable, Equatable {
    /// The member by which a notification is known as one of these, and its value.
    public static let mark = (name: "orchestration", value: "1")
    /// The member that holds the command.
    public static let member = "orchestrationCommand"
    /// The greatest length of a command that a notification brings. Providers take 4096 bytes in all.
    public static let longest = 3_400

    /// The command; nil where it is too long for a notification, so that the device has to ask what waits.
    public let command: String?

    /// Makes a notification of a command, which is left out where it is longer than ``longest``.
    public init(_ command: String) { self.command = command.utf8.count <= Self.longest ? command : nil }

    /// Reads what an app was handed; nil for a notification of another kind.
    public init?(_ delivered: JSONObject) {
        guard delivered[Self.mark.name]?.string == Self.mark.value else { return nil }
        command = delivered[Self.member]?.string.flatMap { $0.utf8.count <= Self.longest ? $0 : nil }
    }

    /// The members beside those of the system.
    public var members: JSONObject {
        var members: JSONObject = [Self.mark.name: .string(Self.mark.value)]
        members[Self.member] = command.map(JSONValue.string)
        return members
    }
}
