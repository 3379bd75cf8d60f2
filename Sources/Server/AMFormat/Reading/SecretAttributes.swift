import JourneyModel
import Primitives

/// The attributes of AM's nodes that hold secrets. An export leaves them out, or writes them so that only the server they come from can
/// read them (`docs/protocols/journey-nodes.md` 1.4).
enum SecretAttributes {
    private static let byType: [String: [String]] = [
        "LdapDecisionNode": ["adminPassword"], "ADDecisionNode": ["adminPassword"],
        "OneTimePasswordSmtpSenderNode": ["password"], "OneTimePasswordSmsSenderNode": ["password"],
        "SetPersistentCookieNode": ["hmacSigningKey"], "PersistentCookieDecisionNode": ["hmacSigningKey"],
        "CaptchaNode": ["secretKey"], "ReCaptchaNode": ["secretKey"], "CertificateValidationNode": ["userBindPassword"],
        "SocialGoogleNode": ["clientSecret"], "SocialFacebookNode": ["clientSecret"], "SocialNode": ["clientSecret"],
        "SocialOpenIdConnectNode": ["clientSecret"], "RESTNode": ["privateKey"], "RadiusDecisionNode": ["sharedSecret"],
    ]
    private static let encrypted = "-encrypted"
    /// Kinds of which ours need no such secret: the server seals persistent cookies with a key of its own.
    private static let unneeded: Set<String> = ["SetPersistentCookieNode", "PersistentCookieDecisionNode"]

    /// The attributes of a node that hold a secret.
    static func names(of type: String) -> [String] { NodeCatalogue.names(of: type).compactMap { byType[$0] }.first ?? [] }

    /// The secrets that a node of a file lacks.
    static func missing(in attributes: JSONObject, of type: String) -> [String] {
        guard !unneeded.contains(type) else { return [] }
        let labelled = attributes.members.contains { $0.name.lowercased().hasSuffix("secretlabelidentifier") && !AM.isNothing($0.value) }
        let known = labelled ? [] : names(of: type).filter { AM.isNothing(attributes[$0]) && attributes[$0 + encrypted] == nil }
        let sealed = attributes.names.filter { $0.hasSuffix(encrypted) }.map { String($0.dropLast(encrypted.count)) }
        return (known + sealed).sorted()
    }

    /// The secrets that stand readable in a node of a file.
    static func open(in attributes: JSONObject, of type: String) -> [String] {
        names(of: type).filter { name in attributes[name].map { !AM.isNothing($0) && !Placeholder.stands(in: $0) } ?? false }
    }
}
