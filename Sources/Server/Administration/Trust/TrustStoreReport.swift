import DevicePolicies
import Foundation
package import Primitives
package import ResourceMessages
import WebAuthn

/// A trust store, as administrators see one.
package struct TrustStoreReport: Sendable {
    package let json: JSONObject
    /// An object for each certificate and each revocation list.
    package let contents: [JSONObject]

    /// The store with its contents.
    package static var form: Form<Self> {
        let members: [(String, Shape)] = [
            ("alias", .text), ("certificates", .integer()), ("revocationLists", .integer()), ("metadata", .integer()),
            ("models", .integer()), ("nextUpdate", .text), ("contents", .list(.open)),
        ]
        let shape = ObjectShape(name: "TrustStore", members: members.map { .init(name: $0.0, shape: $0.1, presence: .readOnly) })
        return .told(.object(shape)) { report in
            var object = report.json
            object["contents"] = .array(report.contents.map { .object($0) })
            return .object(object)
        }
    }

    init(_ store: TrustStore) {
        json = store.summary
        contents = store.certificates.map(Self.certificate) + store.revocations.map(Self.list)
    }

    /// The contents of a store that is told, in a sentence's end.
    package static func sentence(of store: JSONObject) -> String {
        func text(_ name: String) -> String { store[name].map { $0.string ?? $0.text } ?? "" }
        let metadata =
            store["metadata"] == nil
            ? "" : ", metadata number \(text("metadata")) (models: \(text("models")), next by \(text("nextUpdate")))"
        return "\(text("alias")); certificates: \(text("certificates")), revocation lists: \(text("revocationLists"))\(metadata)"
    }

    private static func certificate(_ certificate: TrustedCertificate) -> JSONObject {
        [
            "kind": "certificate", "name": .string(certificate.subject), "expires": .string(certificate.expires.formatted(.iso8601)),
            "fingerprint": .string(certificate.fingerprint),
        ]
    }

    private static func list(_ list: RevocationList) -> JSONObject {
        var json: JSONObject = [
            "kind": "revocation list", "name": .string(list.authority), "updated": .string(list.updated.formatted(.iso8601)),
            "revoked": .integer(Int64(list.count)),
        ]
        json["expires"] = list.nextUpdate.map { .string($0.formatted(.iso8601)) }
        return json
    }
}

extension TrustStore {
    fileprivate var summary: JSONObject {
        var json: JSONObject = [
            "alias": .string(alias), "certificates": .integer(Int64(certificates.count)),
            "revocationLists": .integer(Int64(revocations.count)),
        ]
        json["metadata"] = metadata.map { .integer(Int64($0.number)) }
        json["models"] = metadata.map { .integer(Int64($0.models)) }
        json["nextUpdate"] = metadata.map { .string($0.nextUpdate) }
        return json
    }
}
