import DeviceMessages
import Directory
import Foundation
import Foundations
import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives
import VerificationMessages
import VerificationPolicies
import Verifications

extension Turn {
    /// The id of the hidden value that a page shows as a QR code, and a phone's own browser as a link.
    static let verificationID = "identityVerification"

    /// The realm's verifications at the server's public address.
    /// - Throws: a fault where there is no public address.
    func verificationSite() throws -> VerificationSite { VerificationSite(realm, address: try deviceIssuer().base) }

    /// A user's verification; nil for one that is gone, or another user's.
    func verification(_ id: UUID, of user: UUID) async throws -> VerifyTransaction? {
        do { return try await domain.verifications.transaction(id, of: user, at: try verificationSite()) } catch let error as DomainError
            where error.code == .unknownResource
        {
            return nil
        }
    }

    /// A verify policy by its id or name; nil for the realm's default.
    func verifyPolicy(_ text: String) async throws -> UUID? {
        guard !text.isEmpty else { return nil }
        let id = UUID(text: text)
        let policies = try await domain.verifications.rules.policies.all(in: realm)
        guard let policy = policies.first(where: { $0.id == id || $0.name == text }) else {
            throw JourneyRunError.fault("the realm has no verify policy \(text)")
        }
        return policy.id
    }

    /// The user's own address or number for a way of delivery; nil for a code that is shown, and where the user has none.
    func address(of delivery: VerificationAsking.Delivery, _ user: User) -> CodeRecipient? {
        switch delivery {
        case .code: nil
        case .email: user.recoveryMail.map(CodeRecipient.email)
        case .sms: user.attribute("telephoneNumber").map(CodeRecipient.sms)
        }
    }

    /// The place that a code is sent to; nil for one that is shown.
    /// - Throws: `invalid` for a user without an address.
    func recipient(of delivery: VerificationAsking.Delivery, _ user: User) throws(DomainError) -> CodeRecipient? {
        guard delivery != .code else { return nil }
        guard let recipient = address(of: delivery, user) else {
            throw DomainError(.invalid, "the user has no address to send the code to by \(delivery.rawValue)")
        }
        return recipient
    }

    /// Puts claims of a document among the attributes that are gathered for the account.
    mutating func gather(_ claims: ClaimMapping, of identity: VerifiedIdentity) async throws {
        for (name, claim) in claims.claims {
            guard let value = claim.value(in: identity.fields) else { continue }
            let attribute = try await attribute(name)
            state.gather(.string(value), at: attribute.path, isSecret: attribute.isSensitive)
        }
    }
}
