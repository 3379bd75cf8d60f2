import Administration
import ArgumentParser
import PolicyMessages
import Primitives

/// `gatehouse policy evaluate`
struct PolicyEvaluateCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate", abstract: EvaluatePolicies.declaration.purpose,
        discussion: """
            Nothing is changed, and no transaction is begun.

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
        if output.json { return print(JSONValue.array(decisions.map(\.json)).text) }
        output.show(decisions.map(\.row), columns: ["resource", "actions", "advices"])
    }
}

extension PolicyDecision {
    fileprivate var row: JSONObject {
        [
            "resource": .string(resource),
            "actions": .array(actions.sorted { $0.key < $1.key }.map { .string(($0.value ? "" : "not ") + $0.key) }),
            "advices": .array(advices.entries.map { .string("\($0.condition): \($0.values.joined(separator: ", "))") }),
        ]
    }
}
