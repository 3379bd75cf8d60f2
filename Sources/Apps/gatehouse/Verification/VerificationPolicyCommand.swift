import Administration
import ArgumentParser
import Primitives

/// `gatehouse verification policy`
struct VerificationPolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy", abstract: "Verify policies: the parts that users are asked for, and how strictly they are judged.",
        subcommands: [
            ListCommand<VerifyPolicyObject>.self, ShowCommand<VerifyPolicyObject>.self, VerificationPolicySaveCommand.self,
            DeleteCommand<VerifyPolicyObject>.self,
        ])
}

extension VerifyPolicyObject: PrintedObject {
    static var examples: (showing: [String], name: String) {
        (["verification policy show \"Default Verify Policy\" --json > policy.json"], "Strict")
    }

    static func show(_ policy: Told, _ output: OutputOptions) { output.show(policy.object) }
}

/// `gatehouse verification policy save`
struct VerificationPolicySaveCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: SaveVerifyPolicy.declaration.purpose,
        discussion: """
            The file is an object in JSON or YAML, with the members of the platform's verifyPolicies, for example:
              name: Strict
              default: true
              governmentId: { verify: REQUIRED, failExpiredId: true, retry: { attempts: 1 } }
              facialComparison: { verify: REQUIRED, threshold: HIGH }
              identityRecordMatching: { family_name: { fieldRequired: true }, birth_date: {} }
              transaction: { timeout: { duration: 20, timeUnit: MINUTES } }

            Example:
              gatehouse verification policy save strict.yaml --realm alpha
            """)

    @Argument(help: "The file, YAML or JSON; - for standard input.", completion: .file()) var file: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let (realm, object) = (try realm.path, try InputFile.object(file))
        let saved = try await InputFile.naming(file) { try await server(SaveVerifyPolicy(realm: realm, object: object)) }
        output.report(saved, "verify policy", in: realm, change)
    }
}
