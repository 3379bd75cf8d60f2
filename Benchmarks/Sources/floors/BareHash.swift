import CBareArgon2
import Dispatch
import Foundation
import Synchronization

/// The number of Argon2id hashes a second (19 MiB, 2 passes, 1 lane) that so many threads make which do nothing else.
func bareHashRate(seconds: Double, threads: Int) throws -> Double {
    let done = Atomic<Int>(0)
    let start = Date()
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
        while Date().timeIntervalSince(start) < seconds {
            hashOnce()
            done.add(1, ordering: .relaxed)
        }
    }
    return Double(done.load(ordering: .relaxed)) / Date().timeIntervalSince(start)
}

private func hashOnce() {
    let (password, salt) = ([UInt8](repeating: 1, count: 10), [UInt8](repeating: 2, count: 16))
    var hash = [UInt8](repeating: 0, count: 32)
    let status = argon2id_hash_raw(2, 19_456, 1, password, password.count, salt, salt.count, &hash, hash.count)
    precondition(status == ARGON2_OK.rawValue, "argon2id failed with \(status)")
}
