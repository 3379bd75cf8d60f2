import Administration
import ArgumentParser
import Foundation
import Primitives

/// `gatehouse risk`
struct RiskCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "risk", abstract: "Evaluations of risk and their reasons, policies, and the apps that send signals.",
        discussion: """
            Examples:
              gatehouse risk evaluations --realm alpha --user ada
              gatehouse risk what-if stricter.json --realm alpha
            """,
        subcommands: [
            RiskEvaluationsCommand.self, RiskExplainCommand.self, RiskPoliciesCommand.self, RiskWhatIfCommand.self, RiskAppCommand.self,
            RiskMembersCommand.self,
        ])
}

/// `gatehouse risk evaluations`
struct RiskEvaluationsCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluations", abstract: ListRiskEvaluations.declaration.purpose,
        discussion: "Example:\n  gatehouse risk evaluations --realm alpha --user ada")

    @Option(help: "The user's name; all users without it.") var user: String?
    @Option(help: "How many at most.") var limit = 20
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        let found = try await server(ListRiskEvaluations(realm: realm.path, username: user, limit: limit))
        output.show(
            found.rows, columns: ["id", "time", "user", "address", "level", "score", "policy", "signals", "completion"])
    }
}

/// `gatehouse risk explain`
struct RiskExplainCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: ExplainRiskEvaluation.declaration.purpose,
        discussion: "Example:\n  gatehouse risk explain 5f1c4a52-8f1e-4f0b-a6a4-0f3a7c1f0d11 --realm alpha")

    @Argument(help: "The evaluation's id.") var id: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        let report = try await server(ExplainRiskEvaluation(realm: realm.path, id: id))
        if output.json { return Terminal.show(report.json) }
        Terminal.say(
            "\(report.text("level")), score \(report.count("score")): "
                + (report["policy"]?.string.map { "by the policy \($0)" } ?? "by no policy, so the default"))
        if let action = report["recommendedAction"]?.string { Terminal.say("recommended: \(action)") }
        Terminal.say("signals: \(report.text("signals"))")
        output.show(
            (report["details"]?.object?.members ?? []).compactMap(Self.row),
            columns: ["predictor", "level", "score", "status", "reasons", "measures"])
    }

    private static func row(_ detail: JSONObject.Member) -> JSONObject? {
        guard let result = detail.value.object, result["type"] != nil else { return nil }
        let told: Set = ["type", "level", "score", "status", "reason", "reasons"]
        let measures = result.members.filter { !told.contains($0.name) }.map { "\($0.name)=\($0.value.text)" }
        var row: JSONObject = ["predictor": .string(detail.name)]
        for name in ["level", "score", "status"] { row[name] = result[name] }
        row["reasons"] = .string((result["reasons"]?.array ?? []).compactMap(\.string).joined(separator: " "))
        row["measures"] = .string(measures.joined(separator: " "))
        return row
    }
}

/// `gatehouse risk policies`
struct RiskPoliciesCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "policies", abstract: ListRiskPolicies.declaration.purpose,
        discussion: "Example:\n  gatehouse risk policies --realm alpha --json")

    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        let lines = try await server(ListRiskPolicies(realm: realm.path))
        if output.json {
            return Terminal.show(.array(lines.rows.compactMap { $0["declaration"] }))
        }
        output.show(
            lines.rows.map { $0.without("declaration") }, columns: ["id", "type", "compactName", "name", "default"])
    }
}

/// `gatehouse risk what-if`
struct RiskWhatIfCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "what-if", abstract: TryRiskPolicy.declaration.purpose,
        discussion: """
            The file has a policy set as the platform's API has it.

            Example:
              gatehouse risk policies --realm alpha --json > stricter.json
              gatehouse risk what-if stricter.json --realm alpha
            """)

    @Argument(help: "The file with the policy set.", completion: .file(extensions: ["json"])) var file: String
    @Option(help: "How many of the latest events are evaluated again.") var limit = 1000
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        let set = try JSONValue(body: try InputFile.bytes(file), limits: JSONLimits(bytes: 1 << 20))
        let outcome = try await server(TryRiskPolicy(realm: realm.path, policySet: set, limit: limit))
        output.show(
            outcome.rows("changes"), columns: ["id", "was", "would", "score", "policy"])
        if !output.json { print("\(outcome.rows("changes").count) of \(outcome.count("count")) events would have another level") }
    }
}

/// `gatehouse risk app`
struct RiskAppCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app", abstract: "Apps that send signals under an id of their own, as the documented fraud SDK's do.",
        subcommands: [RiskAppListCommand.self, RiskAppCreateCommand.self, RiskAppRemoveCommand.self])
}

/// `gatehouse risk app list`
struct RiskAppListCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: ListSignalApps.declaration.purpose,
        discussion: "Example:\n  gatehouse risk app list --realm alpha")

    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        let apps = try await server(ListSignalApps(realm: realm.path))
        output.show(
            apps.rows, columns: ["id", "client", "created"])
    }
}

/// `gatehouse risk app create`
struct RiskAppCreateCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: CreateSignalApp.declaration.purpose,
        discussion: "Example:\n  gatehouse risk app create shop --realm alpha")

    @Argument(help: ArgumentHelp("The client_id.", valueName: "client")) var id: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let made = try await server(CreateSignalApp(realm: realm.path, id: id))
        guard !change.dryRun else { return output.report("made an app of signals", ["client": .string(id)], change) }
        output.report(
            "application id \(made.text("id")), application secret, shown only now: \(made.text("secret"))",
            made.object)
    }
}

/// `gatehouse risk app delete`
struct RiskAppRemoveCommand: ChangingCommand {
    static let configuration = CommandConfiguration.delete(
        abstract: RemoveSignalApp.declaration.purpose,
        discussion: "Example:\n  gatehouse risk app delete 6f1c0c4e --realm alpha --yes")

    @Argument(help: "The app's id.") var id: String
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        try server.confirm(confirmation, "Remove the app of signals \(id)? Its copies are refused at once.")
        try await server(RemoveSignalApp(realm: realm.path, id: id))
        output.report("removed the app of signals \(id)", ["id": .string(id), "removed": true], change)
    }
}
