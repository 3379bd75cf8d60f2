import Administration
import ArgumentParser
import Primitives

/// `gatehouse policy save`
struct PolicySaveCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: SavePolicySet.declaration.purpose,
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
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let (realm, json) = (try realm.path, try InputFile.json(file))
        let saved = try await InputFile.naming(file) { try await server(SavePolicySet(realm: realm, json: json)) }
        output.report(saved, "policy set", in: realm, change)
    }
}

extension OutputOptions {
    /// Says what storing an object from a file did, or would do.
    func report(_ saved: Told, _ noun: String, in realm: AdministeredRealm, _ change: ChangeOptions) {
        report(
            "\(change.dryRun ? "would" : "did") \(saved.text("change")) the \(noun) \(saved.text("name")) in realm \(realm)",
            ["name": .string(saved.text("name")), "change": .string(saved.text("change")), "dryRun": .bool(change.dryRun)])
    }
}
