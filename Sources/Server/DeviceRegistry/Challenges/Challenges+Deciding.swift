package import DeviceMessages
package import Foundation
import JOSE
package import Primitives
package import Store
import Messaging
package import Directory
import Foundations

extension Challenges {
    /// The result of a decision.
    package enum Outcome: Sendable {
        case standing(ChallengeStanding.Status)
        /// The number was wrong, and the challenge is over; `second` is asked in its place.
        case wrongNumber(second: Challenge?)
    }

    /// Decides a challenge once. Deciding the same way again succeeds.
    ///
    /// - Throws: ``DeviceError`` `.deviceMismatch`, `.notPaired`, `.expired`, `.alreadyDecided`, `.cancelled`, `.replayed`, `.policy`.
    package func decide(
        _ id: String, as decision: ChallengeDecision, by submission: ProvedRequest<Installation>, in realm: Realm
    ) async throws -> Outcome {
        if decision.verdict == .approve {
            try await look(at: decision.integrity, with: id, decision.pairing, by: submission, in: realm)
        }
        let now = time.now
        return try await database.write { [self] transaction in
            let challenge = try belonging(id, decision.pairing, submission, realm, transaction)
            guard challenge.kind == .authentication || challenge.kind == .test else {
                throw DeviceError(.malformed, "a silent push is acknowledged, not decided")
            }
            if let standing = try settled(challenge, decision.verdict, now) { return .standing(standing) }
            guard decision.nonce == challenge.nonce else { throw Self.wrongNonce }
            guard decision.shown == ChallengeDocument.hash(of: Array(challenge.document.utf8)) else {
                throw DeviceError(.conflict, "what was shown isn't this challenge; fetch it again")
            }
            guard decision.verdict == .approve else {
                try finish(challenge, .denied, DecisionRecord(decision, submission), now, transaction)
                return .standing(.denied)
            }
            let clearance = try IntegrityRules.clear(challenge, at: now, in: transaction)
            if let number = challenge.number {
                guard let given = decision.number else {
                    throw DeviceError(.policy, Self.numberIsNeeded)
                }
                guard given == number else { return try wrongNumber(challenge, decision, submission, now, transaction) }
            }
            try finish(challenge, .approved(clearance), DecisionRecord(decision, submission), now, transaction)
            return .standing(.approved)
        }
    }

    /// Takes the device's own answer to a silent push. The nonce is sent only in the push.
    package func acknowledge(
        _ id: String, _ answer: ChallengeAcknowledgement, by submission: ProvedRequest<Installation>, in realm: Realm
    ) async throws -> ChallengeStanding.Status {
        try await look(at: answer.integrity, with: id, answer.pairing, by: submission, in: realm)
        let now = time.now
        return try await database.write { [self] transaction in
            let challenge = try belonging(id, answer.pairing, submission, realm, transaction)
            guard challenge.kind == .silent else { throw DeviceError(.malformed, "only a silent push is acknowledged") }
            if let standing = try settled(challenge, .approve, now) { return standing }
            guard answer.nonce == challenge.nonce else { throw Self.wrongNonce }
            let clearance = try IntegrityRules.clear(challenge, at: now, in: transaction)
            let decision = ChallengeDecision(.approve, nonce: answer.nonce, pairing: answer.pairing, shown: "")
            try finish(challenge, .approved(clearance), DecisionRecord(decision, submission), now, transaction)
            return .approved
        }
    }

    /// Takes the evidence that came along, before anything is decided by it. An answer repeated after the challenge's end brings none.
    private func look(
        at evidence: IntegrityEvidence?, with id: String, _ pairing: String, by submission: ProvedRequest<Installation>, in realm: Realm
    ) async throws {
        guard let evidence else { return }
        let now = time.now
        let challenge = try await database.read { [self] in try belonging(id, pairing, submission, realm, $0) }
        guard [.pending, .claimed].contains(challenge.status(at: now)) else { return }
        try await integrity.take(evidence, of: submission.sender, application: challenge.application, in: realm)
    }

    private static let numberIsNeeded = """
        the number that is shown where the user signs in must be given; for an app that can't ask for it, set push.numberMatching.enabled to \
        false in the device authentication policy's rules for the application
        """
    private static let wrongNonce = DeviceError(.replayed, "the nonce isn't this challenge's")

    /// The challenge, if challenge, pairing and installation belong together and the device may still speak for its user.
    private func belonging(
        _ id: String, _ pairing: String, _ submission: ProvedRequest<Installation>, _ realm: Realm, _ transaction: any ReadTransaction
    ) throws -> Challenge {
        guard let challenge = try Self.challenge(id, realm: realm.id, in: transaction) else {
            throw DeviceError(.expired, "there is no challenge \(id) any more")
        }
        guard challenge.installation == submission.sender.id, challenge.device.text == pairing else {
            throw DeviceError(.deviceMismatch, "the challenge is for another device")
        }
        guard let device = try Devices.device(challenge.device, realm: realm.id, at: time.now, in: transaction),
            device.installation == submission.sender.id
        else { throw Installations.notPaired }
        guard !device.isBlocked else { throw DeviceError(.policy, "the device was blocked by an administrator") }
        guard try Users.status(of: challenge.user, realm: realm.id, in: transaction) == .active else {
            throw DeviceError(.policy, "the user's account is not active")
        }
        return challenge
    }

