import Foundation
import Primitives

/// A persistent cookie that success is to set.
struct PersistentCookiePlan: Sendable, Equatable {
    var name: String
    /// Hours: how long it may lie unused, and how long it lives from the login with a password on.
    var idleTime: Int
    /// The time when it ends for good; nil for `life` after the login that it goes back to.
    var ends: Date?
    var life: Int
    var isSecure: Bool
    var isHTTPOnly: Bool
    var sameSite: JourneyCookie.SameSite

    /// Computes until when the cookie may lie unused, and when it ends, for a login that the user proved at a time.
    func validity(at now: Date, provedAt since: Date) -> (idleEnds: Date, ends: Date) {
        let ends = ends ?? since.addingTimeInterval(TimeInterval(life) * 3600)
        return (min(now.addingTimeInterval(TimeInterval(idleTime) * 3600), ends), ends)
    }
}

extension PersistentCookiePlan {
    var json: JSONValue {
        var object: JSONObject = [
            "n": .string(name), "i": .integer(Int64(idleTime)), "l": .integer(Int64(life)), "s": .bool(isSecure), "h": .bool(isHTTPOnly),
            "t": .string(sameSite.rawValue),
        ]
        object["e"] = ends.map { .number($0.timeIntervalSince1970) }
        return .object(object)
    }

    init?(json: JSONValue) {
        guard let name = json["n"]?.string, let idleTime = json["i"]?.integer, let life = json["l"]?.integer,
            let isSecure = json["s"]?.bool, let isHTTPOnly = json["h"]?.bool,
            let sameSite = json["t"]?.string.flatMap(JourneyCookie.SameSite.init(exactly:))
        else { return nil }
        self.init(
            name: name, idleTime: Int(idleTime), ends: json["e"]?.number.map(Date.init(timeIntervalSince1970:)), life: Int(life),
            isSecure: isSecure, isHTTPOnly: isHTTPOnly, sameSite: sameSite)
    }
}
