public import DeviceMessages
import Foundation
public import Primitives
public import TransparencyLog

/// The registry's log as its server describes it: its name, its keys, and the witnesses that it asks.
///
/// A client keeps the first description that it gets, or has one from elsewhere: a server that lies later is noticed by the former, one that
/// lies from the beginning by the latter alone.
public struct LogDescription: Sendable, Equatable {
    /// The log's name, which is `partitionId` of each claim that is registered in it.
    public var origin: String
    /// The keys of which one signs checkpoints.
    public var keys: [NoteKey]
    /// The keys of the witnesses that the server asks for cosignatures.
    public var witnesses: [NoteKey]
    /// The number of witnesses that cosign each checkpoint.
    public var quorum: Int

    /// Makes a description of its members, which are taken unchecked. By default there are no witnesses.
    public init(origin: String, keys: [NoteKey], witnesses: [NoteKey] = [], quorum: Int = 0) {
        self.origin = origin
        self.keys = keys
        self.witnesses = witnesses
        self.quorum = quorum
    }

    /// The demands on a checkpoint of this log.
    public var policy: CheckpointPolicy { CheckpointPolicy(origin: origin, logKeys: keys, witnesses: witnesses, quorum: quorum) }

    /// The JSON object of the wire, with the members `origin`, `keys`, `witnesses` and `quorum`.
    public var json: JSONValue {
        [
            "origin": .string(origin), "keys": .array(keys.map { .string($0.text) }),
            "witnesses": .array(witnesses.map { .string($0.text) }),
            "quorum": .integer(Int64(quorum)),
        ]
    }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a required member is missing, or a member has the wrong type or size; for a log without keys, too.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the log")
        origin = try members.text("origin")
        keys = try Self.keys("keys", of: members)
        witnesses = try Self.keys("witnesses", of: members)
        quorum = try members.integer("quorum", in: 0...Self.mostKeys)
        guard !keys.isEmpty else { throw members.missing("keys") }
    }

    private static func keys(_ name: String, of members: Members) throws(DeviceError) -> [NoteKey] {
        let texts = try members.texts(name, atMost: mostKeys, of: 1024)
        let keys = texts.compactMap { try? NoteKey(text: $0) }
        guard keys.count == texts.count else { throw members.wrong(name, "keys of notes (c2sp.org/signed-note)") }
        return keys
    }

    private static let mostKeys = 32
}
