/// Decides whether the user who has proved who they are has filled in more of their profile than so much: of the attributes that users see
/// and may change, how many have a value.
package struct ProfileCompletenessDecision: ActsForProvenUser {
    package static let type = NodeType(
        "ProfileCompletenessDecisionNode", alias: "profileCompletenessDecision", title: "Profile Completeness Decision",
        "Whether more of the profile is filled in than so many percent.")
    package static let settings = [
        NodeSetting<Self>("threshold", \.threshold, in: 0...100, required: true, "How many percent are not enough."),
        NodeSetting<Self>.identity(\.identity),
    ]

    package var threshold = 0
    package var identity = "userName"
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}
}
