/// Checks the user name and password against the realm's users, under its lock-out rules.
///
/// Unknown user, wrong password and locked account are one outcome, in the same time.
package struct DataStoreDecision: ProvesUser {
    package static let type = NodeType(
        "DataStoreDecisionNode", alias: "dataStoreDecision", title: "Data Store Decision",
        "Checks user name and password against the realm's users.", secrets: [SecretName.password])
    package static let state = StateUse(reads: ["username", "password"])

    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}
}
