import ArgumentParser
import Foundation
import PolicyMessages
import Primitives
import Services
import SignIn
import Directory
import Sessions

/// `gatehouse policy evaluate`
struct PolicyEvaluateCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate", abstract: "Try policies: say what they decide about resources for a session made up here.",
        discussion: """
            Nothing is changed, and no transaction is begun.

            Examples:
              gatehouse policy evaluate banking https://api.example.com/transfer --user demo
              gatehouse policy evaluate banking https://api.example.com/transfer --user demo --level 2 --journey StepUp --address 192.0.2.1
            """)

    @Argument(help: "The set's name.") var name: String
    @Argument(help: "The resources.") var resources: [String]
    @Option(help: "Who asks; nobody unless given.") var user: String?
    @Option(help: "The level of their session.") var level = 0
    @Option(help: "The journey of their session.") var journey = "Login"
    @Option(help: "How old their session is, in minutes.") var age = 0
    @Option(help: "The address that they come from.") var address: String?
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        _ = try await PolicySet.existing(name, in: realm, domain)
        let environment = address.map { [PolicyRequest.address: [$0]] } ?? [:]
        let request = PolicyRequest(application: name, resources: resources, environment: environment)
        let decisions = try await domain.decisions.preview(request, for: session(in: realm, domain), in: realm)
        if output.json { return print(JSONValue.array(decisions.map(\.json)).text) }
        output.show(decisions.map(\.row), columns: ["resource", "actions", "advices"])
    }

    private func session(in realm: Realm, _ domain: Domain) async throws -> UserSession? {
        guard let user else { return nil }
        let found = try await domain.existingUser(user, in: realm)
        let created = domain.time.now.addingTimeInterval(-TimeInterval(age) * 60)
        return .imagined(of: found, in: realm, journey: journey, authLevel: level, created: created, at: domain.time.now)
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
