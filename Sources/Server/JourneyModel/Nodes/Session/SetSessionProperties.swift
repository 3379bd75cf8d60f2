import Primitives

/// Gives the session to be made properties, and limits of its own.
package struct SetSessionProperties: NodeDeclaration {
    package static let type = NodeType(
        "SetSessionPropertiesNode", alias: "setSessionProperties", title: "Set Session Properties",
        "Gives the session properties, and limits of its own.")
    package static let settings = [
        NodeSetting<Self>("properties", \.properties, "Names and values."),
        NodeSetting<Self>("maxSessionTime", \.sessionTime, in: 1...525_600, "Minutes that the session lives."),
        NodeSetting<Self>("maxIdleTime", \.idleTime, in: 1...525_600, "Minutes that it may lie unused."),
    ]

    package var properties: [String: String] = [:]
    package var sessionTime: Int?
    package var idleTime: Int?

    package init() {}
}
