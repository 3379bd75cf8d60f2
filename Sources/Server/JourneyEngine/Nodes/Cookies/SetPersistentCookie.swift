/// Has success set a cookie by which its browser signs in again without a password, as long as the cookie lives.
struct SetPersistentCookie: JourneyNode, PersistentCookieNode {
    static let type = NodeType(
        "SetPersistentCookieNode", alias: "setPersistentCookie", title: "Set Persistent Cookie",
        "Has success set a cookie by which the user signs in again.")
    static let settings =
        [
            NodeSetting<Self>("maxLife", \.life, in: 1...8784, "Hours that it lives from the login with a password on.")
        ] + NodeSetting<Self>.persistentCookie

    var life = 5
    var cookie = PersistentCookieSettings()

    var objections: [SettingObjection] { cookie.objections }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        turn.state.ending.persistentCookie = cookie.plan(life: life, ends: nil)
        return .outcome(Outcome.only)
    }
}
