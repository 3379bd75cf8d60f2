import Primitives
import Testing
@testable import Foundations

@Suite("Sealed secrets")
struct SealerTests {
    private static let random = SeededRandom(seed: 11)
    private let key: MasterKey
    private let sealer: Sealer

    init() throws {
        key = try MasterKey.generate(Self.random)
        sealer = Sealer(MasterKeyRing(key), random: Self.random)
    }

    @Test("open to what was sealed", arguments: [0, 1, 20, 4096])
    func roundTrip(_ count: Int) throws {
        let secret = Secret(bytes: Self.random.bytes(max(1, count)).prefix(count))
        let sealed = try sealer.seal(secret, context: "alpha/client_secret/1")
        #expect(try sealer.open(sealed, context: "alpha/client_secret/1") == secret)
        #expect(!sealer.needsReseal(sealed))
    }

    @Test("differ each time")
    func unlinkable() throws {
        let secret = Secret("Ch4ng3it!")
        #expect(try sealer.seal(secret, context: "a") != sealer.seal(secret, context: "a"))
    }

    @Test("stay closed in another's place", arguments: ["", "alpha/client_secret/2", "beta/client_secret/1"])
    func moved(_ context: String) throws {
        let sealed = try sealer.seal(Secret("Ch4ng3it!"), context: "alpha/client_secret/1")
        #expect(throws: SealError(.notAuthentic)) { try sealer.open(sealed, context: context) }
    }

    @Test("stay closed when any bit is changed")
    func tampered() throws {
        let sealed = try sealer.seal(Secret("Ch4ng3it!"), context: "a")
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1 << (index % 8)
            #expect(throws: SealError.self, "byte \(index)") { try sealer.open(changed, context: "a") }
        }
    }

    @Test("stay closed when cut off or lengthened")
    func truncated() throws {
        let sealed = try sealer.seal(Secret("Ch4ng3it!"), context: "a")
        for count in sealed.indices {
            #expect(throws: SealError.self, "\(count) bytes") { try sealer.open(Array(sealed.prefix(count)), context: "a") }
        }
        #expect(throws: SealError(.notAuthentic)) { try sealer.open(sealed + [0], context: "a") }
    }

    @Test("stay closed without their master key")
    func unknownKey() throws {
        let sealed = try sealer.seal(Secret("Ch4ng3it!"), context: "a")
        let other = Sealer(MasterKeyRing(try .generate(Self.random)), random: Self.random)
        #expect(throws: SealError(.unknownKey)) { try other.open(sealed, context: "a") }
        #expect(other.needsReseal(sealed))
    }

    @Test("survive a rotation, and then need only the new key")
    func rotation() throws {
        let sealed = try sealer.seal(Secret("Ch4ng3it!"), context: "a")
        let newKey = try MasterKey.generate(Self.random)
        let rotated = Sealer(MasterKeyRing(newKey, older: [key]), random: Self.random)
        #expect(try rotated.open(sealed, context: "a") == Secret("Ch4ng3it!"))
        #expect(rotated.needsReseal(sealed))

        let resealed = try rotated.seal(rotated.open(sealed, context: "a"), context: "a")
        #expect(!rotated.needsReseal(resealed))
        let afterwards = Sealer(MasterKeyRing(newKey), random: Self.random)
        #expect(try afterwards.open(resealed, context: "a") == Secret("Ch4ng3it!"))
    }
}
