package import Foundation
package import JourneyModel
package import Primitives

/// A persistent cookie that success is to set.
package struct PersistentCookiePlan: Sendable, Equatable {
    /// The cookie's name, by which a later login finds it.
    package var name: String
    /// Hours: how long it may lie unused, and how long it lives from the login with a password on.
    package var idleTime: Int
    /// The time when it ends for good; nil for `life` after the login that it goes back to.
    package var ends: Date?
    /// The hours that the cookie lives from the login that it goes back to.
    package var life: Int
    /// Whether browsers send it over TLS only.
    package var isSecure: Bool
    /// Whether scripts of pages are kept from reading it.
    package var isHTTPOnly: Bool
    package var sameSite: JourneyCookie.SameSite

    package init(
        name: String, idleTime: Int, ends: Date?, life: Int, isSecure: Bool, isHTTPOnly: Bool, sameSite: JourneyCookie.SameSite
    ) {
        self.name = name
        self.idleTime = idleTime
        self.ends = ends
        self.life = life
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
    }

    /// Computes until when the cookie may lie unused, and when it ends, for a login that the user proved at a time.
    func validity(at now: Date, provedAt since: Date) -> (idleEnds: Date, ends: Date) {
        let ends = ends ?? since.addingTimeInterval(TimeInterval(life) * 3600)
        return (min(now.addingTimeInterval(TimeInterval(idleTime) * 3600), ends), ends)
    }
}

extension PersistentCookiePlan {
    package var json: JSONValue {
        var object: JSONObject = [
            "n": .string(name), "i": .integer(Int64(idleTime)), "l": .integer(Int64(life)), "s": .bool(isSecure), "h": .bool(isHTTPOnly),
            "t": .string(sameSite.rawValue),
        ]
        object["e"] = ends.map { .number($0.timeIntervalSince1970) }
        return .object(object)
    }

    /// Reads what ``json`` writes; nil when a member is missing or isn't known.
    package init?(json: JSONValue) {
        guard let name = json["n"]?.string, let idleTime = json["i"]?.integer, let life = json["l"]?.integer,
            let isSecure = json["s"]?.bool, let isHTTPOnly = json["h"]?.bool,
            let sameSite = json["t"]?.string.flatMap(JourneyCookie.SameSite.init(exactly:))
        else { return nil }
        self.init(
            name: name, idleTime: Int(idleTime), ends: json["e"]?.number.map(Date.init(timeIntervalSince1970:)), life: Int(life),
            isSecure: isSecure, isHTTPOnly: isHTTPOnly, sameSite: sameSite)
    }
}
