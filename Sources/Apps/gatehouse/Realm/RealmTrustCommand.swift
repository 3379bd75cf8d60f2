import ArgumentParser
import Foundation
import Primitives
import WebAuthn
import Services
import Directory
import Foundations
import DevicePolicies

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
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List a realm's trust stores.")

    @Argument(help: "The realm, such as alpha.") var path: String
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await domain.realms.realm(at: RealmPath(argument: path))
        output.show(
            try await domain.trustStores.all(in: realm.id).map(\.summary),
            columns: ["alias", "certificates", "revocationLists", "metadata", "models", "nextUpdate"])
    }
}

/// `gatehouse realm trust show`
struct RealmTrustShowCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what a trust store holds.",
        discussion: "Example:\n  gatehouse realm trust show alpha trustalias")

    @Argument(help: "The realm, such as alpha.") var path: String
    @Argument(help: "The alias, such as trustalias.") var alias: String
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await domain.realms.realm(at: RealmPath(argument: path))
        guard let store = try await domain.trustStores.store(alias, in: realm.id) else { throw realm.missing(alias) }
        var summary = store.summary
        if output.json { summary["contents"] = .array(store.contents.map { .object($0) }) }
        output.show(summary)
        if !output.json { output.show(store.contents, columns: ["kind", "expires", "name", "fingerprint"]) }
    }
}

/// `gatehouse realm trust load`
struct RealmTrustLoadCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "load", abstract: "Load certificates, revocation lists and metadata into a trust store.",
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

    @Argument(help: "The realm, such as alpha.") var path: String
    @Argument(help: "The alias, such as trustalias; a new one makes a new store.") var alias: String
    @Argument(help: ArgumentHelp("Files, or - for standard input.", valueName: "file")) var files: [String]
    @Option(help: "A file with the certificates that the metadata must lead to, in place of FIDO's.") var metadataRoot: String?
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await domain.realms.realm(at: RealmPath(argument: path))
        var material = TrustMaterial()
        for file in files { try Self.add(file, to: &material) }
        let metadata = try await verified(material.metadata, at: domain.time.now)
        let store = try await domain.trustStores.load(material, metadata: metadata, as: alias, in: realm.id)
        output.report("realm \(realm.path) has a trust store \(store.sentence)", store.summary)
    }

    private static func add(_ file: String, to material: inout TrustMaterial) throws {
        let bytes = try InputFile.bytes(file)
        do { try material.add(file: bytes) } catch { throw CommandFailure("\(file): \(error.reason)") }
    }

    private func verified(_ text: String?, at now: Date) async throws -> MetadataBlob? {
        guard let text else { return nil }
        do {
            // A root that the administrator names may vouch for any signer.
            guard let metadataRoot else { return try await MetadataBlob.verified(text, anchors: [try Self.allianceRoot().der], at: now) }
            var roots = TrustMaterial()
            try Self.add(metadataRoot, to: &roots)
            return try await MetadataBlob.verified(text, anchors: roots.certificates.map(\.der), host: nil, at: now)
        } catch let error as WebAuthnError { throw CommandFailure("the metadata is refused: \(error.reason)") }
    }

    /// The files in which systems keep the certificates that they trust.
    private static let systemFiles = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"]

    private static func allianceRoot() throws -> TrustedCertificate {
        for file in systemFiles {
            let text = FileManager.default.contents(atPath: file).flatMap { String(validating: $0, as: UTF8.self) } ?? ""
            if let root = TrustedCertificate.certificate(MetadataBlob.allianceRoot, inPEM: text) { return root }
        }
        throw CommandFailure(
            "this system doesn't have the certificate that FIDO's metadata leads to (SHA-256 \(MetadataBlob.allianceRoot)); name its file "
                + "with --metadata-root")
    }
}

/// `gatehouse realm trust remove`
struct RealmTrustRemoveCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a trust store; nodes that demand it register nobody from then on.")

    @Argument(help: "The realm, such as alpha.") var path: String
    @Argument(help: "The alias, such as trustalias.") var alias: String
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await domain.realms.realm(at: RealmPath(argument: path))
        guard try await domain.trustStores.remove(alias, in: realm.id) else { throw realm.missing(alias) }
        output.report("realm \(realm.path) has no trust store \(alias) any more", ["alias": .string(alias), "removed": true])
    }
}

extension Realm {
    fileprivate func missing(_ alias: String) -> CommandFailure { CommandFailure("realm \(path) has no trust store \(alias)") }
}
