package import Foundation
import Primitives
package import ResourceMessages
package import Store
package import Directory
package import WebAuthn
package import Foundations

/// The rules by which passkeys and security keys are registered and used in a realm (`docs/protocols/platform.md` 2.9).
package struct FIDO2Policy: Sendable, Equatable, Identifiable {
    /// The id, unique in the realm.
    package var id: UUID
    /// The name, unique in the realm.
    package var name: String
    /// Whether it counts where no other is named. A realm has exactly one such policy.
    package var isDefault = false
    package var description: String?
    /// The attestation that registrations ask for; none by default.
    package var attestation = Attestation.none
    /// The attachment of the authenticators that may register; both by default.
    package var attachment = Attachment.both
    /// The rule for credentials that can be copied; nil allows them.
    package var backup: BackupEligibility?
    /// The name of a user's device as long as the user gives it none.
    package var deviceDisplayName: String?
    /// The demand that a credential be found without its id; preferred by default.
    package var discoverable = Discoverable.preferred
    /// The demands on an authenticator's metadata; nil for none.
    package var metadata: Metadata?
    /// The relying party's id; nil for the one that a request names.
    package var relyingParty: String?
    /// The hints for the browser about the authenticator, the preferred one first (WebAuthn Level 3 §5.8.7); nil for none.
    package var hints: [Hint]?
    /// The time that a ceremony may take; nil for two minutes.
    package var presenceTimeout: TimeSpan?
    /// The members of a profile that an authenticator shows; nil for the user name.
    package var userDisplayName: UserDisplayName?
    /// The demand that the authenticator verify its user; nil prefers it.
    package var verification: Verification?
    /// The time of the last change; nil for a policy that isn't stored yet.
    package var updated: Date?

    package init(id: UUID, name: String) {
        self.id = id
        self.name = name
    }

    /// The attestation (WebAuthn Level 3 §5.4.7); its raw value is the name in the API.
    package enum Attestation: String, Sendable, CaseIterable {
        case none = "NONE"
        case direct = "DIRECT"
        case enterprise = "ENTERPRISE"
    }

    /// The attachment (WebAuthn Level 3 §5.4.5); its raw value is the name in the API.
    package enum Attachment: String, Sendable, CaseIterable {
        case platform = "PLATFORM"
        case crossPlatform = "CROSS_PLATFORM"
        case both = "BOTH"
    }

    /// The demand for discoverable credentials (WebAuthn Level 3 §5.4.6); its raw value is the name in the API.
    package enum Discoverable: String, Sendable, CaseIterable {
        case discouraged = "DISCOURAGED"
        case preferred = "PREFERRED"
        case required = "REQUIRED"
    }

    /// A hint (WebAuthn Level 3 §5.8.7); its raw value is the name in the API.
    package enum Hint: String, Sendable, CaseIterable {
        case securityKey = "SECURITY_KEY"
        case clientDevice = "CLIENT_DEVICE"
        case hybrid = "HYBRID"
    }

    /// The rule for credentials that can be copied.
    package struct BackupEligibility: Sendable, Equatable {
        /// Whether such credentials may register; true by default.
        package var isAllowed = true
        /// Whether the rule counts in authentications as well; true by default.
        package var isEnforced = false
        package init() {}
    }

    /// The demand that the authenticator verify its user.
    package struct Verification: Sendable, Equatable {
        /// The demand (WebAuthn Level 3 §5.8.6); its raw value is the name in the API.
        package enum Option: String, Sendable, CaseIterable {
            case discouraged = "DISCOURAGED"
            case preferred = "PREFERRED"
            case required = "REQUIRED"
        }
        /// The demand; preferred by default.
        package var option = Option.preferred
        /// Whether it counts in authentications as well, and not in registrations only.
        package var isEnforced = true
        package init() {}
    }
}

// MARK: - What counts

extension FIDO2Policy {
    /// The time that a ceremony may take, in seconds.
    package var timeout: Int { (presenceTimeout ?? TimeSpan(2, .minutes)).seconds }

    /// The demand in registrations.
    package var registrationVerification: UserVerificationRequirement {
        verification.flatMap { UserVerificationRequirement(exactly: $0.option.rawValue.lowercased()) } ?? .preferred
    }

    /// The demand in authentications.
    package var authenticationVerification: UserVerificationRequirement {
        verification?.isEnforced == false ? .preferred : registrationVerification
    }

    /// Whether credentials that can be copied may register.
    package var allowsBackup: Bool { backup?.isAllowed ?? true }
    /// Whether credentials that can be copied may be used.
    package var allowsBackupInAuthentication: Bool { allowsBackup || backup?.isEnforced == false }

    /// The attachment that registrations ask for; nil for either.
    package var wantedAttachment: AuthenticatorAttachment? {
        switch attachment {
        case .platform: .platform
        case .crossPlatform: .crossPlatform
        case .both: nil
        }
    }

