import ArgumentParser
import Primitives
import Services
import SignIn
import Directory

/// `gatehouse policy save`
struct PolicySaveCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Store a policy set from a file, in place of one of the same name.",
        discussion: """
            A file, for example:
              name: banking
              policies:
                transfers:
                  resources: [ "https://api.example.com/transfer*" ]
                  actions: { GET: true, POST: true }
                  subject: authenticated
                  condition: { transaction: Approve }
            In a pattern * stands for anything but a question mark, -*- for anything within one segment of a path. Conditions are authLevel,
            journey, transaction, sessionAge (minutes), addresses, time, all, any and not; several in one object must all be met.

            Examples:
              gatehouse policy save banking.yaml --realm alpha --dry-run
              gatehouse policy save banking.yaml --realm alpha
            """)

    @Argument(help: "The file, YAML or JSON; - for standard input.", completion: .file()) var file: String
    @Flag(help: "Only say what would be done.") var dryRun = false
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let set = try read()
        let realm = try await realm.realm(in: domain)
        try await checkJourneys(of: set, in: realm, domain)
        let old = try await domain.policies.set(set.name, in: realm.id)
        let change = old == nil ? "add" : old == set ? "leave unchanged" : "replace"
        if !dryRun, old != set { try await domain.policies.save(set, in: realm.id) }
        output.report(
            "\(dryRun ? "would " : "did ")\(change) the policy set \(set.name) in realm \(realm.path)",
            ["name": .string(set.name), "change": .string(change), "dryRun": .bool(dryRun)])
    }

    private func read() throws -> PolicySet {
        do { return try PolicySet(json: try InputFile.json(file)) } catch let error as PolicyFileError {
            throw CommandFailure(error.problems.map { "\(file): \($0)" })
        }
    }

    /// Checks that the journeys exist that conditions name: a step-up that can't be made would look like a denial.
    private func checkJourneys(of set: PolicySet, in realm: Realm, _ domain: Domain) async throws {
        var problems: [String] = []
        for policy in set.policies {
            for journey in policy.condition?.journeys ?? [] where try await domain.journeys.entry(journey, in: realm.id) == nil {
                problems.append("\(file): policies.\(policy.name).condition: there is no journey \(journey) in realm \(realm.path)")
            }
        }
        guard problems.isEmpty else { throw CommandFailure(problems) }
    }
}
