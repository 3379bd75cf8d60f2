import Primitives

/// Decides whether the request has a cookie of a name, whatever it says.
package struct CookiePresenceDecision: NodeDeclaration {
    package static let type = NodeType(
        "CookiePresenceDecisionNode", alias: "cookiePresenceDecision", title: "Cookie Presence Decision",
        "Whether the request has a cookie of a name.")
    package static let settings = [NodeSetting<Self>("cookieName", \.name, required: true, "The cookie's name.")]

    package var name = ""
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}
}
