import Directory
import Foundation
package import JourneyEngine
import JourneyModel
import Primitives
import ResourceMessages
import VerificationMessages
import Verifications

extension VerifyProofingNode: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let end = try await visit(&turn) { user, turn in try await demand(user, turn) }
        switch end {
        case nil: return .waiting
        case .approved(let transaction): return try await accept(transaction, &turn)
        case .failed(let transaction):
            try await keep(transaction, &turn)
            return try await fail("the verification has failed", Self.fail, &turn)
        case .timedOut(let transaction), .undecided(let transaction):
            try await keep(transaction, &turn)
            return try await fail("the verification wasn't completed in time", Self.fail, &turn)
        case .exited: return .outcome(Self.cancel)
        case .unavailable(let reason): return try await fail(reason, Self.error, &turn)
        }
    }

    /// The policy is the named one with what the node adds, and the record has what the profile has under the attributes' names.
    private func demand(_ user: User, _ turn: Turn) async throws -> VerificationDemand {
        let attributes = try await turn.attributes(of: user)
        var demand = VerificationDemand()
        let rules = matching.rules(by: claims)
        for (name, part, _) in rules {
            guard let text = attributes.text(at: name), (1...256).contains(text.utf8.count) else { continue }
            var value = VerifyRecord.Value()
            value.value = text
            demand.record[part] = value
        }
        demand.policy = { [refusesExpired] policy in
            if refusesExpired { policy.governmentID.failsExpired = true }
            for (_, part, strictness) in rules { policy.recordMatching.require(part, strictness) }
        }
        return demand
    }

    private func accept(_ transaction: VerifyTransaction, _ turn: inout Turn) async throws -> NodeResult {
        try await keep(transaction, &turn)
        let site = try turn.verificationSite()
        guard let identity = try await turn.domain.verifications.identity(of: transaction.id, of: transaction.user, at: site) else {
            return try await fail("the verification isn't approved any more", Self.fail, &turn)
        }
        if let wanted = document.type, identity.documents != [wanted] {
            return try await fail("another kind of document is wanted: \(document.rawValue)", Self.fail, &turn)
        }
        let today = turn.now.formatted(.iso8601.year().month().day())
        guard age.isReached(born: identity.fields[.birthDate], on: today) else {
            return try await fail("the user isn't known to be \(age.years) years old", Self.fail, &turn)
        }
        try await turn.gather(claims, of: identity)
        if keepsClaims { turn.state.secrets[VerifyState.claimResult] = TransientValue.secret(identity.fields.json) }
        return .outcome(Self.success)
    }

    private func keep(_ transaction: VerifyTransaction, _ turn: inout Turn) async throws {
        turn.state.shared[VerifyState.user] = .string(transaction.user.text)
        if keepsID { turn.keep(transaction) }
        if keepsMetadata {
            turn.state.secrets[VerifyState.metadataResult] = TransientValue.secret(.array(try await turn.metadata(of: transaction)))
        }
    }

    private func fail(_ reason: String, _ outcome: String, _ turn: inout Turn) async throws -> NodeResult {
        try await turn.recordFailure("verification of identity: \(reason)")
        return .outcome(outcome)
    }
}

extension VerifyRecord {
    fileprivate subscript(part: RecordMatchingRule.Part) -> Value? {
        get {
            switch part {
            case .address: address
            case .birthDate: birthDate
            case .familyName: familyName
            case .givenName: givenName
            case .name: name
            }
        }
        set {
            switch part {
            case .address: address = newValue
            case .birthDate: birthDate = newValue
            case .familyName: familyName = newValue
            case .givenName: givenName = newValue
            case .name: name = newValue
            }
        }
    }
}

extension RecordMatchingRule {
    /// Has a part compared, at a strictness. Whether it must be there stays the policy's word.
    fileprivate mutating func require(_ part: Part, _ strictness: RecordStrictness) {
        func changed(_ rule: Rule?) -> Rule {
            var rule = rule ?? Rule()
            rule.threshold = strictness
            return rule
        }
        switch part {
        case .address: address = changed(address)
        case .birthDate: birthDate = changed(birthDate)
        case .familyName: familyName = changed(familyName)
        case .givenName: givenName = changed(givenName)
        case .name: name = changed(name)
        }
    }
}
