import Foundation
import HTTPBase
import Primitives
import ResourceMessages
import DevicePolicies

/// The part of a request about the messages that it has sent (`docs/protocols/platform.md` 2.3, 3.1).
struct NotificationBody: Shaped {
    var template: Template?
    var clientContext: String?
    var policy: UUID?

    static let shapeName = "AuthenticationNotification"
    static let members: [Member<Self>] = [
        Member("template", optional: \.template, .object, .writeOnly),
        Member("clientContext", optional: \.clientContext, .lines(0...4096)),
        Member("policy", optional: \.policy, .reference, .writeOnly),
    ]

    struct Template: Shaped {
        /// The template; nil for the one of the occasion.
        var name: Name?
        var locale: String?
        var variant: String?
        var variables: [String: String]?

        /// The templates that a request may choose.
        enum Name: String, Sendable, CaseIterable {
            case strongAuthentication = "strong_authentication"
            case transaction = "transaction"
        }

        static let shapeName = "NotificationTemplateChoice"
        static let members: [Member<Self>] = [
            Member("name", optional: \.name, .choice), Member("locale", optional: \.locale, .language),
            Member("variant", optional: \.variant, .text(1...100)),
            Member("variables", optional: \.variables, .map(.text(0...256), count: 0...20)),
        ]
    }

    var choice: NotificationChoice { Self.choice(template, policy) }

    /// Whether only a worker may ask for it: a user's own token chooses neither how much is sent nor what a message says of others.
    var isForWorkers: Bool { policy != nil || template?.variables != nil }

    static func choice(_ template: Template?, _ policy: UUID?) -> NotificationChoice {
        var choice = NotificationChoice()
        choice.template = template?.name.flatMap { NotificationTemplate(exactly: $0.rawValue) }
        (choice.locale, choice.variant) = (template?.locale, template?.variant)
        choice.variables = template?.variables ?? [:]
        choice.policy = policy
        return choice
    }
}

/// The same for a device that is added: the template is the one of pairings.
struct PairingNotification: Shaped {
    var template: Template?
    var policy: UUID?

    static let shapeName = "PairingNotification"
    static let members: [Member<Self>] = [
        Member("template", optional: \.template, .object, .writeOnly), Member("policy", optional: \.policy, .reference, .writeOnly),
    ]

    struct Template: Shaped {
        var locale: String?
        var variant: String?
        var variables: [String: String]?

        static let shapeName = "PairingTemplateChoice"
        static let members: [Member<Self>] = [
            Member("locale", optional: \.locale, .language), Member("variant", optional: \.variant, .text(1...100)),
            Member("variables", optional: \.variables, .map(.text(0...256), count: 0...20)),
        ]
    }

    /// Whether it is for workers; see ``NotificationBody/isForWorkers``.
    var isForWorkers: Bool { policy != nil || template?.variables != nil }

    var choice: NotificationChoice {
        var common = NotificationBody.Template()
        (common.locale, common.variant, common.variables) = (template?.locale, template?.variant, template?.variables)
        return NotificationBody.choice(common, policy)
    }
}

extension Form where Value == String {
    /// A language, perhaps with a country: `en`, `en-GB`.
    fileprivate static var language: Form {
        text(2...5, pattern: "^[A-Za-z]{2}([-_][A-Za-z]{2})?$") { NotificationLocale($0) != nil }
    }
}
