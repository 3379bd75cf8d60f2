import Foundation
import JourneyMessages
import Primitives
import Translations

/// A WebAuthn ceremony as the template sees it, and as ``PasskeyScript`` reads it from the page.
struct PasskeyView {
    /// The id of the hidden value that takes what comes of it.
    static let outcome = "webAuthnOutcome"

    /// `create`, `get`, or `conditional` for one that waits among the suggestions of a field.
    let ceremony: String
    let outcomeInput: String
    /// The options of `navigator.credentials`, in the JSON of WebAuthn L3 §5.1.9 and §5.1.10, without the relying party's id where the page's
    /// own host is meant.
    let options: String
    /// Whether the outcome goes back in JSON.
    let isWrapped: Bool
    /// The label of the button that begins it; nil for none.
    let starter: String?
    /// Whether the step is about nothing else.
    let isModal: Bool
    let says: PasskeyPhrases

    init?(_ request: WebAuthnRegistration, _ phrases: PasskeyPhrases, outcome: String?) {
        guard let outcome else { return nil }
        var party: JSONObject = ["name": .string(request.relyingPartyName)]
        if !request.relyingPartyID.isEmpty { party["id"] = .string(request.relyingPartyID) }
        var selection: JSONObject = [
            "userVerification": .string(request.selection.userVerification),
            "requireResidentKey": .bool(request.selection.requiresResidentKey),
            "residentKey": .string(request.selection.requiresResidentKey ? "required" : "discouraged"),
        ]
        selection["authenticatorAttachment"] = request.selection.attachment.map(JSONValue.string)
        let json: JSONValue = [
            "rp": .object(party),
            "user": [
                "id": .string(Base64URL.encode(Array(request.userID.utf8))), "name": .string(request.userName),
                "displayName": .string(request.displayName),
            ],
            "challenge": Self.challenge(request.challenge),
            "pubKeyCredParams": .array(request.algorithms.map { ["type": "public-key", "alg": .integer(Int64($0))] }),
            "timeout": .integer(Int64(request.timeout)), "excludeCredentials": Self.credentials(request.excludedCredentials),
            "authenticatorSelection": .object(selection), "attestation": .string(request.attestation),
            "extensions": .object(request.extensions),
        ]
        ceremony = "create"
        outcomeInput = outcome
        options = json.text
        isWrapped = request.acceptsJSON
        starter = phrases.create
        isModal = true
        says = phrases
    }

    init?(_ request: WebAuthnAuthentication, _ phrases: PasskeyPhrases, outcome: String?) {
        guard let outcome else { return nil }
        var json: JSONObject = [
            "challenge": Self.challenge(request.challenge), "timeout": .integer(Int64(request.timeout)),
            "allowCredentials": Self.credentials(request.allowedCredentials), "userVerification": .string(request.userVerification),
            "extensions": .object(request.extensions),
        ]
        if !request.relyingPartyID.isEmpty { json["rpId"] = .string(request.relyingPartyID) }
        isModal = request.mediation != "conditional"
        ceremony = isModal ? "get" : "conditional"
        outcomeInput = outcome
        options = JSONValue.object(json).text
        isWrapped = request.acceptsJSON
        starter = isModal || request.hasManualButton ? phrases.use : nil
        says = phrases
    }

    /// Converts standard Base64 to base64url.
    private static func challenge(_ text: String) -> JSONValue {
        .string(Base64URL.encode(Data(base64Encoded: text).map(Array.init) ?? []))
    }

    private static func credentials(_ ids: [[UInt8]]) -> JSONValue {
        .array(ids.map { ["type": "public-key", "id": .string(Base64URL.encode($0))] })
    }
}

extension Step {
    /// Whether a WebAuthn ceremony is asked for, whose outcome can be told.
    var asksForPasskey: Bool {
        let kinds = callbacks.map(\.kind)
        return kinds.contains(where: \.isWebAuthn)
            && kinds.contains { if case .hiddenValue(let hidden) = $0 { hidden.id == PasskeyView.outcome } else { false } }
    }
}
