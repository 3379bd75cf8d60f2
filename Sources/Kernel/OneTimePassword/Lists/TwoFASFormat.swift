import Primitives

/// 2FAS' backup without a password: `{"services":[{"name":…,"secret":…,"otp":{"account":…,"issuer":…,"tokenType":"TOTP",…}}]}`.
enum TwoFASFormat {
    static func entries(_ json: JSONValue) throws(OneTimePasswordError) -> [AccountList.Entry] {
        guard json["servicesEncrypted"]?.string?.isEmpty ?? true else {
            throw OneTimePasswordError(.unsupported, "the file is encrypted; export it without a password")
        }
        guard let services = json["services"]?.array else { throw OneTimePasswordError(.malformed, "the file has no services") }
        return services.map { service in
            // An issuer that was never known is written as an empty text; the service's name is what its owner reads then.
            let otp = service["otp"]
            let (issuer, name) = (ListedPassword.text(otp?["issuer"]), ListedPassword.text(service["name"]))
            let account = ListedPassword.text(otp?["account"]) ?? ListedPassword.text(otp?["label"]) ?? ""
            return AccountList.Entry(service, ListedPassword.name(otp?["issuer"], otp?["account"]) ?? name) {
                () throws(OneTimePasswordError) in
                try ListedPassword(
                    issuer: issuer ?? (name == account ? nil : name) ?? "", account: account, type: otp?["tokenType"]?.string ?? "TOTP",
                    secret: service["secret"]?.string ?? "", algorithm: otp?["algorithm"]?.string,
                    digits: try ListedPassword.integer(otp?["digits"], "digits"),
                    period: try ListedPassword.integer(otp?["period"], "period"),
                    counter: try ListedPassword.integer(otp?["counter"], "counter")
                ).uri()
            }
        }
    }

    static func json(_ accounts: [AuthenticatorURI]) throws(OneTimePasswordError) -> JSONValue {
        var services: [JSONValue] = []
        for (index, account) in accounts.enumerated() {
            let password = try account.listed
            let (type, member) = password.named
            var otp: JSONObject = [
                "account": .string(account.account), "issuer": .string(account.issuer), "digits": .integer(Int64(password.digits)),
                "algorithm": password.algorithmName, "tokenType": .string(type.uppercased()), "source": "Manual",
            ]
            otp[member.0] = member.1
            services.append([
                "name": .string(account.issuer.isEmpty ? account.account : account.issuer), "secret": password.base32, "updatedAt": 0,
                "otp": .object(otp), "order": ["position": .integer(Int64(index))],
            ])
        }
        return ["services": .array(services), "groups": [], "schemaVersion": 4, "appOrigin": "export"]
    }
}
