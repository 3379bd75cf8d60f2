import Primitives

/// The numbers of an instance's payloads that a server has taken: the greatest, and which of the 63 before it (the window of RFC 4303 §3.4.3).
public struct SequenceWindow: Sendable, Hashable {
    /// The greatest number that was taken; nil before the first.
    public private(set) var greatest: Int?
    /// Bit k says whether `greatest - k` was taken.
    public private(set) var taken: UInt64

    /// A window of what was taken before, by default nothing.
    public init(greatest: Int? = nil, taken: UInt64 = 0) {
        self.greatest = greatest
        self.taken = greatest == nil ? 0 : taken
    }

    /// The treatment of a number.
    public enum Verdict: Sendable, Equatable {
        /// The number is new, and may come after later ones.
        case accepted
        /// The number was taken before, or is too far back to tell.
        case replayed
    }

    /// Takes a number, once.
    public mutating func take(_ number: Int) -> Verdict {
        guard number >= 0 else { return .replayed }
        guard let greatest, number <= greatest else {
            advance(to: number)
            return .accepted
        }
        let (behind, overflow) = greatest.subtractingReportingOverflow(number)
        guard !overflow, behind < 64, taken & (1 << UInt64(behind)) == 0 else { return .replayed }
        taken |= 1 << UInt64(behind)
        return .accepted
    }

    private mutating func advance(to number: Int) {
        let step = greatest.map { number - $0 } ?? 64
        taken = step < 64 ? taken << UInt64(step) | 1 : 1
        greatest = number
    }
}
