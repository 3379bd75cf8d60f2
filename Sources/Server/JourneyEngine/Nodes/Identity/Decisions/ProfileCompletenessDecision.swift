import Directory

/// Decides whether the user who has proved who they are has filled in more of their profile than so much: of the attributes that users see
/// and may change, how many have a value.
struct ProfileCompletenessDecision: JourneyNode {
    static let type = NodeType(
        "ProfileCompletenessDecisionNode", alias: "profileCompletenessDecision", title: "Profile Completeness Decision",
        "Whether more of the profile is filled in than so many percent.")
    static let settings = [
        NodeSetting<Self>("threshold", \.threshold, in: 0...100, required: true, "How many percent are not enough."),
        NodeSetting<Self>.identity(\.identity),
    ]

    var threshold = 0
    var identity = "userName"
    let outcomes = [Outcome.yes, Outcome.no]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.type)
        let schema = try await turn.accounts.schema(of: turn.realm)
        let own = schema.attributes.filter { $0.isUserEditable && !$0.isSensitive }
        let filled = own.count { $0.isPresent(in: user) }
        return .outcome(filled * 100 > threshold * own.count ? Outcome.yes : Outcome.no)
    }
}
