import Directory

/// Says where a browser goes after success: a path, a URL of this server, or one of an origin that the realm allows. Another is dropped.
struct SetSuccessURL: JourneyNode {
    static let type = NodeType(
        "SetSuccessUrlNode", alias: "setSuccessUrl", title: "Success URL", "Says where a browser goes after success.")
    static let settings = [NodeSetting<Self>("successUrl", \.url, required: true, "A path, or a URL that the realm allows.")]
    static let state = StateUse(writes: ["successUrl"])

    var url = ""

    func step(_ turn: inout Turn) async throws -> NodeResult {
        turn.state.ending.successURL = turn.allowed(url) ?? turn.state.ending.successURL
        return .outcome(Outcome.only)
    }
}

extension Turn {
    /// A place that a browser may be sent to; nil for one that it may not.
    func allowed(_ url: String) -> String? {
        SuccessURL.checked(url, origins: [client.origin].compactMap(\.self) + realm.settings.redirectOrigins)
    }
}
