import OAuthMessages
import Primitives

/// The address to which a gateway redirects who lacks something (`docs/protocols/step-protocol.md` 10.1):
/// `{login}?goto=…&realm=/…&authIndexType=composite_advice&authIndexValue=…`.
public struct AdviceRedirect: Sendable, Equatable {
    /// The sign-on page.
    public let login: String
    /// The resource that was asked for.
    public let resource: String?
    /// The realm's path.
    public let realm: String?
    /// The conditions that the session must meet before the resource is given.
    public let advice: PolicyAdvice

    /// Makes an advice redirect of its members, which are taken unchecked.
    public init(login: String, resource: String?, realm: String?, advice: PolicyAdvice) {
        self.login = login
        self.resource = resource
        self.realm = realm
        self.advice = advice
    }

    /// The value of `authIndexType` that says that an advice follows.
    public static let indexType = "composite_advice"

    /// The value of `Location`.
    public var location: String {
        var query = FormBody()
        query.append("goto", resource)
        query.append("realm", realm)
        query.append("authIndexType", Self.indexType)
        query.append("authIndexValue", advice.xml)
        return login + (login.contains("?") ? "&" : "?") + query.encoded
    }

    /// Reads ``location``; nil when it leads elsewhere than to an advice.
    public init?(location: String) {
        let halves = location.split(separator: "?", maxSplits: 1)
        guard halves.count == 2, let query = try? FormBody(parsing: String(halves[1].prefix { $0 != "#" })),
            (try? query.value("authIndexType")) == Self.indexType, let value = try? query.value("authIndexValue"),
            let advice = try? PolicyAdvice(indexValue: value)
        else { return nil }
        self.init(
            login: String(halves[0]), resource: (try? query.value("goto")) ?? nil, realm: (try? query.value("realm")) ?? nil, advice: advice
        )
    }
}
