internal import Primitives
internal import Synchronization

/// Chance, from a seed.
package final class Dice: Sendable {
    fileprivate let random: SeededRandom

    package init(seed: UInt64) { random = SeededRandom(seed: seed) }

    /// A number from 0 up to 1.
    package func roll() -> Double {
        let bits = random.bytes(7).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 3
        return Double(bits) / Double(1 << 53)
    }

    /// Whether something happens that happens so often.
    package func happens(_ probability: Double) -> Bool { probability > 0 && roll() < probability }

    package func number(_ range: ClosedRange<Double>) -> Double { range.lowerBound + roll() * (range.upperBound - range.lowerBound) }

    package func pick(_ count: Int) -> Int { min(count - 1, Int(roll() * Double(count))) }
}

extension Dice {
    /// Bytes for keys and ids.
    func bytes(_ count: Int) -> [UInt8] { random.bytes(count) }
}
