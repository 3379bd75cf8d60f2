import Primitives
import ResourceMessages

/// Takes an ID token that the request brings in a header, and finds the user of whom it speaks (`docs/protocols/journey-nodes.md` 2.6).
///
/// The token proves who the user is that the script's attributes find: its holder is that user for as long as it lives.
package struct IDTokenValidator: ProvesUser {
    package static let type = NodeType(
        "OidcNode", alias: "idTokenValidator", title: "OIDC ID Token Validator",
        "Takes an ID token in a header as proof of who the user is.")
    package static let settings = [
        NodeSetting<Self>("oidcValidationType", \.source, "The source of the keys."),
        NodeSetting<Self>("oidcValidationValue", \.address, "The address of the discovery document or of the keys."),
        NodeSetting<Self>("secretId", \.secret, "For CLIENT_SECRET: the label of the realm's secret that is the client's."),
        NodeSetting<Self>("headerName", \.header, "The header that brings the token."),
        NodeSetting<Self>("idTokenIssuer", \.issuer, required: true, "The issuer that the token must have."),
        NodeSetting<Self>("audienceName", \.audience, required: true, "For whom it must be."),
        NodeSetting<Self>("authorisedParties", \.parties, "To whom it may have been issued besides."),
        NodeSetting<Self>("script", \.script, required: true, "The script that makes a user's attributes of jwtClaims, to find them by.")
            .naming(.script),
        NodeSetting<Self>("inputs", \.inputs, "The keys of the state that the script sees; * for all."),
        NodeSetting<Self>("unreasonableLifetimeLimit", \.minutes, in: 1...525_600, "How many minutes a token may live at most."),
    ]
    package static let state = StateUse(writes: ["username", "lookupAttributes"])

    /// The source of the keys that verify tokens, by AM's names.
    package enum Source: String, SettingValue, CaseIterable {
        case wellKnown = "WELL_KNOWN_URL"
        case secret = "CLIENT_SECRET"
        case keys = "JWK_URL"
    }

    package var source = Source.wellKnown
    package var address = ""
    package var secret = ""
    package var header = "oidc_id_token"
    package var issuer = ""
    package var audience = ""
    package var parties: [String] = []
    package var script = ""
    package var inputs = ["*"]
    package var minutes = 60
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}

    package var secrets: Set<String> { Set(inputs) }

    package var objections: [SettingObjection] {
        switch source {
        case .wellKnown, .keys: CaptchaSettings.objections(url: address, in: "oidcValidationValue")
        case .secret: secret.isEmpty ? [SettingObjection("secretId", "must be set: the label of a secret of the realm")] : []
        }
    }
}
