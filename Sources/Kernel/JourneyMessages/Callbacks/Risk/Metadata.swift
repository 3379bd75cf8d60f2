import Primitives

/// Metadata callbacks that stand for others (`docs/protocols/step-protocol.md` 3.6).
extension Callback {
    /// The kind that a metadata callback asks for; nil when it is data and nothing else.
    var metadataKind: CallbackKind? {
        let data = output("data")
        switch (data?["_type"]?.string, data?["_action"]?.string) {
        case ("WebAuthn", "webauthn_registration"): return WebAuthnRegistration(self).map(CallbackKind.webAuthnRegistration)
        case ("WebAuthn", "webauthn_authentication"): return WebAuthnAuthentication(self).map(CallbackKind.webAuthnAuthentication)
        case ("PingOneProtect", "protect_initialize"): return ProtectInitialization(self).map(CallbackKind.protectInitialization)
        case ("PingOneProtect", "protect_risk_evaluation"): return ProtectEvaluation(self).map(CallbackKind.protectEvaluation)
        case (_, nil): return legacyWebAuthn(data)
        default: return nil
        }
    }

    /// Servers of version 7.0 don't name the action.
    private func legacyWebAuthn(_ data: JSONValue?) -> CallbackKind? {
        guard data?["relyingPartyId"] != nil else { return nil }
        if data?["pubKeyCredParams"] != nil { return WebAuthnRegistration(self).map(CallbackKind.webAuthnRegistration) }
        return WebAuthnAuthentication(self).map(CallbackKind.webAuthnAuthentication)
    }

    /// The metadata that stands for a callback about risk.
    static func protect(_ action: String, _ members: [Field]) -> Callback {
        var data: JSONObject = ["_type": "PingOneProtect", "_action": .string(action)]
        for member in members { data[member.name] = member.value }
        return Callback(.metadata, output: [.init("data", .object(data))], input: [])
    }

    /// The members of the data as outputs.
    var unfolded: Callback {
        Callback(type, output: (output("data")?.object ?? JSONObject()).members.map { Field($0.name, $0.value) }, input: input)
    }
}
