/// The settings that both nodes for persistent cookies have about theirs.
package struct PersistentCookieSettings: Sendable {
    package var name = "session-jwt"
    package var idleTime = 5
    package var isSecure = true
    package var isHTTPOnly = true
    package var sameSite = JourneyCookie.SameSite.lax

    var objections: [SettingObjection] {
        JourneyCookie.isName(name) ? [] : [SettingObjection("persistentCookieName", "is no name for a cookie")]
    }
}

/// A node that is told about a persistent cookie.
package protocol PersistentCookieNode {
    var cookie: PersistentCookieSettings { get set }
}

extension NodeSetting where Node: PersistentCookieNode {
    /// The settings of a node's persistent cookie.
    package static var persistentCookie: [NodeSetting] {
        [
            NodeSetting("persistentCookieName", \.cookie.name, "The cookie's name."),
            NodeSetting("idleTimeout", \.cookie.idleTime, in: 1...8784, "Hours that it may lie unused."),
            NodeSetting("useSecureCookie", \.cookie.isSecure, "Whether browsers send it with TLS only."),
            NodeSetting("useHttpOnlyCookie", \.cookie.isHTTPOnly, "Whether scripts of a page are kept from it."),
            NodeSetting("sameSite", \.cookie.sameSite, "Whether browsers send it from other sites' pages."),
        ]
    }
}
