import Foundation
import Primitives
import WebAuthn
import DevicePolicies

extension TrustStore {
    var summary: JSONObject {
        var json: JSONObject = [
            "alias": .string(alias), "certificates": .integer(Int64(certificates.count)),
            "revocationLists": .integer(Int64(revocations.count)),
        ]
        json["metadata"] = metadata.map { .integer(Int64($0.number)) }
        json["models"] = metadata.map { .integer(Int64($0.models)) }
        json["nextUpdate"] = metadata.map { .string($0.nextUpdate) }
        return json
    }

    /// The contents of the store, in a sentence's end.
    var sentence: String {
        let metadata = metadata.map { ", metadata number \($0.number) (models: \($0.models), next by \($0.nextUpdate))" } ?? ""
        return "\(alias); certificates: \(certificates.count), revocation lists: \(revocations.count)\(metadata)"
    }

    /// An object for each certificate and each revocation list.
    var contents: [JSONObject] {
        certificates.map { certificate in
            [
                "kind": "certificate", "name": .string(certificate.subject), "expires": .string(certificate.expires.formatted(.iso8601)),
                "fingerprint": .string(certificate.fingerprint),
            ]
        }
            + revocations.map { list in
                var json: JSONObject = [
                    "kind": "revocation list", "name": .string(list.authority), "updated": .string(list.updated.formatted(.iso8601)),
                    "revoked": .integer(Int64(list.count)),
                ]
                json["expires"] = list.nextUpdate.map { .string($0.formatted(.iso8601)) }
                return json
            }
    }
}
