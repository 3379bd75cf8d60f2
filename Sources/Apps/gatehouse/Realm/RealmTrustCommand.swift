import Administration
import ArgumentParser
import Foundation
import Primitives

/// `gatehouse realm trust`
struct RealmTrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust", abstract: "Trust stores: by what a realm knows the authenticators of passkeys.",
        discussion: """
            Nodes name a trust store by its alias (trustStoreAlias). It holds
            certificates that vouch for authenticators, revocation lists, and FIDO's
            metadata.

            Examples:
              gatehouse realm trust load alpha trustalias yubico.pem apple.pem
              gatehouse realm trust load alpha trustalias blob.jwt
              gatehouse realm trust show alpha trustalias
            """,
        subcommands: [
            RealmTrustListCommand.self, RealmTrustShowCommand.self, RealmTrustLoadCommand.self, RealmTrustRemoveCommand.self,
        ])
}

/// `gatehouse realm trust list`
struct RealmTrustListCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: ListTrustStores.declaration.purpose,
        discussion: "Example:\n  gatehouse realm trust list alpha")

    @OptionGroup var realm: RealmArgument
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        output.show(
            try await server(ListTrustStores(realm: realm.path)).rows.map { $0.without("contents") },
            columns: ["alias", "certificates", "revocationLists", "metadata", "models", "nextUpdate"])
    }
}

/// `gatehouse realm trust show`
struct RealmTrustShowCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: ShowTrustStore.declaration.purpose,
        discussion: "Example:\n  gatehouse realm trust show alpha trustalias")

    @OptionGroup var realm: RealmArgument
    @Argument(help: "The alias, such as trustalias.") var alias: String
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        let store = try await server(ShowTrustStore(realm: realm.path, alias: alias))
        output.show(output.json ? store.object : store.object.without("contents"))
        if !output.json { output.show(store.rows("contents"), columns: ["kind", "expires", "name", "fingerprint"]) }
    }
}

/// `gatehouse realm trust load`
struct RealmTrustLoadCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "load", abstract: LoadTrustStore.declaration.purpose,
        discussion: """
            The files are PEM or DER, or the blob of FIDO's Metadata Service
            (https://mds3.fidoalliance.org). Of each kind that they bring, they take
            the place of what the store had: all certificates, all revocation lists,
            the metadata.

            FIDO's metadata is verified by the root that FIDO names, which is looked
            for among this system's; another publisher's by --metadata-root.

            Examples:
              gatehouse realm trust load alpha trustalias yubico.pem apple.pem
              gatehouse realm trust load alpha trustalias blob.jwt
              gatehouse realm trust load alpha keys b.jwt --metadata-root ca.pem
            """)

    @OptionGroup var realm: RealmArgument
    @Argument(help: "The alias, such as trustalias; a new one makes a new store.") var alias: String
    @Argument(help: ArgumentHelp("Files, or - for standard input.", valueName: "file")) var files: [String]
    @Option(help: "A file with the certificates that the metadata must lead to, in place of FIDO's.") var metadataRoot: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let roots =
            try metadataRoot.map { LoadTrustStore.MetadataRoots.file(try Self.file($0)) } ?? .alliance(systemPEM: SystemAuthorities.read)
        let store = try await server(
            LoadTrustStore(realm: realm.path, alias: alias, files: try files.map(Self.file), roots: roots))
        let summary = store.object.without("contents")
        output.report("realm \(try realm.path) has a trust store \(TrustStoreReport.sentence(of: summary))", summary, change)
    }

    private static func file(_ path: String) throws -> TrustFile { TrustFile(name: path, bytes: try InputFile.bytes(path)) }
}

/// `gatehouse realm trust delete`
struct RealmTrustRemoveCommand: ChangingCommand {
    static let configuration = CommandConfiguration.delete(
        abstract: RemoveTrustStore.declaration.purpose,
        discussion: "Example:\n  gatehouse realm trust delete alpha trustalias")

    @OptionGroup var realm: RealmArgument
    @Argument(help: "The alias, such as trustalias.") var alias: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        try await server(RemoveTrustStore(realm: realm.path, alias: alias))
        output.report("realm \(try realm.path) has no trust store \(alias) any more", ["alias": .string(alias), "removed": true], change)
    }
}
