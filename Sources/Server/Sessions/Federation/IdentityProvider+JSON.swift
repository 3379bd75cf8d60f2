package import Primitives
package import Foundations

extension IdentityProvider {
    private typealias Field = (name: String, read: (inout IdentityProvider, JSONValue) -> Bool, write: (IdentityProvider) -> JSONValue?)

    /// The members of a provider's file, by AM's names where it has them, in order.
    private static var fields: [Field] {
        [
            ("enabled", flag(\.isEnabled), { .bool($0.isEnabled) }),
            ("clientId", text(\.clientID), { .string($0.clientID) }),
            ("clientAuthenticationMethod", choice(\.authentication), { .string($0.authentication.rawValue) }),
            ("teamId", optional(\.teamID), { $0.teamID.map(JSONValue.string) }),
            ("keyId", optional(\.keyID), { $0.keyID.map(JSONValue.string) }),
            ("nativeClientIds", texts(\.nativeClientIDs), { list($0.nativeClientIDs) }),
            ("issuer", optional(\.issuer), { $0.issuer.map(JSONValue.string) }),
            ("wellKnownEndpoint", optional(\.discovery), { $0.discovery.map(JSONValue.string) }),
            ("authorizationEndpoint", optional(\.authorizationEndpoint), { $0.authorizationEndpoint.map(JSONValue.string) }),
            ("tokenEndpoint", optional(\.tokenEndpoint), { $0.tokenEndpoint.map(JSONValue.string) }),
            ("userInfoEndpoint", optional(\.userInfoEndpoint), { $0.userInfoEndpoint.map(JSONValue.string) }),
            ("jwksUriEndpoint", optional(\.keysEndpoint), { $0.keysEndpoint.map(JSONValue.string) }),
            ("scopes", texts(\.scopes), { list($0.scopes) }),
            ("acrValues", texts(\.acrValues), { list($0.acrValues) }),
            ("redirectURI", text(\.redirectURI), { .string($0.redirectURI) }),
            ("pkceMethod", pkce, { .string($0.usesPKCE ? "S256" : "NONE") }),
            ("responseMode", choice(\.responseMode), { .string($0.responseMode.rawValue) }),
            ("enableNativeNonce", flag(\.checksNativeNonce), { .bool($0.checksNativeNonce) }),
            ("transform", optional(\.transform), { $0.transform.map(JSONValue.string) }),
            ("redirectAfterFormPostURI", optional(\.afterFormPost), { $0.afterFormPost.map(JSONValue.string) }),
            ("uiConfig", button, { $0.button.isEmpty ? nil : .object($0.button) }),
        ]
    }

    /// The whole of it but the secret.
    package var json: JSONObject {
        var object: JSONObject = ["name": .string(name), "kind": .string(kind.rawValue)]
        for field in Self.fields { object[field.name] = field.write(self) }
        return object
    }

    /// Reads a provider's file. `clientSecret` may be among its members; it is never written.
    ///
    /// - Throws: `invalid`, with the member that is wrong.
    package init(json: JSONObject) throws(DomainError) {
        func required(_ name: String) throws(DomainError) -> String {
            guard let text = json[name]?.string, !text.isEmpty else { throw DomainError(.invalid, "\(name) is missing") }
            return text
        }
        guard let kind = Kind(exactly: try required("kind")) else {
            throw DomainError(.invalid, "kind is one of \(Kind.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        self.init(try required("name"), kind: kind, clientID: try required("clientId"), redirectURI: try required("redirectURI"))
        for member in json.members where !["name", "kind", "clientSecret"].contains(member.name) {
            guard let field = Self.fields.first(where: { $0.name == member.name }) else {
                throw DomainError(.invalid, "a provider has no member \(member.name.prefix(64))")
            }
            guard field.read(&self, member.value) else { throw DomainError(.invalid, "\(member.name) has a value that it can't have") }
        }
        if let secret = json["clientSecret"]?.string { self.secret = Secret(secret) }
    }

    private static func text(_ property: WritableKeyPath<Self, String>) -> (inout Self, JSONValue) -> Bool {
        { provider, json in
            guard let text = json.string, !text.isEmpty else { return false }
            provider[keyPath: property] = text
            return true
        }
    }

    private static func optional(_ property: WritableKeyPath<Self, String?>) -> (inout Self, JSONValue) -> Bool {
        { provider, json in
            guard let text = json.string else { return false }
            provider[keyPath: property] = text.isEmpty ? nil : text
            return true
        }
    }

    private static func texts(_ property: WritableKeyPath<Self, [String]>) -> (inout Self, JSONValue) -> Bool {
        { provider, json in
            guard let texts = json.strings else { return false }
            provider[keyPath: property] = texts
            return true
        }
    }

    private static func flag(_ property: WritableKeyPath<Self, Bool>) -> (inout Self, JSONValue) -> Bool {
        { provider, json in
            guard let flag = json.bool else { return false }
            provider[keyPath: property] = flag
            return true
        }
    }

    private static func choice<Value: RawRepresentable<String>>(
        _ property: WritableKeyPath<Self, Value>
    ) -> (inout Self, JSONValue) -> Bool {
        { provider, json in
            guard let value = json.string.flatMap(Value.init) else { return false }
            provider[keyPath: property] = value
            return true
        }
    }

    private static func pkce(_ provider: inout Self, _ json: JSONValue) -> Bool {
        guard let method = json.string, ["S256", "NONE"].contains(method) else { return false }
        provider.usesPKCE = method == "S256"
        return true
    }

    private static func button(_ provider: inout Self, _ json: JSONValue) -> Bool {
        guard let object = json.object, object.members.allSatisfy({ $0.value.string != nil }) else { return false }
        provider.button = object
        return true
    }

    private static func list(_ texts: [String]) -> JSONValue? { texts.isEmpty ? nil : .array(texts.map(JSONValue.string)) }
}
