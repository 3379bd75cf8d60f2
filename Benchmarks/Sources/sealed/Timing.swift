import BenchSupport
import CommandChannel
import Foundation
import Primitives

/// Whether verification of what depends on a PIN or a password tells by its time how much of it was right.
///
/// Two classes of wrong inputs are verified in turn, in random order: those that differ in the first character, and those that
/// differ in the last. Of each a trimmed mean is taken; a comparison that stops at the first difference would set them apart. Rounds
/// continue until the difference is within the margin, and fail when it never is: noise goes away, a leak stays. A comparison that does
/// stop at the first difference is measured too, and has to be found out, or the check has no power on this machine.
struct Timing {
    /// The margin, as a part of the whole time.
    private static let margin = 0.002
    private static let (rounds, samples, batch) = (12, 400, 50)

    func run() throws {
        let parties = try Parties()
        let activated = try parties.activate()
        let secret = activated.secrets.password
        let time = parties.now
        let application = try activated.instance.terms.application(2, [.oneTimePassword])
        let key = secret.key(of: application)
        let good = try key.code(at: time).code
        var isSound = true
        isSound = try check("one-time password", good) { key.verify($0, challenge: nil, at: time, drift: 1, after: nil) != nil } && isSound
        let fields = try TransactionFields(["a", "b"])
        let signing = secret.key(of: try activated.instance.terms.application(4, [.signature]))
        let signature = try signing.signature(of: fields, at: time).code
        isSound = try check("signature", signature) { signing.verify($0, of: fields, at: time, drift: 1, after: nil) != nil } && isSound
        let statement = Array("statement".utf8)
        isSound = try check("proof by the PIN", secret.proof(of: statement)) { secret.verify($0, of: statement) } && isSound
        let proof = Array(secret.proof(of: statement).utf8)
        let isFound = try !check("a comparison that stops early, to be found out", secret.proof(of: statement)) { text in
            let right = Array(secret.proof(of: statement).utf8)
            for (one, other) in zip(right, text.utf8) where one != other { return false }
            return right.count == proof.count
        }
        guard isFound else { throw Failure("the check finds nothing on this machine: it has no power") }
        guard isSound else { throw Failure("a verification takes another time for another wrong input") }
    }

    private func check(_ name: String, _ good: String, _ verify: (String) throws -> Bool) throws -> Bool {
        guard try verify(good) else { throw Failure("\(name): the right one isn't taken") }
        let (early, late) = (changed(good, at: 0), changed(good, at: good.count - 1))
        var best = Double.infinity
        for round in 1...Self.rounds {
            let (one, other) = try measure(early, late, verify)
            best = min(best, abs(one - other) / max(one, other))
            if best <= Self.margin {
                print("\(name): \(String(format: "%.2f µs and %.2f µs, %.2f %% apart", one, other, best * 100)) after \(round) rounds")
                return true
            }
        }
        print("\(name): never less than \(String(format: "%.2f %%", best * 100)) apart")
        return false
    }

    private func measure(_ early: String, _ late: String, _ verify: (String) throws -> Bool) throws -> (Double, Double) {
        var times: [[Double]] = [[], []]
        for _ in 0..<(2 * Self.samples) {
            let kind = Int.random(in: 0...1)
            let input = kind == 0 ? early : late
            let begun = threadMicroseconds()
            for _ in 0..<Self.batch { guard try !verify(input) else { throw Failure("a wrong one is taken") } }
            times[kind].append((threadMicroseconds() - begun) / Double(Self.batch))
        }
        return (trimmed(times[0]), trimmed(times[1]))
    }

    /// The mean of the fastest half: what interrupts the thread makes it slower and never faster.
    private func trimmed(_ times: [Double]) -> Double {
        let fastest = times.sorted().prefix(max(1, times.count / 2))
        return fastest.reduce(0, +) / Double(fastest.count)
    }

    private func changed(_ text: String, at index: Int) -> String {
        var characters = Array(text)
        characters[index] = characters[index] == "1" ? "2" : "1"
        return String(characters)
    }
}
