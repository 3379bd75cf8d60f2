/// Has success set a cookie by which its browser signs in again without a password, as long as the cookie lives.
package struct SetPersistentCookie: NodeDeclaration, PersistentCookieNode {
    package static let type = NodeType(
        "SetPersistentCookieNode", alias: "setPersistentCookie", title: "Set Persistent Cookie",
        "Has success set a cookie by which the user signs in again.")
    package static let settings =
        [
            NodeSetting<Self>("maxLife", \.life, in: 1...8784, "Hours that it lives from the login with a password on.")
        ] + NodeSetting<Self>.persistentCookie

    package var life = 5
    /// The cookie that success sets.
    package var cookie = PersistentCookieSettings()

    package init() {}

    package var objections: [SettingObjection] { cookie.objections }
}
