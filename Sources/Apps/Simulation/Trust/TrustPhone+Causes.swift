internal import DeviceMessages
internal import Foundation
internal import PingIDClient
internal import PingIDMessages
internal import Primitives

extension TrustPhone {
    /// The refusals that the rules of trust make of what users and customers do, with no fault at all: two first devices at once, a user who is
    /// suspended, a device whose trust was taken meanwhile, a code that another phone has claimed.
    private static let rules: Set<DeviceError.Code> = [.policy, .userSuspended, .alreadyDecided, .tokenUsed, .userNotPaired]

    /// Counts a failure by its cause: a rule that refused, or a fault that has struck since the beginning. One that has neither is a defect.
    func account(for what: String, _ error: any Error, since start: Date) {
        world.note("\(name) \(what) failed: \(Self.code(error))")
        // A push that lay in the mailbox for nearly its whole life comes too late.
        let rules = what == "push" ? Self.rules.union([.expired]) : Self.rules
        if let refusal = (error as? PingIDError)?.refusal?.code, rules.contains(refusal) {
            // A sign-on that waits for this phone continues waiting.
            suffer("refused: \(refusal.rawValue)")
            return world.count("\(what) refused: \(refusal.rawValue)")
        }
        if let cause = troubles.since(start).cause ?? clockTrouble {
            suffer(cause)
            return world.count("\(what) failed: \(cause)")
        }
        world.violate("\(name): \(what) failed, and nothing was wrong: \(error)")
    }

    /// Counts a sign-on that the customer's server had no payload for, by its cause.
    func account(forAnswer answer: JSONValue?) {
        guard let answer else { return world.count("no answer: \(Self.serverKilled)") }
        let code = answer["details"]?.array?.first?["code"]?.string ?? answer["code"]?.string ?? "nothing"
        if let cause = clockTrouble { return world.count("no answer: \(code), \(cause)") }
        world.violate("\(name): the server answered \(code), and nothing was wrong: \(answer.text)")
    }

    static let serverKilled = "server killed"

    /// The trouble of a phone whose clock is wrong by minutes: its payloads have expired, or are of the future.
    private var clockTrouble: String? { isFarOff ? "clock wrong" : nil }
}

extension TrustWorld {
    /// The reason for which none of a user's phones decided in time.
    func causeOfSilence(of user: String, since start: Date) -> String? {
        phones(of: user).flatMap { $0.troubles.since(start) }.cause
    }
}
