import Primitives

/// Adds members to what the client is told when the session ends that this run makes.
package struct SetLogoutDetails: NodeDeclaration {
    package static let type = NodeType(
        "SetLogoutDetailsNode", alias: "setLogoutDetails", title: "Set Logout Details",
        "Adds members to the answer to the logout of the session.")
    package static let settings = [
        NodeSetting<Self>(
            "logoutDetails", \.details, required: true,
            "Members and their values; JSON where a value is some. goto is where the client then goes.")
    ]

    package var details: [String: String] = [:]

    package init() {}
}
