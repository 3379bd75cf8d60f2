import Foundation

/// The settings that both nodes for persistent cookies have about theirs.
struct PersistentCookieSettings: Sendable {
    var name = "session-jwt"
    var idleTime = 5
    var isSecure = true
    var isHTTPOnly = true
    var sameSite = JourneyCookie.SameSite.lax

    var objections: [SettingObjection] {
        JourneyCookie.isName(name) ? [] : [SettingObjection("persistentCookieName", "is no name for a cookie")]
    }

    func plan(life: Int, ends: Date?) -> PersistentCookiePlan {
        PersistentCookiePlan(
            name: name, idleTime: idleTime, ends: ends, life: life, isSecure: isSecure, isHTTPOnly: isHTTPOnly, sameSite: sameSite)
    }
}

/// A node that is told about a persistent cookie.
protocol PersistentCookieNode {
    var cookie: PersistentCookieSettings { get set }
}

extension NodeSetting where Node: PersistentCookieNode {
    static var persistentCookie: [NodeSetting] {
        [
            NodeSetting("persistentCookieName", \.cookie.name, "The cookie's name."),
            NodeSetting("idleTimeout", \.cookie.idleTime, in: 1...8784, "Hours that it may lie unused."),
            NodeSetting("useSecureCookie", \.cookie.isSecure, "Whether browsers send it with TLS only."),
            NodeSetting("useHttpOnlyCookie", \.cookie.isHTTPOnly, "Whether scripts of a page are kept from it."),
            NodeSetting("sameSite", \.cookie.sameSite, "Whether browsers send it from other sites' pages."),
        ]
    }
}
