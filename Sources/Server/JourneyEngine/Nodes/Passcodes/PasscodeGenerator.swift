/// Makes a code that another node sends and a third asks for.
struct PasscodeGenerator: JourneyNode {
    static let type = NodeType(
        "OneTimePasswordGeneratorNode", alias: "passcodeGenerator", title: "HOTP Generator",
        "Makes a one-time passcode, for the nodes that send it and ask for it.")
    static let settings = [NodeSetting<Self>("length", \.length, in: 6...10, "How many digits it has.")]
    static let state = StateUse(writes: [SentPasscode.codeName, SentPasscode.timeName])

    var length = 8

    func step(_ turn: inout Turn) async throws -> NodeResult {
        SentPasscode.keep(SentPasscode(digits: length, turn), in: &turn.state)
        return .outcome(Outcome.only)
    }
}
