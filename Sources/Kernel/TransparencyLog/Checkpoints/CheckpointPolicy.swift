public import Foundation
import Primitives

/// The demands on a checkpoint by a client of a log: whose it is, and how many witnesses have seen it.
public struct CheckpointPolicy: Sendable {
    /// The name that the log must have.
    public var origin: String
    /// The keys of the log, of which one must have signed; several while it rotates them.
    public var logKeys: [NoteKey]
    /// The keys of trusted witnesses.
    public var witnesses: [NoteKey]
    /// The number of witnesses, by their names, that must have cosigned.
    public var quorum: Int
    /// The number of seconds by which a witness's clock may be ahead.
    public var leeway: TimeInterval

    /// A policy. By default no witness is asked for, and clocks may differ by 5 minutes.
    public init(origin: String, logKeys: [NoteKey], witnesses: [NoteKey] = [], quorum: Int = 0, leeway: TimeInterval = 300) {
        self.origin = origin
        self.logKeys = logKeys
        self.witnesses = witnesses
        self.quorum = quorum
        self.leeway = leeway
    }

    /// Verifies a checkpoint with its signatures.
    ///
    /// - Throws: ``TransparencyError``: ``TransparencyError/Code/tooLarge``, ``TransparencyError/Code/malformedNote`` and
    ///   ``TransparencyError/Code/malformedCheckpoint`` of the text; ``TransparencyError/Code/wrongOrigin``, ``TransparencyError/Code/unsigned``,
    ///   ``TransparencyError/Code/invalidSignature``, ``TransparencyError/Code/futureCosignature`` and
    ///   ``TransparencyError/Code/missingWitnesses`` of what it says.
    public func verify(_ bytes: some Collection<UInt8>, at now: Date) throws(TransparencyError) -> VerifiedCheckpoint {
        let note = try SignedNote(parsing: bytes)
        let checkpoint = try Checkpoint(noteText: note.text)
        guard checkpoint.origin == origin else {
            throw TransparencyError(.wrongOrigin, "the checkpoint is of \(checkpoint.origin.prefix(128)); expected \(origin)")
        }
        _ = try note.verified(by: logKeys)
        return VerifiedCheckpoint(checkpoint: checkpoint, cosignatures: try cosignatures(of: note, at: now))
    }

    private func cosignatures(of note: SignedNote, at now: Date) throws(TransparencyError) -> [VerifiedCheckpoint.Cosignature] {
        var found: [VerifiedCheckpoint.Cosignature] = []
        for (key, signature) in try note.signatures(by: witnesses) {
            guard !found.contains(where: { $0.witness == key.name }), let time = signature.cosigned else { continue }
            guard time <= now + leeway else {
                throw TransparencyError(.futureCosignature, "\(key.name) says that it signed in the future")
            }
            found.append(VerifiedCheckpoint.Cosignature(witness: key.name, time: time))
        }
        guard found.count >= quorum else {
            throw TransparencyError(.missingWitnesses, "\(found.count) witnesses have cosigned; \(quorum) are needed")
        }
        return found
    }
}

/// A checkpoint that a policy has accepted.
public struct VerifiedCheckpoint: Sendable, Equatable {
    /// A witness's word that the log's tree has only grown.
    public struct Cosignature: Sendable, Equatable {
        /// The witness's name.
        public let witness: String
        /// The time at which it was the largest tree that the witness had seen.
        public let time: Date
    }

    /// The log's state.
    public let checkpoint: Checkpoint
    /// The trusted witnesses that have cosigned, each once.
    public let cosignatures: [Cosignature]
}
