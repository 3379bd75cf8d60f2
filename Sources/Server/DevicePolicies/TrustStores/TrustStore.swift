import Foundation
import Primitives
package import WebAuthn

/// The store by which a realm knows authenticators: certificates that it trusts, lists of revoked ones, and metadata of models. Nodes name
/// it by its alias.
package struct TrustStore: Sendable {
    /// The alias, unique in the realm.
    package let alias: String
    /// The certificates that are trusted.
    package internal(set) var certificates: [TrustedCertificate] = []
    /// The lists of revoked certificates.
    package internal(set) var revocations: [RevocationList] = []
    /// The edition of the metadata; nil when no metadata was loaded.
    package internal(set) var metadata: Metadata?

    /// The edition of a metadata file that it has. The models stand in rows of their own.
    package struct Metadata: Sendable, Equatable {
        /// The number of the edition (`no`, FIDO Metadata Service §3.1.6).
        package let number: Int
        /// The day by which the next edition is out.
        package let nextUpdate: String
        /// The number of models in it.
        package let models: Int
    }

    init(alias: String) { self.alias = alias }
}

extension TrustStore {
    private static let limits = JSONLimits(bytes: 64 << 20)

    /// The text that is stored, but for the models.
    var text: String {
        func list(_ der: [[UInt8]]) -> JSONValue { .array(der.map { .string(Data($0).base64EncodedString()) }) }
        var json: JSONObject = ["certificates": list(certificates.map(\.der)), "revocations": list(revocations.map(\.der))]
        json["metadata"] = metadata.map {
            ["number": .integer(Int64($0.number)), "nextUpdate": .string($0.nextUpdate), "models": .integer(Int64($0.models))]
        }
        return JSONValue.object(json).text
    }

    init(alias: String, text: String) throws {
        let json = try JSONValue(parsing: text, limits: Self.limits)
        func list(_ name: String) -> [[UInt8]] { (json[name]?.strings ?? []).compactMap { Data(base64Encoded: $0).map(Array.init) } }
        self.init(alias: alias)
        certificates = try list("certificates").map { try TrustedCertificate(der: $0) }
        revocations = try list("revocations").map { try RevocationList(der: $0) }
        guard let metadata = json["metadata"], let number = metadata["number"]?.integer, let models = metadata["models"]?.integer else {
            return
        }
        self.metadata = Metadata(number: Int(number), nextUpdate: metadata["nextUpdate"]?.string ?? "", models: Int(models))
    }
}