    package var residentKey: ResidentKey { ResidentKey(exactly: discoverable.rawValue.lowercased()) ?? .preferred }
    package var attestationPreference: AttestationPreference { AttestationPreference(exactly: attestation.rawValue.lowercased()) ?? .none }
    /// The hints as a browser takes them, such as `security-key`.
    package var browserHints: [String] { (hints ?? []).map { $0.rawValue.lowercased().replacing("_", with: "-") } }
}

/// The FIDO2 policies of all realms.
package typealias FIDO2Policies = DefaultedPolicies<FIDO2Policy>

extension FIDO2Policy: DefaultedPolicy {
    package static let documentKind = "fido2"
    package static let noun = "FIDO2 policy"
    package static let referent: Shape.Referent? = .fido2Policy
    package static let changed = AuditEvent.Kind.mfaConfigurationChanged

    package func checkEffects(in realm: UUID, _ transaction: any ReadTransaction) throws {
        guard let metadata, metadata.option != .none else { return }
        guard try TrustStores.hasMetadata(realm: realm, in: transaction) else {
            throw ShapeError(
                .invalid, at: "metadata.option",
                "the realm's trust store \(TrustStores.defaultAlias) has no metadata; load FIDO's file into it first")
        }
    }

    package func check(_ reading: inout ShapeReading) {
        guard let metadata else { return }
        let path = "metadata."
        if metadata.option != .none, attestation == .none {
            reading.refuse(
                .invalid, "an authenticator that isn't asked to say what it is can't be looked up", at: "attestation")
        }
        if (metadata.allowed?.isEmpty == false) != (metadata.option == .specific) {
            reading.refuse(.invalid, "SPECIFIC names authenticators, nothing else does", at: path + "allowed")
        }
        if metadata.isEnforced, !metadata.option.refuses {
            reading.refuse(.invalid, "\(metadata.option.rawValue) refuses no authenticator", at: path + "enforced")
        }
    }

    package static func standard(_ id: UUID) -> FIDO2Policy {
        var policy = FIDO2Policy(id: id, name: "Passkeys")
        policy.isDefault = true
        return policy
    }
}

extension FIDO2Policy: Shaped {
    package static let shapeName = "FIDO2Policy"

    package static let members: [Member<Self>] = [
        Member("id", \.id, .id, .readOnly),
        Member("name", \.name, .text(1...256), .required),
        Member("default", \.isDefault, .flag),
        Member("description", optional: \.description, .lines(0...1024)),
        Member("attestation", \.attestation, .choice).formerly("attestationRequirements"),
        Member("attachment", \.attachment, .choice).formerly("authenticatorAttachment"),
        Member("backup", optional: \.backup, .object).formerly("backupEligibility"),
        Member("deviceDisplayName", optional: \.deviceDisplayName, .text(1...100)),
        Member("discoverable", \.discoverable, .choice).formerly("discoverableCredentials"),
        Member("metadata", optional: \.metadata, .object).formerly("mdsAuthenticatorsRequirements"),
        Member("relyingParty", optional: \.relyingParty, .relyingPartyID).formerly("relyingPartyId"),
        Member("hints", optional: \.hints, .list(.choice, count: 0...3)).formerly("publicKeyCredentialHints"),
        Member("presenceTimeout", optional: \.presenceTimeout, .span(60...600, [.seconds, .minutes])).formerly("userPresenceTimeout"),
        Member("userDisplayName", optional: \.userDisplayName, .object).formerly("userDisplayNameAttributes"),
        Member("verification", optional: \.verification, .object).formerly("userVerification"),
        Member("updated", optional: \.updated, .time, .readOnly).formerly("updatedAt"),
    ]

    /// A policy that is to be read: without a name, and with an id that means nothing yet.
    package init() { self.init(id: .zero, name: "") }
}

extension FIDO2Policy.BackupEligibility: Shaped {
    package static let shapeName = "BackupEligibility"
    package static let members: [Member<Self>] = [
        Member("allowed", \.isAllowed, .flag, .required).formerly("allow"),
        Member("enforced", \.isEnforced, .flag).formerly("enforceDuringAuthentication"),
    ]
}

extension FIDO2Policy.Verification: Shaped {
    package static let shapeName = "UserVerification"
    package static let members: [Member<Self>] = [
        Member("option", \.option, .choice, .required), Member("enforced", \.isEnforced, .flag).formerly("enforceDuringAuthentication"),
    ]
}

extension Form where Value == String {
    /// A domain name in lower case: what a relying party's id is.
    package static var relyingPartyID: Form {
        text(1...253, pattern: "^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$", isValid: isDomain)
    }

    private static func isDomain(_ text: String) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) }
        guard let first = text.utf8.first, let last = text.utf8.last, isLetter(first), isLetter(last), !text.contains("..") else {
            return false
        }
        return text.utf8.allSatisfy { isLetter($0) || $0 == 0x2D || $0 == 0x2E }
    }
}
