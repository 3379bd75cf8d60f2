import Primitives
import Synchronization

/// The random bytes that the body of a write drew on its first run: on later runs it draws the same ones.
final class RandomTape: Sendable {
    @TaskLocal static var current: RandomTape?

    private let drawn = Mutex<(pieces: [[UInt8]], next: Int)>(([], 0))

    /// Runs a body from the beginning of the tape.
    func play<Value>(_ body: () throws -> Value) rethrows -> Value {
        drawn.withLock { $0.next = 0 }
        return try Self.$current.withValue(self, operation: body)
    }

    fileprivate func bytes(_ count: Int, _ random: any RandomSource) -> [UInt8] {
        drawn.withLock { drawn in
            defer { drawn.next += 1 }
            if drawn.pieces.indices.contains(drawn.next), drawn.pieces[drawn.next].count == count { return drawn.pieces[drawn.next] }
            let piece = random.bytes(count)
            drawn.pieces.append(piece)
            return piece
        }
    }
}

/// A source of random bytes that gives a body which is run again what it gave before.
struct TapedRandom: RandomSource {
    let random: any RandomSource

    func bytes(_ count: Int) -> [UInt8] { RandomTape.current?.bytes(count, random) ?? random.bytes(count) }
}
