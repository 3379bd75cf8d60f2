package import Foundation
import Primitives
package import ResourceMessages
import Foundations

/// The steps by which users sign in to an application (`docs/protocols/platform.md` 2.11). Its name is what `acr_values` asks for.
package struct SignOnPolicy: Sendable, Equatable, Identifiable {
    /// The id, unique in the realm.
    package var id: UUID
    /// The name, unique in the realm: 1 to 256 printable ASCII characters without spaces.
    package var name: String
    /// The description for administrators; nil for none.
    package var summary: String?
    /// Whether it counts for applications that were assigned none.
    package var isDefault = false
    /// The time of creation; nil for a policy that isn't stored yet.
    package var created: Date?
    /// The time of the last change; nil for a policy that isn't stored yet.
    package var updated: Date?
    /// The actions by priority.
    package var actions: [SignOnAction] = []

    package init(id: UUID, name: String) {
        self.id = id
        self.name = name
    }

    /// The policies that every realm begins with; the first is the default.
    static func standard(in realm: UUID) -> [SignOnPolicy] {
        func policy(_ name: String, _ kinds: [SignOnAction.Kind]) -> SignOnPolicy {
            var policy = SignOnPolicy(id: .derived(from: realm, "sign-on policy " + name), name: name)
            policy.actions = kinds.enumerated().map { index, kind in
                var action = SignOnAction(
                    id: .derived(from: realm, "sign-on policy \(name) \(index)"), type: kind, priority: index + 1)
                if kind == .mfa { action.noDevices = .block }
                return action
            }
            return policy
        }
        var single = policy("Single_Factor", [.login])
        single.isDefault = true
        return [single, policy("Multi_Factor", [.login, .mfa])]
    }
}

extension SignOnPolicy: Shaped {
    package static let shapeName = "SignOnPolicy"
    package static let members: [Member<Self>] = [
        Member("id", \.id, .id, .readOnly),
        Member("name", \.name, .policyName, .required), Member("description", optional: \.summary, .text(0...1024)),
        Member("default", \.isDefault, .flag), Member("created", optional: \.created, .time, .readOnly).formerly("createdAt"),
        Member("updated", optional: \.updated, .time, .readOnly).formerly("updatedAt"),
    ]

    package init() { self.init(id: .zero, name: "") }
}

extension Form where Value == String {
    /// A name that can stand among others with spaces between.
    fileprivate static var policyName: Form {
        text(1...256, pattern: #"^[\x21-\x7E]+$"#) { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
    }
}

/// The policy by which an application signs users in.
package struct SignOnAssignment: Sendable, Equatable, Identifiable {
    /// The id, unique among the application's assignments.
    package var id: UUID
    /// The lowest is the application's own default.
    package var priority = 1
    /// The id of the sign-on policy.
    package var policy: UUID

    package init(id: UUID, policy: UUID) {
        self.id = id
        self.policy = policy
    }
}

extension SignOnAssignment: Shaped {
    package static let shapeName = "SignOnPolicyAssignment"
    package static let members: [Member<Self>] = [
        Member("id", \.id, .id, .readOnly), Member("priority", \.priority, .integer(1...1000), .required),
        Member("policy", \.policy, .reference(to: .id.naming(.signOnPolicy)), .required).formerly("signOnPolicy"),
    ]

    package init() { self.init(id: .zero, policy: .zero) }
}
