package import Foundation
import Primitives
package import ResourceMessages
import Store
package import WebAuthn
package import Directory

extension FIDO2Policy {
    /// The demands on what FIDO's metadata, in the realm's default trust store, says of an authenticator
    /// (`docs/protocols/platform.md` 2.9).
    package struct Metadata: Sendable, Equatable {
        /// The demand on an authenticator's model; its raw value is the name in the API.
        package enum Option: String, Sendable, CaseIterable {
            case none = "NONE"
            /// Every model is taken, and what metadata says of it is in the audit log.
            case audit = "AUDIT_ONLY"
            /// Metadata must know the model.
            case global = "GLOBAL"
            /// Metadata must tell that the model is certified.
            case certified = "CERTIFIED"
            /// The model must be one of those that the policy names.
            case specific = "SPECIFIC"

            /// Whether it refuses any authenticator.
            package var refuses: Bool { self != .none && self != .audit }
        }

        /// A model of authenticators.
        package struct Authenticator: Sendable, Equatable {
            /// The AAGUID, as a UUID.
            package var id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
            package init() {}
        }

        /// The demand; none by default.
        package var option = Option.none
        /// The models that `SPECIFIC` takes; nil for every other demand.
        package var allowed: [Authenticator]?
        /// Whether it counts in authentications as well, for keys that were registered before.
        package var isEnforced = false
        package init() {}

        /// Whether what metadata says of a model is enough; nil for a model that it doesn't know.
        package func permits(_ entry: MetadataEntry?, model: String) -> Bool {
            guard option.refuses else { return true }
            guard let entry, !entry.isCompromised else { return false }
            switch option {
            case .certified: return entry.certificationLevel != nil
            case .specific: return allowed?.contains { $0.id.text == model } == true
            case .none, .audit, .global: return true
            }
        }
    }

    /// The members of a user's profile that an authenticator shows: of those that have a value, the first.
    package struct UserDisplayName: Sendable, Equatable {
        /// A part of a name.
        package struct Part: Sendable, Equatable {
            /// The member of the profile's `name`; its raw value is the name in the API.
            package enum Name: String, Sendable, CaseIterable { case given, family }
            /// The member; the given name by default.
            package var name = Name.given
            package init() {}
        }

        /// A member of a user's profile.
        package struct Attribute: Sendable, Equatable {
            /// The member; its raw value is the name in the API.
            package enum Name: String, Sendable, CaseIterable { case username, email, nickname, name }
            /// The member; the user name by default.
            package var name = Name.username
            /// The parts of `name` that are shown, in their order; nil for all, and for other members.
            package var parts: [Part]?
            package init() {}
        }

        /// The members, of which the first that has a value is shown.
        package var attributes: [Attribute] = []
        package init() {}
    }

    /// The name that an authenticator shows of a user: what the policy says, or else the full name where there is one.
    package func displayName(of user: User) -> String {
        let wanted = userDisplayName?.attributes.lazy.compactMap { $0.value(of: user) }.first
        return wanted ?? UserDisplayName.Attribute.fullName(of: user, [.given, .family]) ?? user.username
    }
}

extension FIDO2Policy.UserDisplayName.Attribute {
    func value(of user: User) -> String? {
        switch name {
        case .username: user.username
        case .email: user.attribute("mail")
        case .nickname: user.attribute("displayName")
        case .name: Self.fullName(of: user, parts?.map(\.name) ?? [.given, .family])
        }
    }

    static func fullName(of user: User, _ parts: [FIDO2Policy.UserDisplayName.Part.Name]) -> String? {
        let names = parts.compactMap { user.attribute($0 == .given ? "givenName" : "sn") }
        return names.isEmpty ? nil : names.joined(separator: " ")
    }
}

extension FIDO2Policy.Metadata: Shaped {
    package static let shapeName = "MDSAuthenticatorsRequirements"
    package static let members: [Member<Self>] = [
        Member("option", \.option, .choice, .required),
        Member("allowed", optional: \.allowed, .list(.object, count: 0...200)).formerly("allowedAuthenticators"),
        Member("enforced", \.isEnforced, .flag).formerly("enforceDuringAuthentication"),
    ]
}

extension FIDO2Policy.Metadata.Authenticator: Shaped {
    package static let shapeName = "AllowedAuthenticator"
    package static let members: [Member<Self>] = [Member("id", \.id, .id, .required)]
}

extension FIDO2Policy.UserDisplayName: Shaped {
    package static let shapeName = "UserDisplayNameAttributes"
    package static let members: [Member<Self>] = [Member("attributes", \.attributes, .list(.object, count: 1...6), .required)]
}

extension FIDO2Policy.UserDisplayName.Attribute: Shaped {
    package static let shapeName = "UserDisplayNameAttribute"
    package static let members: [Member<Self>] = [
        Member("name", \.name, .choice, .required),
        Member("parts", optional: \.parts, .list(.object, count: 1...2)).formerly("subAttributes"),
    ]

    package func check(_ reading: inout ShapeReading) {
        if parts != nil, name != .name { reading.refuse(.invalid, "only the attribute name has any", at: "parts") }
    }
}

extension FIDO2Policy.UserDisplayName.Part: Shaped {
    package static let shapeName = "UserDisplayNamePart"
    package static let members: [Member<Self>] = [Member("name", \.name, .choice, .required)]
}
