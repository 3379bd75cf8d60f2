import Primitives

/// A point of the log: how many events there are, and the hash that stands for all of them. Kept elsewhere, it proves
/// later that nothing before it was changed, and nothing left out.
package struct AuditCheckpoint: Sendable, Equatable, CustomStringConvertible {
    /// The number of the last event before the point: events are numbered from 1, and 0 is the point before the first.
    package let sequence: Int64
    package let hash: [UInt8]

    /// The place before the first event.
    package static let start = AuditCheckpoint(sequence: 0, hash: [UInt8](repeating: 0, count: 32))

    init(sequence: Int64, hash: [UInt8]) {
        self.sequence = sequence
        self.hash = hash
    }

    /// Reads what ``description`` writes.
    package init(parsing text: String) throws(AuditError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let sequence = Int64(decimal: parts[0]),
            let hash = Base64URL.decode(parts[1]), hash.count == 32
        else { throw AuditError(.malformedCheckpoint, "\(text) is no checkpoint; it must be sequence:hash") }
        self.init(sequence: sequence, hash: hash)
    }

    /// `sequence:hash`, the hash in base64url.
    package var description: String { "\(sequence):\(Base64URL.encode(hash))" }
}
