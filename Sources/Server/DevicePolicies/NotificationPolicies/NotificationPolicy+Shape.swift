import Foundation
import Primitives
package import ResourceMessages
import Foundations

extension NotificationPolicy: Shaped {
    package static let shapeName = "NotificationsPolicy"

    package static let members: [Member<Self>] = [
        Member("id", \.id, .id, .readOnly),
        Member("name", \.name, .text(1...256), .required),
        Member("default", \.isDefault, .flag),
        Member("quotas", \.quotas, .list(.object, count: 0...6), .required),
        Member("countryLimit", optional: \.countryLimit, .object),
        Member("cooldown", optional: \.cooldown, .object).formerly("cooldownConfiguration"),
        Member("updated", optional: \.updated, .time, .readOnly).formerly("updatedAt"),
    ]

    package init() { self.init(id: .zero, name: "") }
}

extension NotificationPolicy.Quota: Shaped {
    private static let most = 0...1_000_000
    package static let shapeName = "NotificationQuota"
    package static let members: [Member<Self>] = [
        Member("subject", \.subject, .choice, .required).formerly("type"),
        Member("methods", \.methods, .set(.choice, count: 1...3), .required).formerly("deliveryMethods"),
        Member("total", optional: \.total, .integer(most)), Member("claimed", optional: \.claimed, .integer(most)),
        Member("unclaimed", optional: \.unclaimed, .integer(most)),
    ]

    package func check(_ reading: inout ShapeReading) {
        let isSplit = claimed != nil && unclaimed != nil
        guard isSplit != (total != nil), isSplit == (claimed != nil || unclaimed != nil) else {
            return reading.refuse(.invalid, "it has either total, or claimed and unclaimed", at: "total")
        }
    }
}

extension NotificationPolicy.CountryLimit: Shaped {
    package static let shapeName = "CountryLimit"
    package static let members: [Member<Self>] = [Member("kind", \.kind, .choice, .required).formerly("type")]
}

extension NotificationPolicy.Cooldown: Shaped {
    package static let shapeName = "CooldownConfiguration"
    package static let members: [Member<Self>] = [
        Member("sms", \.sms, .object, .required), Member("voice", \.voice, .object, .required),
        Member("email", \.email, .object, .required), Member("whatsApp", \.whatsApp, .object, .required),
    ]
}

extension NotificationPolicy.Cooldown.Method: Shaped {
    package static let shapeName = "CooldownMethod"
    package static let members: [Member<Self>] = [Member("enabled", \.isEnabled, .flag, .required)]
}
