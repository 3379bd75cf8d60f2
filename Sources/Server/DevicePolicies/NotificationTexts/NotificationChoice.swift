package import Foundation
import Primitives
package import ResourceMessages
import Store

/// The part of a request about the messages that it has sent (`docs/protocols/platform.md` 2.3, 3.1).
package struct NotificationChoice: Sendable, Equatable {
    /// nil for the template of the occasion.
    package var template: NotificationTemplate?
    /// The language; nil for the user's.
    package var locale: String?
    /// The name of a variant of the text; nil for the usual one.
    package var variant: String?
    /// The values of the text's variables, by name.
    package var variables: [String: String] = [:]
    /// The notification policy; nil for that of the device authentication policy.
    package var policy: UUID?

    package init() {}

    /// - Throws: ``SecondFactorError`` `.invalid` for a variable that has its value from elsewhere.
    package func check() throws(SecondFactorError) {
        guard let name = variables.keys.filter(NotificationVariables.reserved.contains).min() else { return }
        throw SecondFactorError(.invalid, "the variable \(name) isn't for the request to set")
    }
}

extension NotificationChoice: Shaped {
    package static let shapeName = "NotificationChoice"
    package static let members: [Member<Self>] = [
        Member("template", optional: \.template, .choice(of: NotificationTemplate.named)),
        Member("locale", optional: \.locale, .text(1...64)),
        Member("variant", optional: \.variant, .text(1...100)), Member("policy", optional: \.policy, .id),
        Member("variables", \.variables, .map(.text(0...256), count: 0...20)),
    ]
}
