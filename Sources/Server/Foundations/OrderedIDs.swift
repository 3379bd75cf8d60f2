package import Foundation
package import Primitives
import Synchronization

/// Ids that many writers make by themselves and that sort by time; those of one process for one millisecond also by the order in which they
/// were made (UUID version 7, RFC 9562 §5.7, with a counter as in §6.2, method 1).
package struct OrderedIDs: Sendable {
    /// The number of ids made; of the process, not of a value, since two logs of one process may write into one database at the same time.
    private static let count = Atomic<UInt32>(0)

    /// The bits that no other process has.
    private let node: [UInt8]

    /// A maker of ids with 48 random bits of its own as the node.
    package init(random: any RandomSource) { node = random.bytes(6) }

    /// The next id.
    ///
    /// - Parameter time: of what it is for; of it the whole milliseconds since 1970, and no earlier ones, stand in the id.
    package func next(at time: Date) -> UUID {
        let count = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
        let milliseconds = UInt64(min(max(0, (time.timeIntervalSince1970 * 1000).rounded()), 0xFFFF_FFFF_FFFF))
        return UUID(
            uuid: (
                byte(milliseconds >> 40), byte(milliseconds >> 32), byte(milliseconds >> 24), byte(milliseconds >> 16),
                byte(milliseconds >> 8), byte(milliseconds), 0x70 | byte(count >> 28), byte(count >> 20),
                0x80 | byte(count >> 14) & 0x3F, byte(count >> 6), byte(count << 2) | node[0] & 3, node[1], node[2], node[3], node[4],
                node[5]
            ))
    }

    private func byte(_ value: some FixedWidthInteger) -> UInt8 { UInt8(truncatingIfNeeded: value) }
}
