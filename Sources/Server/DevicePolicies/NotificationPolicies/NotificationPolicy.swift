package import Foundation
import Primitives
package import ResourceMessages
package import Store
package import Directory
package import Foundations

/// A policy of how many codes may be sent in a day (`docs/protocols/platform.md` 2.8, 2.13).
package struct NotificationPolicy: Sendable, Equatable, Identifiable {
    /// The id, unique in the realm.
    package var id: UUID
    /// The name, unique in the realm.
    package var name: String
    /// Whether it counts where no other is named. A realm has exactly one such policy.
    package var isDefault = false
    /// The bounds on a day's messages; none by default.
    package var quotas: [Quota] = []
    /// The countries whose numbers get messages; nil for all.
    package var countryLimit: CountryLimit?
    /// The time that users wait for the next message; nil for none.
    package var cooldown: Cooldown?
    /// The time of the last change; nil for a policy that isn't stored yet.
    package var updated: Date?

    package init(id: UUID, name: String) {
        self.id = id
        self.name = name
    }

    /// A bound on a day's messages of some kinds together; days are those of UTC.
    package struct Quota: Sendable, Equatable {
        /// The users who share a bound.
        package enum Subject: String, Sendable, CaseIterable {
            /// Each user has as many.
            case user = "USER"
            /// All users of the realm have as many together.
            case environment = "ENVIRONMENT"
        }

        /// The way of a message that counts; its raw value is the name in the API.
        package enum Method: String, Sendable, CaseIterable {
            case sms = "SMS"
            case voice = "Voice"
            case email = "Email"
        }

        /// The users who share the bound; each for themselves by default.
        package var subject = Subject.user
        /// The ways of the messages that count.
        package var methods: [Method] = []
        /// The number that may be sent; or instead of it, the number that are answered, and the number that aren't.
        package var total: Int?
        /// The number of answered messages that may be sent; together with ``unclaimed``.
        package var claimed: Int?
        /// The number of unanswered messages that may be sent; together with ``claimed``.
        package var unclaimed: Int?

        package init() {}

        /// Whether one more would be too many after so many.
        func isUsedUp(by count: NotificationQuotas.Count) -> Bool {
            if let total { return count.sent >= total }
            return count.claimed >= claimed ?? 0 || count.sent - count.claimed >= unclaimed ?? 0
        }
    }

    /// The countries whose numbers get messages. Numbers aren't told apart by country here, so that only `NONE` is taken.
    package struct CountryLimit: Sendable, Equatable {
        /// The countries that get messages; its raw value is the name in the API.
        package enum Kind: String, Sendable, CaseIterable { case none = "NONE" }
        /// The countries that get messages.
        package var kind = Kind.none
        package init() {}
    }

    /// The time that users wait for the next message. The limits by minute of the realm's settings do that here, so that none can be on.
    package struct Cooldown: Sendable, Equatable {
        /// The waiting time of one way of messages.
        package struct Method: Sendable, Equatable {
            /// Whether there is one; only false is taken.
            package var isEnabled = false
            package init() {}
        }
        /// The waiting time of texts.
        package var sms = Method()
        /// The waiting time of calls.
        package var voice = Method()
        /// The waiting time of mails.
        package var email = Method()
        /// The waiting time of WhatsApp's messages.
        package var whatsApp = Method()
        package init() {}

        var isOn: Bool { [sms, voice, email, whatsApp].contains(where: \.isEnabled) }
    }
}

/// The notification policies of all realms.
package typealias NotificationPolicies = DefaultedPolicies<NotificationPolicy>

extension NotificationPolicy: DefaultedPolicy {
    package static let documentKind = "notification"
    package static let noun = "notification policy"
    package static let referent: Shape.Referent? = .notificationPolicy
    package static let changed = AuditEvent.Kind.mfaConfigurationChanged

    package func checkEffects(in realm: UUID, _ transaction: any ReadTransaction) throws {
        guard cooldown?.isOn != true else {
            throw ShapeError(
                .invalid, at: "cooldown",
                "a policy can't delay a next message; mailsPerRecipientAndMinute of the realm limits how often one is sent")
        }
    }

    /// The policy of a realm that has made none. It has no quotas: what limits messages then is the realm's settings, by minute.
    package static func standard(_ id: UUID) -> NotificationPolicy {
        var policy = NotificationPolicy(id: id, name: "Default Notification Policy")
        policy.isDefault = true
        return policy
    }
}
