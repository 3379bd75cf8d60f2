package import JourneyModel
package import Primitives

/// The plans of a run's nodes for its end.
package struct JourneyEnding: RarePart {
    package static let initial = Self()

    /// The places to which a browser goes after success and after failure; checked.
    package var successURL: String?
    /// The place to which a browser goes after failure; checked.
    package var failureURL: String?
    /// Members of the success body, and members that repeat properties of the session.
    package var successDetails = JSONObject()
    /// The members of the success body that repeat properties of the session: each property by the member's name.
    package var successProperties: [String: String] = [:]
    /// Members of the failure's `detail`.
    package var failureDetails = JSONObject()
    /// The message for the client when a node can't continue, and members of `detail` for that.
    package var errorMessage: String?
    /// The members of the failure's `detail` when a node can't continue.
    package var errorDetails = JSONObject()
    /// Cookies that success sets; of two with one name, domain and path the later counts.
    package var cookies: [JourneyCookie] = []
    /// The cookie by which the next login may go without a password.
    package var persistentCookie: PersistentCookiePlan?

    /// Plans a cookie.
    package mutating func plan(_ cookie: JourneyCookie) {
        cookies.removeAll { $0.name == cookie.name && $0.domain == cookie.domain && $0.path == cookie.path }
        cookies.append(cookie)
    }
}

extension JourneyEnding {
    /// The sealed form: one-letter members, and only what is there.
    package var json: JSONValue {
        var object = JSONObject()
        object["s"] = successURL.map(JSONValue.string)
        object["f"] = failureURL.map(JSONValue.string)
        object["d"] = successDetails.isEmpty ? nil : .object(successDetails)
        object["p"] = successProperties.isEmpty ? nil : successProperties.setting
        object["g"] = failureDetails.isEmpty ? nil : .object(failureDetails)
        object["m"] = errorMessage.map(JSONValue.string)
        object["e"] = errorDetails.isEmpty ? nil : .object(errorDetails)
        object["c"] = cookies.isEmpty ? nil : .array(cookies.map(\.json))
        object["r"] = persistentCookie?.json
        return .object(object)
    }

    package init(json: JSONValue) {
        successURL = json["s"]?.string
        failureURL = json["f"]?.string
        successDetails = json["d"]?.object ?? JSONObject()
        successProperties = json["p"].flatMap([String: String].init(setting:)) ?? [:]
        failureDetails = json["g"]?.object ?? JSONObject()
        errorMessage = json["m"]?.string
        errorDetails = json["e"]?.object ?? JSONObject()
        cookies = (json["c"]?.array ?? []).compactMap(JourneyCookie.init(json:))
        persistentCookie = json["r"].flatMap(PersistentCookiePlan.init(json:))
    }
}
