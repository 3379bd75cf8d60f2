import Administration
import ArgumentParser
import PolicyMessages
import Primitives

/// `gatehouse policy evaluate`
struct PolicyEvaluateCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate", abstract: EvaluatePolicies.declaration.purpose,
        discussion: """
            Nothing is changed, and no transaction is begun. The reasons name each policy of the set: whether it counts, and what its
            condition needs.

            Examples:
              gatehouse policy evaluate banking https://api.example.com/transfer --user demo
              gatehouse policy evaluate banking https://api.example.com/transfer --user demo --level 2 --journey StepUp --address 192.0.2.1
            """)

    @Argument(help: "The set's name.") var name: String
    @Argument(help: "The resources.") var resources: [String]
    @Option(help: "The user who asks; none unless given.") var user: String?
    @Option(help: "The level of their session.") var level = 0
    @Option(help: "The journey of their session.") var journey = "Login"
    @Option(help: "How old their session is, in minutes.") var age = 0
    @Option(help: "The address that they come from.") var address: String?
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        var action = EvaluatePolicies(realm: try realm.path, name: name, resources: resources)
        (action.username, action.level, action.journey, action.age, action.address) = (user, level, journey, age, address)
        let decisions = try await server(action)
        if output.json { return Terminal.show(decisions.json) }
        output.show(decisions.rows.map(Self.row), columns: ["resource", "actions", "advices", "reasons"])
    }

    /// The part of a policy, in words.
    private static func reason(_ reason: JSONValue) -> String {
        let missing = (reason["missing"]?.array ?? []).compactMap(\.string)
        let outcome =
            switch reason["outcome"]?.string {
            case "counted": "counts"
            case "inactive": "is inactive"
            case "otherResource": "isn't about the resource"
            case "otherSubject": "isn't for this user"
            default: "needs " + missing.joined(separator: " and ")
            }
        return "\(reason["policy"]?.string ?? "") \(outcome)"
    }

    private static func row(_ decision: JSONObject) -> JSONObject {
        let actions = (decision["actions"]?.object?.members ?? []).sorted { $0.name < $1.name }
        let advices = decision["advices"]?.object?.members ?? []
        return [
            "resource": decision["resource"] ?? .null,
            "actions": .array(actions.map { .string(($0.value == true ? "" : "not ") + $0.name) }),
            "advices": .array(
                advices.map { advice in
                    .string("\(advice.name): \((advice.value.array ?? []).compactMap(\.string).joined(separator: ", "))")
                }),
            "reasons": .array((decision["reasons"]?.array ?? []).map { .string(reason($0)) }),
        ]
    }
}
