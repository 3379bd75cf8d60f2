import Primitives
import Store
import Directory
import Foundations

/// The values of a notification's variables: of the user, of what it is about, and those that a request gave.
struct NotificationVariables: Sendable {
    static let code = "otp"
    static let deviceType = "device.type"
    static let link = "verification.link"
    /// The variables of every template.
    static let common = [
        "user.id", "user.username", "user.email", "user.name.given", "user.name.family", "user.name.formatted", "environment.name",
        "application.name",
    ]
    /// The names that a request can't give values for.
    static let reserved = Set(common + [code, deviceType, link])

    private let template: NotificationTemplate
    private let values: [String: String]

    init(_ occasion: NotificationOccasion) {
        template = occasion.template
        let user = occasion.user
        var values = occasion.choice.variables
        values["user.id"] = user.id.text
        values["user.username"] = user.username
        values["user.email"] = user.attribute("mail") ?? ""
        values["user.name.given"] = user.attribute("givenName") ?? ""
        values["user.name.family"] = user.attribute("sn") ?? ""
        values["user.name.formatted"] = user.attribute("cn") ?? ""
        values["environment.name"] = occasion.realm.path.names.last ?? "root"
        values["application.name"] = occasion.application ?? ""
        values[Self.code] = occasion.code?.reveal() ?? ""
        values[Self.deviceType] = occasion.device?.rawValue ?? ""
        values[Self.link] = occasion.link?.reveal() ?? ""
        self.values = values
    }

    /// A text with the values in it.
    ///
    /// - Parameter escape: the escaping of each value.
    /// - Throws: ``SecondFactorError`` `.invalid` for a variable that has no value: a user must not be asked to approve the transfer of nothing.
    func filled(_ text: String, _ escape: (_ name: String, _ value: String) -> String = { $1 }) throws -> String {
        try VariableText(text).filled { name in
            guard let value = values[name] else {
                throw SecondFactorError(
                    .invalid, "the template \(template.rawValue) wants the variable \(name), which the request doesn't have")
            }
            return escape(name, value)
        }
    }
}
