package import Foundations
package import Primitives
package import ResourceMessages

extension IdentityProvider: Shaped {
    package static let shapeName = "IdentityProvider"

    /// The members of a provider's file, by AM's names where it has them, in order.
    package static let members: [Member<Self>] = [
        Member("name", \.name, short, .required), Member("kind", \.kind, .choice, .required), Member("enabled", \.isEnabled, .flag),
        Member("clientId", \.clientID, short, .required), Member("clientSecret", optional: \.secret, .secret(1...16_384), .writeOnly),
        Member("clientAuthenticationMethod", \.authentication, .choice), Member(blank: "teamId", \.teamID, text),
        Member(blank: "keyId", \.keyID, text), Member("nativeClientIds", \.nativeClientIDs, texts).unless(\.nativeClientIDs.isEmpty),
        Member(blank: "issuer", \.issuer, text), Member(blank: "wellKnownEndpoint", \.discovery, text),
        Member(blank: "authorizationEndpoint", \.authorizationEndpoint, text), Member(blank: "tokenEndpoint", \.tokenEndpoint, text),
        Member(blank: "userInfoEndpoint", \.userInfoEndpoint, text), Member(blank: "jwksUriEndpoint", \.keysEndpoint, text),
        Member("scopes", \.scopes, texts).unless(\.scopes.isEmpty), Member("acrValues", \.acrValues, texts).unless(\.acrValues.isEmpty),
        Member("redirectURI", \.redirectURI, short, .required), Member("pkceMethod", \.usesPKCE, pkce),
        Member("responseMode", \.responseMode, .choice), Member("enableNativeNonce", \.checksNativeNonce, .flag),
        Member(blank: "transform", \.transform, text), Member(blank: "redirectAfterFormPostURI", \.afterFormPost, text),
        Member("uiConfig", \.button, button).unless(\.button.isEmpty),
    ]

    private static let short = Form<String>.lines(1...4096)
    private static let text = Form<String>.lines(0...4096)
    private static let texts = Form<[String]>.list(text, count: 0...256)
    private static let button = Form<JSONObject>.open(of: .texts)
    private static let pkce = Form<Bool>.choice("S256", else: "NONE")

    package init() { self.init("", kind: .oidc, clientID: "", redirectURI: "") }

    /// The form of a provider's file; what isn't written is as providers of the kind have it.
    package static var form: Form<Self> {
        let whole = Form.object(shapeName, members, from: { Self() })
        return Form(whole.shape) { json, reading in
            let kind = json["kind"]?.string.flatMap(Kind.init(exactly:)) ?? .oidc
            let form = Form.object(shapeName, members, from: { Self("", kind: kind, clientID: "", redirectURI: "") })
            return form.read(json, &reading)
        } write: {
            whole.write($0)
        }
    }

    /// Reads a provider's file. The secret may be among its members; it is never written.
    /// - Throws: `invalid`, with each member that is wrong.
    package init(json: JSONObject) throws(DomainError) {
        do { self = try Self.form.value(of: .object(json)) } catch { throw DomainError(.invalid, error.description) }
    }
}
