internal import Foundation
internal import Primitives

/// The name by which a process is told from the others over the same database, in logs, metrics, traces and lists.
enum NodeName {
    /// The pattern of a name: leases put more after a colon, which it can't have.
    static let pattern = "[A-Za-z0-9][A-Za-z0-9._-]{0,62}"

    /// A name for as long as the process lasts: the machine's, and something drawn at random, since a machine may run several processes one
    /// after the other.
    static func made(_ random: any RandomSource) -> String {
        "\(machine.prefix(50))-\(Hexadecimal.encode(random.bytes(3)))"
    }

    /// The machine's name as far as it fits into a node's.
    static var machine: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "node" }
        let kept = bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)).filter {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
        return kept.isEmpty ? "node" : String(decoding: kept, as: UTF8.self)
    }
}
