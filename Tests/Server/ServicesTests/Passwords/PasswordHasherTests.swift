import Foundation
import Primitives
import Testing
@testable import Directory
@testable import Foundations

@Suite("Hashing passwords")
struct PasswordHasherTests {
    /// A hasher that takes a millisecond instead of twenty.
    private static func quick(
        waiting: Int = 512, algorithm: PasswordAlgorithm = .argon2id(memory: 256, passes: 1, lanes: 1)
    ) -> PasswordHasher {
        var configuration = PasswordHasher.Configuration(concurrency: 1)
        configuration.algorithm = algorithm
        configuration.waiting = waiting
        return PasswordHasher(configuration, random: SeededRandom(seed: 7))
    }

    @Test(
        "the right password is accepted, every other refused",
        arguments: [PasswordAlgorithm.argon2id(memory: 256, passes: 1, lanes: 1), .pbkdf2(rounds: 1000)])
    func verifies(_ algorithm: PasswordAlgorithm) async throws {
        let hasher = Self.quick(algorithm: algorithm)
        let hash = try await hasher.hash(Secret("Ch4ng3it!"))
        #expect(try await hasher.verify(Secret("Ch4ng3it!"), against: hash))
        for wrong in ["", "Ch4ng3it", "ch4ng3it!", "\0Ch4ng3it!", "Ch4ng3it! "] {
            #expect(try await !hasher.verify(Secret(wrong), against: hash), "\(wrong)")
        }
    }

    @Test("an empty password and a long one can be hashed", arguments: ["", String(repeating: "ü", count: 10_000)])
    func extremes(_ password: String) async throws {
        let hasher = Self.quick()
        let hash = try await hasher.hash(Secret(password))
        #expect(try await hasher.verify(Secret(password), against: hash))
    }

    @Test("the same password never has the same hash")
    func salted() async throws {
        let hasher = Self.quick()
        let first = try await hasher.hash(Secret("Ch4ng3it!"))
        let second = try await hasher.hash(Secret("Ch4ng3it!"))
        #expect(first != second)
    }

    @Test("by default the hash is Argon2id with 19 MiB, 2 passes and 1 lane")
    func defaults() async throws {
        let hasher = PasswordHasher(random: SeededRandom(seed: 7))
        let hash = try await hasher.hash(Secret("Ch4ng3it!"))
        #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(!hasher.needsRehash(hash))
        #expect(try await hasher.verify(Secret("Ch4ng3it!"), against: hash))
    }

    @Test("a hash of other costs is still checked, and should be made anew")
    func rehash() async throws {
        let old = try await Self.quick(algorithm: .pbkdf2(rounds: 1000)).hash(Secret("Ch4ng3it!"))
        let hasher = Self.quick()
        #expect(try await hasher.verify(Secret("Ch4ng3it!"), against: old))
        #expect(hasher.needsRehash(old))
        #expect(hasher.needsRehash("nonsense"))
    }

    @Test(
        "a hash is made anew for another algorithm and for a higher cost, not for a lower one or other lanes",
        arguments: [
            (.argon2id(memory: 256, passes: 1, lanes: 1), .argon2id(memory: 257, passes: 1, lanes: 1), true),
            (.argon2id(memory: 256, passes: 1, lanes: 1), .argon2id(memory: 256, passes: 2, lanes: 1), true),
            (.argon2id(memory: 19_456, passes: 2, lanes: 1), .argon2id(memory: 47_104, passes: 1, lanes: 1), true),
            (.argon2id(memory: 256, passes: 1, lanes: 1), .argon2id(memory: 256, passes: 1, lanes: 1), false),
            (.argon2id(memory: 256, passes: 2, lanes: 1), .argon2id(memory: 256, passes: 1, lanes: 1), false),
            (.argon2id(memory: 256, passes: 1, lanes: 1), .argon2id(memory: 256, passes: 1, lanes: 2), false),
            (.argon2id(memory: 256, passes: 1, lanes: 1), .pbkdf2(rounds: 1000), true),
            (.pbkdf2(rounds: 1000), .argon2id(memory: 256, passes: 1, lanes: 1), true),
            (.pbkdf2(rounds: 1000), .pbkdf2(rounds: 1001), true),
            (.pbkdf2(rounds: 1001), .pbkdf2(rounds: 1000), false),
        ] as [(PasswordAlgorithm, PasswordAlgorithm, Bool)])
    func superseded(_ old: PasswordAlgorithm, _ new: PasswordAlgorithm, _ isSuperseded: Bool) {
        #expect(old.isSuperseded(by: new) == isSuperseded)
    }

    @Test("past the queue's length logins are refused at once, the others served")
    func overloaded() async throws {
        let hasher = Self.quick(waiting: 3, algorithm: .pbkdf2(rounds: 200_000))
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for _ in 1...40 {
                group.addTask {
                    do { try await hasher.verifyNothing(Secret("x")) } catch {
                        #expect(error as? PasswordError == PasswordError(.overloaded))
                        return false
                    }
                    return true
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.contains(true) && outcomes.contains(false))
    }

    @Test("however many come from one address, another's turn comes and is taken")
    func fair() async throws {
        let hasher = Self.quick(waiting: 4, algorithm: .pbkdf2(rounds: 100_000))
        let realm = UUID()
        func verify(_ address: String) async -> Bool {
            do { try await hasher.verifyNothing(Secret("x"), for: Asker(address: address, in: realm)) } catch { return false }
            return true
        }
        let (flooded, others) = await withTaskGroup(of: (Bool, Bool).self) { group in
            for _ in 1...40 { group.addTask { (await verify("2001:db8::1"), true) } }
            for other in 1...3 { group.addTask { (await verify("192.0.2.\(other)"), false) } }
            return await group.reduce(into: ([Bool](), [Bool]())) { sum, one in
                if one.1 { sum.0.append(one.0) } else { sum.1.append(one.0) }
            }
        }
        #expect(others == [true, true, true])
        #expect(flooded.contains(false))
    }

    @Test("a closed hasher refuses, for known and unknown users alike")
    func closed() async throws {
        let hasher = Self.quick()
        let hash = try await hasher.hash(Secret("Ch4ng3it!"))
        await hasher.close()
        await #expect(throws: PasswordError(.closed)) { try await hasher.verify(Secret("Ch4ng3it!"), against: hash) }
        await #expect(throws: PasswordError(.closed)) { try await hasher.verifyNothing(Secret("Ch4ng3it!")) }
    }

    @Test("a login that nobody waits for any more isn't hashed")
    func cancelled() async throws {
        let hasher = Self.quick()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await hasher.verifyNothing(Secret("x"))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
