import Primitives

/// Aegis' plain JSON: `{"version":1,"header":…,"db":{"entries":[{"type":"totp","name":…,"issuer":…,"info":{…}}]}}`.
enum AegisFormat {
    static func entries(_ json: JSONValue) throws(OneTimePasswordError) -> [AccountList.Entry] {
        guard let entries = json["db"]?["entries"]?.array else {
            guard json["db"]?.string == nil else {
                throw OneTimePasswordError(.unsupported, "the file is encrypted; export it without encryption")
            }
            throw OneTimePasswordError(.malformed, "the file has no db.entries")
        }
        return entries.map { entry in
            AccountList.Entry(entry, ListedPassword.name(entry["issuer"], entry["name"])) { () throws(OneTimePasswordError) in
                let info = entry["info"]
                return try ListedPassword(
                    issuer: entry["issuer"]?.string ?? "", account: entry["name"]?.string ?? "", type: entry["type"]?.string ?? "",
                    secret: info?["secret"]?.string ?? "", algorithm: info?["algo"]?.string,
                    digits: try ListedPassword.integer(info?["digits"], "digits"),
                    period: try ListedPassword.integer(info?["period"], "period"),
                    counter: try ListedPassword.integer(info?["counter"], "counter")
                ).uri()
            }
        }
    }

    static func json(_ accounts: [AuthenticatorURI]) throws(OneTimePasswordError) -> JSONValue {
        var entries: [JSONValue] = []
        for account in accounts {
            let password = try account.listed
            let (type, member) = password.named
            var info: JSONObject = [
                "secret": password.base32, "algo": password.algorithmName, "digits": .integer(Int64(password.digits)),
            ]
            info[member.0] = member.1
            entries.append([
                "type": .string(type), "name": .string(account.account), "issuer": .string(account.issuer), "note": "", "favorite": false,
                "icon": nil, "info": .object(info), "groups": [],
            ])
        }
        return [
            "version": 1, "header": ["slots": nil, "params": nil],
            "db": ["version": 3, "entries": .array(entries), "groups": [], "icons_optimized": true],
        ]
    }
}
