import CommandChannel
import Foundation
import Primitives

/// The sides of a flow that a foreign command meets first, made once: a device and a registration that wait.
private struct Parties {
    let device: DeviceActivation
    let keys: ActivationServerKeys
    let registration: ActivationRegistration

    init() throws {
        let random = SeededRandom(seed: 1)
        let (user, password) = (try ChannelUser("tom"), ActivationPassword(random: random))
        keys = ActivationServerKeys(pair: try AgreementPair(random: random), root: Secret(bytes: random.bytes(32)))
        registration = try ActivationRegistration(
            user, password: password, keys: keys, expires: Date(timeIntervalSince1970: 2e9), random: random)
        device = try DeviceActivation(user, password: password, random: random)
    }
}

nonisolated(unsafe) private let parties = try? Parties()  // made before the first input, and only read from then on

/// Commands as text and as bytes, and the body of each kind: what is read is bounded and says itself again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCommand(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let read = try? CommandEnvelope(String(decoding: bytes, as: UTF8.self)) { envelope(read) }
    if let read = try? CommandEnvelope(bytes: bytes) { envelope(read) }
    bodies(bytes)
    records(bytes)
    _ = try? ActivationPassword(String(decoding: bytes, as: UTF8.self))
    _ = try? TransactionFields(String(decoding: bytes, as: UTF8.self).components(separatedBy: ";"))
    return 0
}

private func envelope(_ read: CommandEnvelope) {
    precondition((try? CommandEnvelope(bytes: read.bytes)) == read, "what was written is another command")
    precondition((try? CommandEnvelope(read.text)) == read, "what was written is another text")
    if let refusal = try? ServerRefusal(read), let again = try? refusal.command(answering: read) {
        precondition((try? ServerRefusal(again)) == refusal, "what was written is another refusal")
    }
    guard let parties else { return }
    var registration = parties.registration
    _ = try? registration.answer(read, keys: parties.keys, at: Date(timeIntervalSince1970: 1e9), random: SeededRandom(seed: 2))
    // The same body as the answer to the command that the device made.
    let header = Array(read.bytes[0..<3]) + [CommandKind.activationStart.rawValue, 4] + parties.device.command.flow.bytes + [1]
    let length = UInt32(read.body.count)
    let answer =
        header + [UInt8](repeating: 0, count: 8) + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + read.body
    if let answer = try? CommandEnvelope(bytes: answer) { _ = try? parties.device.evidence(answer, device: []) }
}

private func bodies(_ bytes: [UInt8]) {
    if let read = try? RemoteRequest(bytes: bytes) {
        precondition((try? RemoteRequest(bytes: read.bytes)) == read, "what was written is another request")
    }
    let instance = [UInt8](repeating: 1, count: 16)
    if let read = try? RemoteAnswer(bytes: bytes, kind: .remoteTransaction, instance: instance) {
        precondition(
            (try? RemoteAnswer(bytes: read.bytes, kind: .remoteTransaction, instance: instance)) == read,
            "what was written is another answer")
    }
    for kind in CommandKind.allCases {
        guard let read = try? DeviceCommand(bytes: bytes, kind: kind) else { continue }
        precondition((try? DeviceCommand(bytes: read.bytes, kind: kind)) == read, "what was written is another message")
    }
    if let read = try? PendingRequests(bytes: bytes) {
        precondition((try? PendingRequests(bytes: read.bytes)) == read, "what was written is another list")
    }
    if let read = try? DisplayData(bytes: bytes) {
        precondition((try? DisplayData(bytes: read.bytes)) == read && read.bytes == bytes, "what is shown isn't what was signed")
    }
    if let read = try? ActivationTerms(bytes: bytes) {
        precondition((try? ActivationTerms(bytes: read.bytes)) == read, "what was written are other terms")
    }
    if let read = try? FlowOutcome(bytes: bytes) { precondition(read.bytes == bytes, "what was written is another outcome") }
}

private func records(_ bytes: [UInt8]) {
    if let read = try? ActivationRegistration(record: bytes) {
        precondition((try? ActivationRegistration(record: read.record)) == read, "another registration")
    }
    if let read = try? ServerActivation(record: bytes) {
        precondition((try? ServerActivation(record: read.record)) == read, "another activation")
    }
    if let read = try? ServerInstance(record: bytes) {
        precondition((try? ServerInstance(record: read.record)) == read, "another instance")
    }
    if let read = try? RemoteSession(record: bytes) {
        precondition((try? RemoteSession(record: read.record)) == read, "another session")
    }
    if let read = try? ServerExchange(record: bytes) {
        precondition((try? ServerExchange(record: read.record)) == read, "another exchange")
    }
    if let read = try? Conversation(record: bytes) { precondition(read.record == bytes, "another flow") }
}
