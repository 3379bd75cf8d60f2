import Crypto
import Primitives

/// The server's side of a flow, with the last command and what answered it: a command that comes twice is answered by the same bytes, and
/// does nothing else.
public struct ServerExchange: Sendable, Equatable {
    /// The side of the flow.
    public internal(set) var conversation: Conversation
    private var digest: [UInt8]
    private var reply: [UInt8]

    /// A flow that this side begins.
    init(_ conversation: Conversation) {
        self.conversation = conversation
        digest = []
        reply = []
    }

    init(_ conversation: Conversation, answered command: CommandEnvelope, with reply: CommandEnvelope) {
        self.init(conversation)
        remember(command, reply)
    }

    /// The answer to a command that was taken already; nil for another one.
    public func repeated(_ command: CommandEnvelope) -> CommandEnvelope? {
        guard !digest.isEmpty, digest == Self.digest(command) else { return nil }
        return try? CommandEnvelope(bytes: reply)
    }

    /// Seals the answer to a command.
    /// - Throws: ``CommandError``.
    public mutating func answer(_ command: CommandEnvelope, _ plaintext: [UInt8]) throws(CommandError) -> CommandEnvelope {
        let reply = try conversation.seal(plaintext, kind: command.kind)
        remember(command, reply)
        return reply
    }

    private mutating func remember(_ command: CommandEnvelope, _ reply: CommandEnvelope) {
        digest = Self.digest(command)
        self.reply = reply.bytes
    }

    private static func digest(_ command: CommandEnvelope) -> [UInt8] { SHA256.hash(data: command.bytes).bytes }
}

extension ServerExchange {
    /// The exchange as a record, which holds secrets.
    public var record: [UInt8] {
        var fields = FieldWriter()
        fields.add(1, conversation.record)
        fields.add(2, digest)
        fields.add(3, reply)
        return fields.bytes
    }

    /// Reads a record.
    /// - Throws: ``CommandError``.
    public init(record: [UInt8]) throws(CommandError) {
        let fields = try FieldReader(record, tags: 1...3)
        conversation = try Conversation(record: try fields.bytes(1, exactly: 90))
        digest = try fields.bytes(2, 32)
        reply = try fields.bytes(3)
    }
}
