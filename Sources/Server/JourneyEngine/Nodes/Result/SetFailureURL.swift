/// Says where a browser goes after failure, by the same rules.
struct SetFailureURL: JourneyNode {
    static let type = NodeType(
        "SetFailureUrlNode", alias: "setFailureUrl", title: "Failure URL", "Says where a browser goes after failure.")
    static let settings = [NodeSetting<Self>("failureUrl", \.url, required: true, "A path, or a URL that the realm allows.")]
    static let state = StateUse(writes: ["failureUrl"])

    var url = ""

    func step(_ turn: inout Turn) async throws -> NodeResult {
        turn.state.ending.failureURL = turn.allowed(url) ?? turn.state.ending.failureURL
        return .outcome(Outcome.only)
    }
}
