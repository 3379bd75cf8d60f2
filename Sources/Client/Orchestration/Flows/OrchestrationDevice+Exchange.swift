import CommandChannel
import DeviceFoundation
import Foundation
import Primitives

extension OrchestrationDevice {
    /// Sends a command, and reads the answer.
    /// - Throws: the server's refusal, as an error of the flow.
    func exchange(
        _ command: String, through relay: any CommandRelay, in flow: OrchestrationError.Code
    ) async throws(OrchestrationError) -> CommandEnvelope {
        let answer: String
        do { answer = try await relay.send(command) } catch let error as OrchestrationError { throw error } catch {
            throw OrchestrationError(flow, "the command couldn't be sent", underlying: error)
        }
        let envelope = try translating(command: try CommandEnvelope(answer), in: flow)
        guard envelope.kind == .error else { return envelope }
        let refusal = try translating(command: try ServerRefusal(envelope), in: flow)
        throw OrchestrationError(flow, refusal.message, refusal: refusal)
    }

    /// Begins a flow of this device: its number is kept before the command is made, so that no number is used twice.
    func begin(
        _ user: ChannelUser, in flow: OrchestrationError.Code,
        _ make: (UserRecord, FlowID) throws(OrchestrationError) -> DeviceCommand
    ) async throws(OrchestrationError) -> (command: CommandEnvelope, conversation: Conversation) {
        let record = try await book.update(user) { $0.sequence += 1 }
        let id = FlowID(random: random)
        var conversation = Conversation(id, instance: record.instance, root: record.root, isServer: false)
        let message = try make(record, id)
        let command = try translating(command: try seal(message, in: &conversation, for: record.serverKey), in: flow)
        return (command, conversation)
    }

    private func seal(
        _ message: DeviceCommand, in conversation: inout Conversation, for serverKey: [UInt8]
    ) throws(CommandError) -> CommandEnvelope {
        let message = try message.checked()
        let pair = try AgreementPair(random: random)
        return try conversation.seal(
            message.bytes, kind: message.kind, ephemeral: pair.publicKey, agreed: try pair.agree(with: serverKey))
    }

    /// Reads the outcome that answers a command.
    func outcome(
        _ answer: CommandEnvelope, _ conversation: inout Conversation, kind: CommandKind, in flow: OrchestrationError.Code
    ) throws(OrchestrationError) -> FlowOutcome {
        try translating(command: try FlowOutcome(bytes: try conversation.open(answer, kind: kind)), in: flow)
    }

    /// Agrees on a secret with the device's own key.
    func agree(with point: [UInt8], _ name: String) async throws(OrchestrationError) -> Secret {
        guard point.count == 65, let point = PublicPoint(x: Array(point[1...32]), y: Array(point[33...])) else {
            throw OrchestrationError(.command, "the server's key is none")
        }
        return try await translating(key: try await keys.agree(with: point, using: UserKeyNames.agreement(name)))
    }
}

/// The names of a user's keys in the key store.
enum UserKeyNames {
    static func name(_ user: ChannelUser) -> String { "\(Base64URL.encode(user.name.utf8)).\(Base64URL.encode(user.domain.utf8))" }
    static func signing(_ name: String) -> String { "orchestration.\(name).sig" }
    static func agreement(_ name: String) -> String { "orchestration.\(name).enc" }
}

extension PublicPoint {
    /// The uncompressed form, as commands carry it.
    var channelBytes: [UInt8] { [4] + x + y }
}
