import Primitives

/// Takes a user name and a password from headers of the request, where the realm lets it; they aren't checked here.
package struct ZeroPageLogin: NodeDeclaration {
    package static let type = NodeType(
        "ZeroPageLoginNode", alias: "zeroPageLogin", title: "Zero Page Login Collector",
        "Takes user name and password from headers, where the realm lets it.")
    package static let settings = [
        NodeSetting<Self>("usernameHeader", \.usernameHeader, "The header with the user name."),
        NodeSetting<Self>("passwordHeader", \.passwordHeader, "The header with the password."),
        NodeSetting<Self>("allowWithoutReferer", \.mayLackReferrer, "Whether the request may lack a Referer."),
        NodeSetting<Self>("referrerWhiteList", \.referrers, "The pages that it may come from; any when there are none."),
    ]
    package static let state = StateUse(writes: ["username", "password"])

    package var usernameHeader = "X-OpenAM-Username"
    package var passwordHeader = "X-OpenAM-Password"
    package var mayLackReferrer = true
    package var referrers: [String] = []
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}
}
