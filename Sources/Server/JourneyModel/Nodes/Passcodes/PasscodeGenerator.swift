/// Makes a code that another node sends and a third asks for.
package struct PasscodeGenerator: NodeDeclaration {
    package static let type = NodeType(
        "OneTimePasswordGeneratorNode", alias: "passcodeGenerator", title: "HOTP Generator",
        "Makes a one-time passcode, for the nodes that send it and ask for it.")
    package static let settings = [NodeSetting<Self>("length", \.length, in: 6...10, "How many digits it has.")]
    package static let state = StateUse(writes: PasscodeKey.written)

    package var length = 8

    package init() {}
}
