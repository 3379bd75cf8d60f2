import Primitives

extension AuthenticatorURI {
    /// The URI as the documented apps read it. It holds secrets.
    ///
    /// - Throws: `missing` when there is neither a one-time password nor push.
    public func text() throws(OneTimePasswordError) -> String {
        let scheme: String
        switch (password, push) {
        case (_?, nil): scheme = "otpauth"
        case (nil, _?): scheme = "pushauth"
        case (_?, _?): scheme = "mfauth"
        case (nil, nil): throw OneTimePasswordError(.missing, "an account has a one-time password, push, or both")
        }
        let account = String(percentEncoding: account)
        let label = issuer.isEmpty && !self.account.contains(":") ? account : "\(String(percentEncoding: issuer)):\(account)"
        let query = parameters(scheme).map { "\($0.0)=\(String(percentEncoding: $0.1))" }.joined(separator: "&")
        return "\(scheme)://\(host)/\(label)?\(query)"
    }

    private var host: String {
        switch password?.kind {
        case .totp: "totp"
        case .hotp: "hotp"
        case nil: "push"
        }
    }

    private func parameters(_ scheme: String) -> [(String, String)] {
        var parameters = passwordParameters + pushParameters
        func add(_ name: String, _ value: String?) { if let value { parameters.append((name, value)) } }
        // Apps that read push accounts expect the issuer in base64url there, and the logo of `pushauth` in Base64.
        if !issuer.isEmpty { add("issuer", scheme == "otpauth" ? issuer : Self.encoded(issuer)) }
        add("b", backgroundColor)
        add("image", scheme == "pushauth" ? image.map(Self.encoded) : image)
        add("policies", policies.map(Self.encoded))
        add("uid", userID.map(Self.encoded))
        return parameters
    }

    private var passwordParameters: [(String, String)] {
        guard let password else { return [] }
        var parameters = [
            ("secret", password.secret.withBytes { Base32.encode($0) }), ("algorithm", password.algorithm.rawValue.uppercased()),
            ("digits", String(password.digits)),
        ]
        switch password.kind {
        case .totp(let period): parameters.append(("period", String(period)))
        case .hotp(let counter): parameters.append(("counter", String(counter)))
        }
        if let id = password.deviceID { parameters.append(("oid", Self.encoded(id))) }
        return parameters
    }

    private var pushParameters: [(String, String)] {
        guard let push else { return [] }
        var parameters = [
            ("r", Self.encoded(push.registrationURL)), ("a", Self.encoded(push.authenticationURL)),
            ("s", push.secret.withBytes { Base64URL.encode($0) }), ("c", Base64URL.encode(push.challenge)), ("m", push.messageID),
        ]
        if let cookie = push.loadBalancerCookie { parameters.append(("l", Self.encoded(cookie))) }
        if let id = push.deviceID { parameters.append(("pid", Self.encoded(id))) }
        return parameters
    }

    private static func encoded(_ text: String) -> String { Base64URL.encode(text.utf8) }
}