    /// Returns what stands when the challenge is over and was decided just so; nil when it can be decided.
    package func settled(
        _ challenge: Challenge, _ verdict: ChallengeDecision.Verdict, _ now: Date
    ) throws -> ChallengeStanding.Status? {
        switch (challenge.status(at: now), verdict) {
        case (.pending, _), (.claimed, _): return nil
        case (.approved, .approve): return .approved
        case (.denied, .deny): return .denied
        case (.expired, _): throw DeviceError(.expired, "the challenge's time is over")
        case (.failed, _): throw DeviceError(.cancelled, "the challenge was taken back")
        default: throw DeviceError(.alreadyDecided, "the challenge was decided otherwise")
        }
    }

    /// Ends the challenge; after the first wrong number another one is asked.
    private func wrongNumber(
        _ challenge: Challenge, _ decision: ChallengeDecision, _ submission: ProvedRequest<Installation>, _ now: Date,
        _ transaction: any WriteTransaction
    ) throws -> Outcome {
        try finish(challenge, .failed, DecisionRecord(decision, submission), now, transaction)
        guard !challenge.isSecond, let device = try Devices.device(challenge.device, realm: challenge.realm, at: now, in: transaction),
            let document = try? ChallengeDocument(json: JSONValue(parsing: challenge.document, limits: .own()))
        else { return .wrongNumber(second: nil) }
        let question = Question(
            kind: challenge.kind, device: device, user: document.user, matching: challenge.matching == .entered ? .entered : .selected,
            integrity: challenge.integrity, timeout: Int(challenge.expires.timeIntervalSince(challenge.created)),
            clientContext: document.clientContext,
            requester: document.requester, authentication: challenge.authentication, presentation: challenge.presentation,
            asker: challenge.asker)
        // Its push is made in a transaction of its own.
        let second = try ask(question, isSecond: true, isUnsent: true, in: transaction)
        try succession.replace(challenge, by: second, at: now, in: transaction)
        return .wrongNumber(second: second)
    }

    /// The record of a decision: the ways in which the user decided, the reason, and what proves it.
    package struct DecisionRecord: Sendable {
        /// The ways in which the user showed presence, as the device tells them.
        package let methods: [String]
        /// The reason of a denial; nil for an approval.
        package let reason: ChallengeDecision.Reason?
        /// The device's proof of the decision.
        package let evidence: JSONValue

        /// The record of a decision of which only the evidence is known.
        package init(evidence: JSONValue) {
            methods = []
            reason = nil
            self.evidence = evidence
        }

        init(_ decision: ChallengeDecision, _ submission: ProvedRequest<Installation>) {
            methods = decision.methods
            reason = decision.reason
            evidence = [
                // The body was read as JSON before.
                "body": .string(String(own: submission.body)), "proof": .string(submission.proof),
                "key": submission.sender.signing.key.publicJSON.map(JSONValue.object) ?? .null,
            ]
        }
    }

    /// The end of a challenge that a user answers.
    package enum Ending: Sendable {
        /// Approved by a device that was cleared.
        case approved(DeviceClearance)
        case denied, failed

        var status: Challenge.Status {
            switch self {
            case .approved: .approved
            case .denied: .denied
            case .failed: .failed
            }
        }
    }

    /// Writes how it ended, once, with what proves it.
    package func finish(
        _ challenge: Challenge, _ ending: Ending, _ record: DecisionRecord, _ now: Date, _ transaction: any WriteTransaction
    ) throws {
        let status = ending.status
        let ended = try transaction.execute(
            """
            UPDATE challenges SET status = ?3, methods = ?4, reason = ?5, evidence = ?6, decided = ?7
            WHERE realm = ?1 AND id = ?2 AND status IN ('pending', 'claimed') AND expires > ?7
            """, challenge.realm, challenge.id, status.rawValue, JSONValue.array(record.methods.map(JSONValue.string)).text,
            record.reason?.rawValue, record.evidence.text, now)
        guard ended == 1 else { throw DeviceError(.alreadyDecided, "the challenge was decided meanwhile") }
        try BuiltInPush.answered(challenge.id, by: challenge.installation, realm: challenge.realm, in: transaction)
        var details: JSONObject = [
            "challenge": .string(challenge.id), "status": .string(status.rawValue),
            "device": .string(challenge.device.text),
        ]
        details["reason"] = record.reason.map { .string($0.rawValue) }
        try audit.append(.challengeDecided, details, at: now, realm: challenge.realm, user: challenge.user, in: transaction)
    }
}
