public import DeviceMessages
public import Foundation
public import Primitives
public import TransparencyLog
public import VerifiableClaims

/// An entry of the registry's log with its proof, which is checked without asking the log.
public struct LoggedEntry: Sendable, Equatable {
    /// The entry.
    public var entry: RegistryEntry
    /// The proof's file (c2sp.org/tlog-proof): the entry's number, its path and a checkpoint that covers it.
    public var proof: LogProof

    /// Makes a logged entry of its members, which are taken unchecked.
    public init(entry: RegistryEntry, proof: LogProof) {
        self.entry = entry
        self.proof = proof
    }

    /// The entry's number in the log, from 0.
    public var index: Int { proof.index }

    /// Checks that the entry is in the log that a policy describes, and returns the checkpoint that says so.
    /// - Throws: `TransparencyError` as `LogProof.verify(entry:policy:at:)`.
    public func verify(policy: CheckpointPolicy, at now: Date) throws(TransparencyError) -> VerifiedCheckpoint {
        try proof.verify(entry: entry.encoded, policy: policy, at: now)
    }

    /// The JSON object of the wire, with the members `index`, `entry` (the leaf's text) and `proof` (the text of the proof's file).
    public var json: JSONValue {
        [
            "index": .integer(Int64(index)), "entry": .string(String(own: entry.encoded)), "proof": .string(String(own: proof.encoded)),
        ]
    }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a required member is missing, or a member has the wrong type or size; when `index` isn't the
    ///   proof's, too.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the logged entry")
        do { entry = try RegistryEntry(Array(try members.text("entry", atMost: RegistryEntry.mostBytes).utf8)) } catch is ClaimError {
            throw members.wrong("entry", "a leaf of the registry's log")
        } catch { throw members.missing("entry") }
        do {
            proof = try LogProof(parsing: Array(try members.text("proof", atMost: 2 * SignedNote.mostBytes).utf8))
        } catch is TransparencyError { throw members.wrong("proof", "a proof's file (c2sp.org/tlog-proof)") } catch {
            throw members.missing("proof")
        }
        guard try members.integer("index", in: 0...Int.max) == proof.index else { throw members.wrong("index", "that of the proof") }
    }
}
