import Primitives

/// andOTP's plain JSON: an array of `{"secret":…,"issuer":…,"label":…,"type":"TOTP","algorithm":"SHA1","digits":6,"period":30}`.
enum AndOTPFormat {
    static func entries(_ json: JSONValue) throws(OneTimePasswordError) -> [AccountList.Entry] {
        guard let entries = json.array else { throw OneTimePasswordError(.malformed, "the file is no array") }
        return entries.map { entry in
            AccountList.Entry(entry, ListedPassword.name(entry["issuer"], entry["label"])) { () throws(OneTimePasswordError) in
                try ListedPassword(
                    issuer: entry["issuer"]?.string ?? "", account: entry["label"]?.string ?? "", type: entry["type"]?.string ?? "",
                    secret: entry["secret"]?.string ?? "", algorithm: entry["algorithm"]?.string,
                    digits: try ListedPassword.integer(entry["digits"], "digits"),
                    period: try ListedPassword.integer(entry["period"], "period"),
                    counter: try ListedPassword.integer(entry["counter"], "counter")
                ).uri()
            }
        }
    }

    static func json(_ accounts: [AuthenticatorURI]) throws(OneTimePasswordError) -> JSONValue {
        var entries: [JSONValue] = []
        for account in accounts {
            let password = try account.listed
            let (type, member) = password.named
            var entry: JSONObject = [
                "secret": password.base32, "issuer": .string(account.issuer), "label": .string(account.account),
                "digits": .integer(Int64(password.digits)), "type": .string(type.uppercased()), "algorithm": password.algorithmName,
                "thumbnail": "Default", "last_used": 0, "used_frequency": 0, "tags": [],
            ]
            entry[member.0] = member.1
            entries.append(.object(entry))
        }
        return .array(entries)
    }
}
