import Foundation
import Primitives

/// The texts that a realm has at one moment, for work that can't wait in the middle.
package struct RealmNotificationContents: Sendable {
    let realm: UUID
    /// The realm's own.
    let custom: [NotificationTemplate: [NotificationContent]]

    /// The number of contents that the realm has of its own.
    var count: Int { custom.values.reduce(0) { $0 + $1.count } }

    func all(of template: NotificationTemplate) -> [NotificationContent] {
        let own = (custom[template] ?? []).sorted {
            ($0.method.rawValue, $0.locale.description, $0.variant ?? "") < ($1.method.rawValue, $1.locale.description, $1.variant ?? "")
        }
        return own + NotificationContent.standard(of: template, in: realm)
    }

    /// The text that fits best: of the variant that is asked for if there is one, in the language that is asked for, in that language
    /// as it is elsewhere, or in English. A realm's own goes before what every realm has.
    func content(
        of template: NotificationTemplate, by method: DeliveryMethod, in locale: NotificationLocale?, variant: String?
    ) -> NotificationContent? {
        let all = all(of: template).filter { $0.method == method }
        let wanted = variant?.lowercased()
        let named = all.filter { $0.variant != nil && $0.variant?.lowercased() == wanted }
        let locales = [locale, locale?.withoutRegion, .standard].compactMap(\.self)
        for group in [named, all.filter { $0.variant == nil }] {
            for locale in locales { if let found = group.first(where: { $0.locale == locale }) { return found } }
        }
        return nil
    }
}
