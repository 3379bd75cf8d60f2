public import Primitives

/// A party's side of a flow: which command comes next, and with which keys.
///
/// It is a value that its holder keeps between two commands; a command that fails to open leaves it as it was.
public struct Conversation: Sendable, Equatable {
    /// The greatest number of commands in a flow.
    static let longest: UInt8 = 32

    /// The flow.
    public let flow: FlowID
    /// The instance that it belongs to.
    public let hint: KeyHint
    /// Whether this side is the server.
    public let isServer: Bool
    /// The number of the next command.
    public private(set) var step: UInt8
    var chain: FlowChain

    /// Begins a flow between an activated instance and its server.
    /// - Parameter root: the secret that both have since the activation.
    public init(_ flow: FlowID, instance: [UInt8], root: Secret, isServer: Bool) {
        self.init(flow, hint: KeyHint(instance: instance), chain: FlowChain(root: root), step: 0, isServer: isServer)
    }

    init(_ flow: FlowID, hint: KeyHint, chain: FlowChain, step: UInt8, isServer: Bool) {
        self.flow = flow
        self.hint = hint
        self.chain = chain
        self.step = step
        self.isServer = isServer
    }

    /// Makes the next command.
    /// - Parameters:
    ///   - ephemeral: the public key that goes along; nil for none.
    ///   - agreed: the secret that this key and the other party's have in common.
    /// - Throws: ``CommandError/Code/tooLarge``; ``CommandError/Code/order`` when the flow is longer than any.
    public mutating func seal(
        _ plaintext: [UInt8], kind: CommandKind, ephemeral: [UInt8]? = nil, agreed: Secret? = nil
    ) throws(CommandError) -> CommandEnvelope {
        guard step < Self.longest else { throw CommandError(.order, "the flow has too many commands") }
        let header = CommandEnvelope.Header(kind: kind, flags: isServer ? .fromServer : [], flow: flow, step: step, hint: hint)
        let envelope = try chain.seal(plaintext, header, ephemeral: ephemeral, agreed: agreed)
        step += 1
        return envelope
    }

    /// Opens the next command of the other party.
    /// - Throws: ``CommandError/Code/order`` for another flow's or step's; ``CommandError/Code/unreadable``.
    public mutating func open(_ envelope: CommandEnvelope, kind: CommandKind, agreed: Secret? = nil) throws(CommandError) -> [UInt8] {
        guard envelope.flow == flow, envelope.step == step, envelope.kind == kind, envelope.hint == hint,
            envelope.isFromServer != isServer, step < Self.longest
        else { throw CommandError(.order, "the flow waits for another command") }
        let plaintext = try chain.open(envelope, agreed: agreed)
        step += 1
        return plaintext
    }

    /// A secret that both parties have at this place of the flow, for a purpose.
    public func export(_ label: String) -> Secret { chain.export(label) }
}

extension Conversation {
    /// The side as a record, which holds secrets.
    public var record: [UInt8] { flow.bytes + hint.bytes + [isServer ? 1 : 0, step] + chain.record }

    /// Reads a record.
    /// - Throws: ``CommandError/Code/malformed``.
    public init(record: [UInt8]) throws(CommandError) {
        guard record.count == 90, record[24] <= 1, let flow = FlowID(record[..<16]) else {
            throw CommandError(.malformed, "a stored flow has 90 bytes")
        }
        self.init(
            flow, hint: KeyHint(Array(record[16..<24])), chain: try FlowChain(record: Array(record[26...])), step: record[25],
            isServer: record[24] == 1)
    }
}
