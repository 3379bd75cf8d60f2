import Crypto
import Foundation
import JOSE
import Primitives

/// Sealing and opening 1 KiB as a compact JWE (`dir` with `A256GCM`, as a journey's state is sealed) beside the bare cipher on the same bytes, and
/// base64url beside Foundation's base64, in turn on one thread: `jose SECONDS` prints how many a second of each.
@main
struct JOSEBench {
    private static let plaintext = (0..<1024).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    private static let header = Array("eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0".utf8)

    static func main() throws {
        let seconds = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 4
        let random = SystemRandom()
        let bytes = random.bytes(32)
        let (key, jwk) = (SymmetricKey(data: bytes), JWK(.symmetric(Secret(bytes: bytes))))
        let sealing = try SealingKey(jwk, algorithm: .direct, encryption: .a256GCM)
        let opening = try OpeningKey(jwk, algorithm: .direct, encryptions: [.a256GCM])
        let token = try JWE.seal(plaintext, with: sealing, random: random)
        let nonce = try AES.GCM.Nonce(data: random.bytes(12))
        let box = try AES.GCM.seal(plaintext, using: key, nonce: nonce, authenticating: header)
        let text = Base64URL.encode(plaintext)
        let (data, standard) = (Data(plaintext), Data(plaintext).base64EncodedString())
        var rates = [Rate](repeating: Rate(), count: 8)
        for _ in 0..<8 {
            let share = seconds / 64
            try rates[0].run(for: share) { try JWE.seal(plaintext, with: sealing, random: random).utf8.count > 1024 }
            try rates[1].run(for: share) { try AES.GCM.seal(plaintext, using: key, nonce: nonce, authenticating: header).tag.count == 16 }
            try rates[2].run(for: share) { try JWE.open(token, with: opening).plaintext.count == 1024 }
            try rates[3].run(for: share) { try AES.GCM.open(box, using: key, authenticating: header).count == 1024 }
            rates[4].run(for: share) { Base64URL.encode(plaintext).utf8.count > 1024 }
            rates[5].run(for: share) { data.base64EncodedString().utf8.count > 1024 }
            rates[6].run(for: share) { Base64URL.decode(text)?.count == 1024 }
            rates[7].run(for: share) { Data(base64Encoded: standard)?.count == 1024 }
        }
        let names = ["sealing", "opening", "encoding", "decoding"].enumerated().map { index, name in
            "\"\(name)\": {\"ours\": \(rates[2 * index].perSecond), \"bare\": \(rates[2 * index + 1].perSecond)}"
        }
        print("{\(names.joined(separator: ", "))}")
    }

    /// The count of an operation, and the time that it took.
    private struct Rate {
        private var count = 0
        private var seconds = 0.0

        var perSecond: Int { Int(Double(count) / seconds) }

        mutating func run(for seconds: Double, _ body: () throws -> Bool) rethrows {
            let begun = ContinuousClock.now
            let end = begun + .seconds(seconds)
            while ContinuousClock.now < end {
                for _ in 0..<1000 {
                    guard try body() else { preconditionFailure("a result is wrong") }
                    count += 1
                }
            }
            let taken = (ContinuousClock.now - begun).components
            self.seconds += Double(taken.attoseconds) / 1e18 + Double(taken.seconds)
        }
    }
}
