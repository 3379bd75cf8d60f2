import Primitives

/// Has success set a cookie.
package struct SetCustomCookie: NodeDeclaration {
    package static let type = NodeType(
        "SetCustomCookieNode", alias: "setCustomCookie", title: "Set Custom Cookie", "Has success set a cookie.")
    package static let settings = [
        NodeSetting<Self>("name", \.name, required: true, "The cookie's name."),
        NodeSetting<Self>("value", \.value, required: true, "Its value."),
        NodeSetting<Self>("maxAge", \.maxAge, in: 0...34_560_000, "Seconds that it lives; else as long as the browser runs."),
        NodeSetting<Self>("domain", \.domain, "The domain whose hosts get it; else this host alone."),
        NodeSetting<Self>("path", \.path, "The path below which it is sent."),
        NodeSetting<Self>("useSecureCookie", \.isSecure, "Whether browsers send it with TLS only."),
        NodeSetting<Self>("useHttpOnlyCookie", \.isHTTPOnly, "Whether scripts of a page are kept from it."),
        NodeSetting<Self>("sameSite", \.sameSite, "Whether browsers send it from other sites' pages."),
    ]

    package var name = ""
    package var value = ""
    package var maxAge: Int?
    package var domain: String?
    package var path: String?
    package var isSecure = false
    package var isHTTPOnly = false
    package var sameSite = JourneyCookie.SameSite.lax

    package init() {}

    package var objections: [SettingObjection] {
        var found: [SettingObjection] = []
        if !name.isEmpty, !JourneyCookie.isName(name) { found.append(SettingObjection("name", "is no name for a cookie")) }
        if !JourneyCookie.isValue(value) { found.append(SettingObjection("value", "is no value for a cookie")) }
        for (setting, text) in [("domain", domain), ("path", path)] {
            if let text, !JourneyCookie.isValue(text) { found.append(SettingObjection(setting, "is no \(setting) for a cookie")) }
        }
        if sameSite == .none, !isSecure { found.append(SettingObjection("sameSite", "browsers take NONE only from secure cookies")) }
        return found
    }
}
