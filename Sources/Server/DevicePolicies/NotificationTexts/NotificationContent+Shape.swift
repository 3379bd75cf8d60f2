import Foundation
import Primitives
package import ResourceMessages
import Messaging
import Foundations

extension NotificationContent: Shaped {
    package static let shapeName = "NotificationContent"

    package static let members: [Member<Self>] = [
        Member("id", \.id, .id, .readOnly),
        Member("locale", \.locale, .notificationLocale, .required),
        Member("method", \.method, .choice, .required).formerly("deliveryMethod"),
        Member("variant", optional: \.variant, .text(1...100)),
        Member(told: "default", .flag) { $0.isStandard },
        Member("subject", optional: \.subject, .text(1...256)),
        // 100 KB for mail, 400 characters for a push.
        Member("body", optional: \.body, .lines(1...102_400)),
        Member("format", optional: \.format, .choice).formerly("emailContentType"),
        Member("characterSet", optional: \.characterSet, .choice),
        Member("from", optional: \.from, .object),
        Member("title", optional: \.title, .text(1...200)),
        Member("category", optional: \.category, .choice).formerly("pushCategory"),
        Member("content", optional: \.content, .lines(1...660)),
        Member("sender", optional: \.sender, .text(1...32)), Member("voice", optional: \.voice, .text(1...64)),
        Member("created", optional: \.created, .time, .readOnly).formerly("createdAt"),
        Member("updated", optional: \.updated, .time, .readOnly).formerly("updatedAt"),
    ]

    package init() { self.init(id: .zero) }

    /// The members that only some ways of delivery have.
    private var special: [(name: String, isThere: Bool, of: Set<DeliveryMethod>, isNeeded: Bool)] {
        [
            ("subject", subject != nil, [.email], true), ("body", body != nil, [.email, .push], true),
            ("format", format != nil, [.email], false), ("characterSet", characterSet != nil, [.email], false),
            ("from", from != nil, [.email], false), ("title", title != nil, [.push], false),
            ("category", category != nil, [.push], false), ("content", content != nil, [.sms, .voice], true),
            ("sender", sender != nil, [.sms], false), ("voice", voice != nil, [.voice], false),
        ]
    }

    package func check(_ reading: inout ShapeReading) {
        for member in special {
            let mayHave = member.of.contains(method)
            if member.isThere, !mayHave { reading.refuse(.invalid, "a content for \(method.rawValue) has none", at: member.name) }
            if !member.isThere, mayHave, member.isNeeded { reading.refuse(.missing, "it is missing", at: member.name) }
        }
        if method == .push, let body, body.unicodeScalars.count > 400 {
            reading.refuse(.invalid, "the text of a push has at most 400 characters", at: "body", range: 1...400)
        }
        if let body, body.utf8.count > 102_400 { reading.refuse(.invalid, "it has at most 100 KB", at: "body") }
    }
}

extension NotificationContent.Sender: Shaped {
    package static let shapeName = "NotificationSender"
    package static let members: [Member<Self>] = [
        Member("name", optional: \.name, .text(1...100)), Member("address", \.address, .text(3...256, format: "email"), .required),
    ]

    package func check(_ reading: inout ShapeReading) {
        if (try? MailAddress(address)) == nil || (try? mailbox) == nil { reading.refuse(.invalid, "it is no mail address", at: "address") }
    }
}

extension Form where Value == NotificationLocale {
    fileprivate static var notificationLocale: Form {
        let pattern = "^[A-Za-z]{2}([-_][A-Za-z]{2})?$"
        return Form(.text(Shape.TextBounds(length: 2...5, pattern: pattern))) { json, reading in
            let locale = json.string.flatMap(NotificationLocale.init)
            if locale == nil { reading.refuse(.invalid, "it is a language such as en, or en-GB", pattern: pattern) }
            return locale
        } write: {
            .string($0.description)
        }
    }
}
