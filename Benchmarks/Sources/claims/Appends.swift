import BenchSupport
import Foundation
import Primitives
import WalletMessages

/// Claims that are registered one after the other, each in a request with its proof, answered with the log's proof under a checkpoint.
struct Appends {
    let base: String
    let count: Int
    let seconds: Double

    func run() throws {
        let instances = try (0..<count).map { _ in try BareInstance(base) }
        for instance in instances { try Self.append(instance) }
        ClaimsBench.say("ready")
        while readLine() != nil {
            let begun = ContinuousClock.now
            let done = try Threads.sum(instances, until: begun + .seconds(seconds), Self.append)
            ClaimsBench.say("{\"count\": \(done), \"seconds\": \((ContinuousClock.now - begun) / .seconds(1))}")
        }
    }

    private static func append(_ instance: BareInstance) throws {
        let entry = LogRegistration.claim(dataHash: Base64URL.encode(instance.random.bytes(32)), issuedAt: .now)
        _ = try instance.call("POST", instance.service.entries, entry.json.encoded)
    }
}
