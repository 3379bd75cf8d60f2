import Primitives

/// The bodies of the flows that a device begins. Each brings a number that is higher than any before, so that what was recorded, or sent by
/// a device that was put back to an old state, isn't taken.
public enum DeviceCommand: Sendable, Equatable {
    /// The address for notifications.
    case notificationRegistration(sequence: UInt64, identifier: String)
    /// The question for requests that wait.
    case pendingRequests(sequence: UInt64)
    /// The proof of the present PIN, by the key of an application.
    case passwordChange(sequence: UInt64, application: Int, proof: String)
    /// The device's description of itself: an event, the app's JSON and the device's.
    case deviceData(sequence: UInt64, event: String, application: String, device: String)

    static let longestIdentifier = 4_096
    static let longestData = 8_192

    /// The number.
    public var sequence: UInt64 {
        switch self {
        case .notificationRegistration(let sequence, _), .pendingRequests(let sequence), .passwordChange(let sequence, _, _),
            .deviceData(let sequence, _, _, _):
            sequence
        }
    }

    /// The kind of the flow.
    public var kind: CommandKind {
        switch self {
        case .notificationRegistration: .notificationRegistration
        case .pendingRequests: .pendingRequests
        case .passwordChange: .passwordChange
        case .deviceData: .deviceData
        }
    }

    /// The body as it travels.
    public var bytes: [UInt8] {
        var fields = FieldWriter()
        fields.add(1, number: sequence)
        switch self {
        case .notificationRegistration(_, let identifier): fields.add(2, text: identifier)
        case .pendingRequests: break
        case .passwordChange(_, let application, let proof):
            fields.add(2, byte: UInt8(clamping: application))
            fields.add(3, text: proof)
        case .deviceData(_, let event, let application, let device):
            fields.add(2, text: event)
            fields.add(3, text: application)
            fields.add(4, text: device)
        }
        return fields.bytes
    }

    /// Reads the body of a flow's first command.
    /// - Throws: ``CommandError``; ``CommandError/Code/order`` for a kind that no device begins.
    public init(bytes: [UInt8], kind: CommandKind) throws(CommandError) {
        switch kind {
        case .notificationRegistration:
            let fields = try FieldReader(bytes, tags: 1...2)
            self = .notificationRegistration(sequence: try fields.sequence(1), identifier: try fields.text(2, Self.longestIdentifier))
        case .pendingRequests: self = .pendingRequests(sequence: try FieldReader(bytes, tags: 1...1).sequence(1))
        case .passwordChange:
            let fields = try FieldReader(bytes, tags: 1...3)
            self = .passwordChange(
                sequence: try fields.sequence(1), application: Int(try fields.byte(2)), proof: try fields.text(3, 64))
        case .deviceData:
            let fields = try FieldReader(bytes, tags: 1...4)
            self = .deviceData(
                sequence: try fields.sequence(1), event: try fields.text(2, 256), application: try fields.text(3, Self.longestData),
                device: try fields.text(4, Self.longestData))
        default: throw CommandError(.order, "no device begins a flow of this kind")
        }
    }

    /// Checks what this side is about to send.
    /// - Throws: ``CommandError``.
    public func checked() throws(CommandError) -> Self {
        guard try Self(bytes: bytes, kind: kind) == self else { throw CommandError(.tooLarge, "a member is too long") }
        return self
    }
}

extension FieldReader {
    /// The number of a device's command: stores keep it as a signed one.
    fileprivate func sequence(_ tag: UInt8) throws(CommandError) -> UInt64 {
        let number = try number(tag)
        guard number <= UInt64(Int64.max) else { throw CommandError(.malformed, "a command's number is beyond 63 bits") }
        return number
    }
}

/// The requests that wait for a device: commands as they would have come by other ways.
public struct PendingRequests: Sendable, Equatable {
    /// The greatest number of requests.
    public static let most = 8
    /// The commands.
    public let commands: [CommandEnvelope]

    /// Makes a list.
    /// - Throws: ``CommandError/Code/tooLarge`` for more than ``most``.
    public init(_ commands: [CommandEnvelope]) throws(CommandError) {
        guard commands.count <= Self.most else { throw CommandError(.tooLarge, "more than 8 requests") }
        self.commands = commands
    }

    /// The list as it travels: each command after its length of two bytes.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for command in commands { bytes.append(lengthPrefixed: command.bytes) }
        return bytes
    }

    /// Reads a list.
    /// - Throws: ``CommandError``.
    public init(bytes: [UInt8]) throws(CommandError) {
        var (rest, commands) = (bytes[...], [CommandEnvelope]())
        while !rest.isEmpty {
            guard let command = rest.takeLengthPrefixed(), commands.count < Self.most else {
                throw CommandError(.malformed, "the list is cut off, or too long")
            }
            commands.append(try CommandEnvelope(bytes: Array(command)))
        }
        try self.init(commands)
    }
}

/// The server's refusal of a command, in the clear: it may come where both sides have no key in common. An app shows it and believes nothing.
public struct ServerRefusal: Sendable, Hashable {
    /// The number of its kind (`docs/protocols/command-channel.md`).
    public let code: Int32
    /// A sentence for people.
    public let message: String
    /// The addition of the customer's server.
    public let payload: String

    /// Makes a refusal; its texts are cut to 1024 bytes.
    public init(code: Int32, message: String, payload: String = "") {
        self.code = code
        self.message = Self.cut(message)
        self.payload = Self.cut(payload)
    }

    /// The command that brings the refusal of another command.
    /// - Throws: ``CommandError``.
    public func command(answering command: CommandEnvelope) throws(CommandError) -> CommandEnvelope {
        var fields = FieldWriter()
        fields.add(1, number: UInt64(UInt32(bitPattern: code)))
        fields.add(2, text: message)
        fields.add(3, text: payload)
        return try CommandEnvelope(
            .init(kind: .error, flags: .fromServer, flow: command.flow, step: command.step &+ 1, hint: command.hint), body: fields.bytes)
    }

    /// Reads a refusal.
    /// - Throws: ``CommandError``; ``CommandError/Code/order`` for a command that is none.
    public init(_ envelope: CommandEnvelope) throws(CommandError) {
        guard envelope.kind == .error, envelope.isFromServer, !envelope.flags.contains(.sealed) else {
            throw CommandError(.order, "the command is no refusal")
        }
        let fields = try FieldReader(envelope.body, tags: 1...3)
        guard let code = UInt32(exactly: try fields.number(1)) else { throw CommandError(.malformed, "a refusal's number") }
        self.init(code: Int32(bitPattern: code), message: try fields.text(2, 1_024), payload: try fields.text(3, 1_024))
    }

    private static func cut(_ text: String) -> String {
        guard text.utf8.count > 1_024 else { return text }
        var (cut, length) = (String.UnicodeScalarView(), 0)
        for scalar in text.unicodeScalars {
            length += UTF8.width(scalar)
            guard length <= 1_024 else { break }
            cut.append(scalar)
        }
        return String(cut)
    }
}
