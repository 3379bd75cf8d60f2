import Crypto
import Foundation
import Primitives

/// The keys of a flow: each command has one of its own, which hangs on all commands before it.
///
/// ```
/// next key (32) | command's key (32) | nonce (12)
///     = HKDF-SHA-256(ikm: agreed secret or nothing, salt: key, info: "OC1 step" | transcript | header | ephemeral key)
/// body       = ephemeral key | AES-256-GCM(command's key, nonce, plaintext, aad: header | ephemeral key)
/// transcript = SHA-256(transcript | the command's bytes)
/// ```
///
/// The former key can't be computed from the next one, so that what a device keeps doesn't open what it sent.
struct FlowChain: Sendable, Equatable {
    private static let label = Array("OC1 step".utf8)
    private static let tagLength = 16

    private(set) var key: Secret
    private(set) var transcript: [UInt8]

    /// The chain of a flow that begins with a shared secret.
    init(root: Secret, transcript: [UInt8] = [UInt8](repeating: 0, count: 32)) {
        key = root
        self.transcript = transcript
    }

    /// Seals the next command.
    ///
    /// - Parameter header: the command's, whose flags are completed here.
    mutating func seal(
        _ plaintext: [UInt8], _ header: CommandEnvelope.Header, ephemeral: [UInt8]?, agreed: Secret?
    ) throws(CommandError) -> CommandEnvelope {
        var header = header
        header.flags.formUnion(ephemeral == nil ? .sealed : [.sealed, .ephemeral])
        let clear = header.bytes() + (ephemeral ?? [])
        let keys = keys(clear, agreed)
        guard let nonce = try? AES.GCM.Nonce(data: keys.nonce),
            let box = try? AES.GCM.seal(plaintext, using: keys.command, nonce: nonce, authenticating: clear)
        else { throw CommandError(.invalid, "the command can't be sealed") }
        let envelope = try CommandEnvelope(header, body: (ephemeral ?? []) + box.ciphertext + box.tag)
        advance(to: keys.next, past: envelope)
        return envelope
    }

    /// Opens the next command. When it fails, the chain stays where it was.
    mutating func open(_ envelope: CommandEnvelope, agreed: Secret?) throws(CommandError) -> [UInt8] {
        let ephemeral = envelope.ephemeral ?? []
        let sealed = envelope.bytes.dropFirst(CommandEnvelope.headerLength + ephemeral.count)
        guard envelope.flags.contains(.sealed), sealed.count >= Self.tagLength,
            envelope.flags.contains(.ephemeral) == !ephemeral.isEmpty, ephemeral.isEmpty == (agreed == nil)
        else { throw CommandError(.unreadable, "the command isn't sealed as it has to be") }
        let clear = Array(envelope.header) + ephemeral
        let keys = keys(clear, agreed)
        guard let nonce = try? AES.GCM.Nonce(data: keys.nonce),
            let box = try? AES.GCM.SealedBox(
                nonce: nonce, ciphertext: sealed.dropLast(Self.tagLength), tag: sealed.suffix(Self.tagLength)),
            let plaintext = try? AES.GCM.open(box, using: keys.command, authenticating: clear)
        else { throw CommandError(.unreadable, "the command was changed, or isn't for this flow") }
        advance(to: keys.next, past: envelope)
        return Array(plaintext)
    }

    /// A secret that both parties have at this place of the flow, for a purpose.
    func export(_ label: String) -> Secret {
        Secret(
            key: HKDF<SHA256>.deriveKey(
                inputKeyMaterial: key.symmetricKey, salt: transcript, info: Array("OC1 export ".utf8) + Array(label.utf8),
                outputByteCount: 32))
    }

    private mutating func advance(to next: Secret, past envelope: CommandEnvelope) {
        key = next
        var hash = SHA256()
        hash.update(data: transcript)
        hash.update(data: envelope.bytes)
        transcript = hash.finalize().bytes
    }

    /// The keys of a command of which a part travels in the clear: its header, and its key where it brings one.
    private func keys(_ clear: [UInt8], _ agreed: Secret?) -> (next: Secret, command: SymmetricKey, nonce: [UInt8]) {
        let derived = key.withBytes { salt in
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: (agreed ?? Secret(bytes: [])).symmetricKey, salt: salt, info: Self.label + transcript + clear,
                outputByteCount: 76)
        }
        return derived.withUnsafeBytes { bytes in
            (Secret(bytes: bytes[0..<32]), SymmetricKey(data: bytes[32..<64]), Array(bytes[64..<76]))
        }
    }
}

extension FlowChain {
    var record: [UInt8] { key.withBytes { Array($0) } + transcript }

    init(record: [UInt8]) throws(CommandError) {
        guard record.count == 64 else { throw CommandError(.malformed, "a stored flow has 64 bytes of keys") }
        self.init(root: Secret(bytes: record[..<32]), transcript: Array(record[32...]))
    }
}
