package import Foundation
package import Primitives
import Store

/// The part of a request about the messages that it has sent (`docs/protocols/platform.md` 2.3, 3.1).
package struct NotificationChoice: Sendable, Equatable {
    /// nil for the template of the occasion.
    package var template: NotificationTemplate?
    /// The language; nil for the user's.
    package var locale: String?
    package var variant: String?
    package var variables: [String: String] = [:]
    /// The notification policy; nil for that of the device authentication policy.
    package var policy: UUID?

    package init() {}

    /// - Throws: ``MFAError`` `.invalid` for a variable that has its value from elsewhere.
    package func check() throws(MFAError) {
        guard let name = variables.keys.filter(NotificationVariables.reserved.contains).min() else { return }
        throw MFAError(.invalid, "the variable \(name) isn't for the request to set")
    }
}

extension NotificationChoice {
    package var json: JSONValue? {
        guard self != NotificationChoice() else { return nil }
        var json = JSONObject()
        json["template"] = template.map { .string($0.rawValue) }
        json["locale"] = locale.map(JSONValue.string)
        json["variant"] = variant.map(JSONValue.string)
        json["policy"] = policy.map { .string($0.text) }
        if !variables.isEmpty {
            json["variables"] = .object(JSONObject(variables.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
        }
        return .object(json)
    }

    package init(json: JSONValue?) {
        template = json?["template"]?.string.flatMap(NotificationTemplate.init(exactly:))
        locale = json?["locale"]?.string
        variant = json?["variant"]?.string
        policy = json?["policy"]?.string.flatMap(UUID.init(uuidString:))
        for member in json?["variables"]?.object?.members ?? [] { variables[member.name] = member.value.string }
    }
}
