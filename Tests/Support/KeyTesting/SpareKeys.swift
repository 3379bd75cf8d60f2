public import JOSE
public import Primitives
import Synchronization

/// RSA keys that are made once for all tests of a process: making one takes longer than most tests.
///
/// A source of randomness gets no key twice, and two sources that were first asked one after the other get others, as long as each asks for
/// no more than four.
enum SpareKeys {
    private static let stock = Mutex<[RSAKey]>([])
    private static let places = Mutex<(sources: [ObjectIdentifier: Int], next: Int)>(([:], 0))
    private static let limit = 32

    /// The next key for a source; nil for a size that isn't kept.
    static func next(for source: AnyObject, bits: Int) -> RSAKey? {
        guard bits == 2048 else { return nil }
        let place = places.withLock { places in
            let id = ObjectIdentifier(source)
            let place = places.sources[id] ?? places.next
            if places.sources[id] == nil { places.next += 4 }
            places.sources[id] = place + 1
            return place % limit
        }
        return stock.withLock { stock in
            while stock.count <= place, case .rsa(let key)? = try? JWK.generate(.rsa(bits: bits), random: SystemRandom()).material {
                stock.append(key)
            }
            return place < stock.count ? stock[place] : nil
        }
    }
}

extension SeededRandom: RSAKeySource {
    public func rsaKey(bits: Int) -> RSAKey? { SpareKeys.next(for: self, bits: bits) }
}

/// The system's randomness, but for RSA keys.
public final class SystemRandomWithSpareKeys: RSAKeySource {
    private let system = SystemRandom()

    public init() {}

    public func bytes(_ count: Int) -> [UInt8] { system.bytes(count) }
    public func rsaKey(bits: Int) -> RSAKey? { SpareKeys.next(for: self, bits: bits) }
}
