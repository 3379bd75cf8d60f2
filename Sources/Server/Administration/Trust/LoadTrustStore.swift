import DevicePolicies
package import Directory
package import Foundations
import Primitives
package import ResourceMessages
import WebAuthn

/// A file for a trust store.
package struct TrustFile: Shaped {
    /// Its name, for errors.
    package var name: String
    /// The content of the file.
    package var bytes: [UInt8]

    package static let shapeName = "TrustFile"

    package static var members: [Member<Self>] {
        [Member("name", \.name, .name, .required), Member("content", \.bytes, .base64, .required)]
    }

    package init() { self.init(name: "", bytes: []) }

    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

/// Loads certificates, revocation lists and metadata into a trust store.
package struct LoadTrustStore: ChangingAction {
    package static let declaration = ActionDeclaration(
        "realm.trust.load", .administer, "Load certificates, revocation lists and metadata into a trust store.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("trust-stores/{alias}:load"), TrustStoreReport.form,
            from: { Self(realm: $0, alias: "", files: [], roots: .alliance(systemPEM: SystemAuthorities.read)) },
            .init("alias", \.alias, .name, .required), .init("files", \.files, .list(TrustFile.form, count: 1...100), .required),
            .init("metadataRoot", optional: \.metadataRoot, TrustFile.form))
    }

    /// The certificates that metadata must lead to.
    package enum MetadataRoots: Sendable {
        /// The root that FIDO names, looked for in texts of certificates in PEM that the system trusts.
        case alliance(systemPEM: @Sendable () -> [String])
        /// The certificates of a file that the administrator chose.
        case file(TrustFile)
    }

    package var realm: RealmPath
    /// The alias of the trust store, unique in the realm.
    package var alias: String
    /// The files to load.
    package var files: [TrustFile]
    package var roots: MetadataRoots

    /// The file of ``roots``.
    fileprivate var metadataRoot: TrustFile? {
        get { if case .file(let file) = roots { file } else { nil } }
        set { if let newValue { roots = .file(newValue) } }
    }

    package init(realm: RealmPath, alias: String, files: [TrustFile], roots: MetadataRoots) {
        self.realm = realm
        self.alias = alias
        self.files = files
        self.roots = roots
    }

    package func perform(in realm: Realm, at site: Site) async throws -> TrustStoreReport {
        var material = TrustMaterial()
        for file in files { try Self.add(file, to: &material) }
        let metadata = try await verified(material.metadata, at: site)
        return TrustStoreReport(
            try await site.domain.devicePolicies.trustStores.load(material, metadata: metadata, as: alias, in: realm.id))
    }

    private static func add(_ file: TrustFile, to material: inout TrustMaterial) throws {
        do { try material.add(file: file.bytes) } catch { throw AdministrationError(.invalid, "\(file.name): \(error.reason)") }
    }

    private func verified(_ text: String?, at site: Site) async throws -> MetadataBlob? {
        guard let text else { return nil }
        let now = site.domain.platform.time.now
        do {
            switch roots {
            case .alliance(let system):
                return try await MetadataBlob.verified(text, anchors: [try Self.allianceRoot(in: system()).der], at: now)
            case .file(let file):
                // A root that the administrator names may vouch for any signer.
                var roots = TrustMaterial()
                try Self.add(file, to: &roots)
                return try await MetadataBlob.verified(text, anchors: roots.certificates.map(\.der), host: nil, at: now)
            }
        } catch let error as WebAuthnError { throw AdministrationError(.invalid, "the metadata is refused: \(error.reason)") }
    }

    private static func allianceRoot(in texts: [String]) throws -> TrustedCertificate {
        for text in texts { if let root = TrustedCertificate.certificate(MetadataBlob.allianceRoot, inPEM: text) { return root } }
        throw AdministrationError(
            .unknown,
            "this system doesn't have the certificate that FIDO's metadata leads to (SHA-256 \(MetadataBlob.allianceRoot)); name its file "
                + "with --metadata-root")
    }
}
