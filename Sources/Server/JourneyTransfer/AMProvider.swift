import AMFormat
import JourneyModel
import Primitives
import ResourceMessages
import Sessions

/// Words of AM's files about identity providers.
enum AMProvider {
    static let secret = "clientSecret"
    static let enabled = "enabled"
    static let kinds = AM.providerTypes.compactMapValues { IdentityProvider.Kind(exactly: $0) }
    static let required = ["clientId", "redirectURI"]
    /// Members that are never read as settings.
    static let frame: Set<String> = ["_id", "_type", "_rev", "_outcomes", secret, sealed]
    /// Members that are never kept, unless they say nothing.
    static let neverKept = AM.provenance.union([secret, sealed])
    private static let sealed = "clientSecret-encrypted"

    /// Returns the report's name for a provider.
    static func subject(_ id: String) -> String { "identity provider \(id)" }

    /// Whether a setting that isn't supported changes nothing: it says what is so anyway, or belongs to another that isn't in use.
    static func isHarmless(_ name: String, _ value: JSONValue) -> Bool {
        let usual: [String: JSONValue] = [
            "scopeDelimiter": " ", "jwtSigningAlgorithm": "NONE", "jwtEncryptionAlgorithm": "NONE", "jwtEncryptionMethod": "NONE",
            "jwtRequestParameterOption": "NONE", "userInfoResponseType": "JSON", "issuerComparisonCheckType": "EXACT",
            "authenticationIdKey": "sub", "claims": "{}",
        ]
        return usual[name] == value || ["privateKeyJwtExpTime", "revocationCheckOptions"].contains(name)
            || [false, 0].contains(value) || value.array?.isEmpty == true || value.object?.isEmpty == true
    }
}

extension IdentityProvider {
    /// Members of ours that AM doesn't have.
    private static let ours: Set<String> = ["name", "kind", "teamId", "keyId", "nativeClientIds"]

    /// The provider as AM's files have it, without its secret.
    var amJSON: JSONObject {
        let type = AMProvider.kinds.first { $0.value == kind }?.key ?? "oidcConfig"
        let frame: JSONObject = ["_id": .string(name), "_type": ["_id": .string(type), "name": .string(type), "collection": true]]
        return frame.overlaid(with: json.without(Self.ours))
    }

    /// The same, with what a file said of it besides.
    func amJSON(kept: JSONValue?, variables: [String: String]) -> JSONObject {
        let initial = IdentityProvider(name, kind: kind, clientID: clientID, redirectURI: redirectURI).amJSON
        let plain = amJSON
        return Overlay(json: kept).applied(to: plain) { member, value in
            if member == AMProvider.enabled, value == true, secret == nil, authentication != .none { return true }
            guard plain[member] != nil, let value = try? Placeholder.resolve(value, variables) else { return true }
            return member == "_type" ? value["_id"] == plain[member]?["_id"] : value == plain[member]
        } isInitial: { member in
            initial[member] == plain[member]
        }
    }

    /// Settings that AM doesn't have.
    var settingsBeyondAM: [String] { json.names.filter { Self.ours.subtracting(["name", "kind"]).contains($0) } }
}
