import Primitives

/// A command as it travels: an opaque text for the app that carries it.
///
/// ```
/// "OC" | version 1 | kind | flags | flow id (16) | step | key hint (8) | length of the body (4, big-endian) | body
/// ```
public struct CommandEnvelope: Sendable, Hashable {
    /// The number of characters that a command has at most.
    public static let longestText = 65_536
    /// The number of bytes that a body has at most.
    public static let longestBody = longestText / 2 - headerLength

    /// The flags of a command. Unknown ones are refused.
    public struct Flags: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The body is encrypted.
        public static let sealed = Flags(rawValue: 1)
        /// The body begins with a public key of 65 bytes that was made for this flow.
        public static let ephemeral = Flags(rawValue: 2)
        /// The server made the command.
        public static let fromServer = Flags(rawValue: 4)
        static let known: Flags = [.sealed, .ephemeral, .fromServer]
    }

    /// The members that stand before a command's body.
    struct Header {
        let kind: CommandKind
        var flags: Flags
        let flow: FlowID
        let step: UInt8
        let hint: KeyHint

        /// The bytes before the body's length.
        /// - Parameter room: the number of bytes that will be appended.
        func bytes(room: Int = 0) -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(headerLength + room)
            bytes += magic
            bytes.append(kind.rawValue)
            bytes.append(flags.rawValue)
            bytes += flow.bytes
            bytes.append(step)
            bytes += hint.bytes
            return bytes
        }
    }

    private static let magic: [UInt8] = Array("OC".utf8) + [1]
    static let headerLength = 34

    /// The kind of its flow.
    public let kind: CommandKind
    /// The flags.
    public let flags: Flags
    /// The id of its flow.
    public let flow: FlowID
    /// The number of the command in its flow, from 0.
    public let step: UInt8
    /// The instance that it belongs to.
    public let hint: KeyHint
    /// The bytes of the command.
    public let bytes: [UInt8]

    /// Makes a command of its members.
    /// - Throws: ``CommandError/Code/tooLarge`` for a body beyond ``longestBody``.
    init(_ header: Header, body: [UInt8]) throws(CommandError) {
        guard body.count <= Self.longestBody else { throw CommandError(.tooLarge, "a body of \(body.count) bytes") }
        var bytes = header.bytes(room: body.count)
        withUnsafeBytes(of: UInt32(body.count).bigEndian) { bytes.append(contentsOf: $0) }
        bytes += body
        self.init(header, checked: bytes)
    }

    private init(_ header: Header, checked bytes: [UInt8]) {
        kind = header.kind
        flags = header.flags
        flow = header.flow
        step = header.step
        hint = header.hint
        self.bytes = bytes
    }

    /// Reads the text of a command.
    /// - Throws: ``CommandError/Code/malformed``; ``CommandError/Code/tooLarge``.
    public init(_ text: String) throws(CommandError) {
        guard text.utf8.count <= Self.longestText else { throw CommandError(.tooLarge, "a command of more than 65 536 characters") }
        guard let bytes = Hexadecimal.decode(text) else { throw CommandError(.malformed, "a command is hexadecimal digits") }
        try self.init(bytes: bytes)
    }

    /// Reads the bytes of a command.
    /// - Throws: ``CommandError/Code/malformed``; ``CommandError/Code/tooLarge``.
    public init(bytes: [UInt8]) throws(CommandError) {
        guard bytes.count >= Self.headerLength, bytes.starts(with: Self.magic) else {
            throw CommandError(.malformed, "these bytes are no command of this version")
        }
        let flags = Flags(rawValue: bytes[4])
        guard let kind = CommandKind(rawValue: bytes[3]), flags.isSubset(of: .known), let flow = FlowID(bytes[5..<21]) else {
            throw CommandError(.malformed, "an unknown kind or flag")
        }
        guard !flags.contains(.ephemeral) || flags.contains(.sealed) else {
            throw CommandError(.malformed, "a key for a body in the clear")
        }
        let length = bytes[30..<34].reduce(0) { $0 << 8 | Int($1) }
        guard bytes.count - Self.headerLength == length else { throw CommandError(.malformed, "the body has another length") }
        guard length <= Self.longestBody else { throw CommandError(.tooLarge, "a body of \(length) bytes") }
        let header = Header(kind: kind, flags: flags, flow: flow, step: bytes[21], hint: KeyHint(Array(bytes[22..<30])))
        self.init(header, checked: bytes)
    }

    /// The command as text: small hexadecimal digits.
    public var text: String { Hexadecimal.encode(bytes) }

    /// The body, sealed or not.
    public var body: [UInt8] { Array(bytes[Self.headerLength...]) }

    /// The bytes before the body's length.
    var header: ArraySlice<UInt8> { bytes[..<(Self.headerLength - 4)] }

    /// Whether the server made it.
    public var isFromServer: Bool { flags.contains(.fromServer) }

    /// The public key that was made for the flow, where the command brings one.
    public var ephemeral: [UInt8]? {
        let key = bytes.dropFirst(Self.headerLength).prefix(65)
        return flags.contains(.ephemeral) && key.count == 65 ? Array(key) : nil
    }
}
