import Primitives

/// Remembers which numbers of the server's commands were taken: each once, and none that is 64 or more behind the highest (RFC 4303 §3.4.3).
public struct ReplayWindow: Sendable, Equatable {
    private static let width: UInt64 = 64
    /// The highest number that was taken; 0 before the first, since numbers begin with 1.
    public private(set) var highest: UInt64
    /// The numbers below: the lowest bit stands for the highest number.
    public private(set) var taken: UInt64

    /// A window in its state; by default one in which nothing was taken.
    public init(highest: UInt64 = 0, taken: UInt64 = 0) {
        self.highest = highest
        self.taken = taken
    }

    /// Whether a number can still be taken.
    public func allows(_ number: UInt64) -> Bool {
        if number > highest { return true }
        let behind = highest - number
        return number > 0 && behind < Self.width && taken & (1 << behind) == 0
    }

    /// Takes a number.
    /// - Throws: ``CommandError/Code/replayed``.
    public mutating func take(_ number: UInt64) throws(CommandError) {
        guard allows(number) else { throw CommandError(.replayed, "this command was taken already, or is too old") }
        if number > highest {
            let ahead = number - highest
            taken = ahead < Self.width ? taken << ahead | 1 : 1
            highest = number
        } else {
            taken |= 1 << (highest - number)
        }
    }
}
