import Primitives

/// Decides whether the request has a cookie of a name, whatever it says.
struct CookiePresenceDecision: JourneyNode {
    static let type = NodeType(
        "CookiePresenceDecisionNode", alias: "cookiePresenceDecision", title: "Cookie Presence Decision",
        "Whether the request has a cookie of a name.")
    static let settings = [NodeSetting<Self>("cookieName", \.name, required: true, "The cookie's name.")]

    var name = ""
    let outcomes = [Outcome.yes, Outcome.no]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        .outcome(turn.client.request().cookies.contains { $0.name == name } ? Outcome.yes : Outcome.no)
    }
}
