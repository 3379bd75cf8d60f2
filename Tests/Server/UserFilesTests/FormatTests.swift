import Foundation
import OneTimePassword
import PasswordHashes
import Primitives
import Testing
@testable import UserFiles
import WebAuthn

/// Users of each format, as the products' references show them.
@Suite struct FormatTests {
    private static let bcrypt = "$2b$05$gMZnctGWsRRHkeXsqrTenulGZ4n6EXUkP66PU81kbKldD67jBvyeK"

    /// The contents of a file's records.
    static func contents(
        _ text: String, _ format: UserFileFormat, _ options: UserFileFormat.Options = UserFileFormat.Options()
    ) -> [UserFile.Content] {
        UserFile.contents(text.utf8, parts: 7, format, options).map(\.content)
    }

    static func users(
        _ text: String, _ format: UserFileFormat, _ options: UserFileFormat.Options = UserFileFormat.Options()
    ) throws -> [UserFileRecord] {
        try contents(text, format, options).compactMap { content in
            if case .refused(let error) = content { throw error }
            guard case .user(let user) = content else { return nil }
            return user
        }
    }

    private static func isRight(_ password: String, _ user: UserFileRecord?) throws -> Bool {
        guard case .foreign(let hash)? = user?.password else { return false }
        return try hash.verify(Secret(password))
    }

    @Test func csv() throws {
        let text = """
            username;email;email_verified;given_name;attributes.city;password_hash;id
            ann;ann@example.com;TRUE;"A;nn";"De""lft";\(Self.bcrypt);0F8FAD5B-D9CB-469F-A165-70867728950E
            ;bob@example.com;;;;;

            """
        let users = try Self.users(text, .csv)
        #expect(users.map(\.username) == ["ann", "bob@example.com"])
        #expect(users[0].isMailVerified == true && users[1].isMailVerified == nil)
        #expect(users[0].attributes == ["mail": "ann@example.com", "givenName": "A;nn", "city": "De\"lft"])
        #expect(users[0].id?.text == "0f8fad5b-d9cb-469f-a165-70867728950e")
        #expect(try Self.isRight("correct horse", users[0]))
    }

    @Test(
        "a header that can't be understood ends the reading, with what was perhaps meant",
        arguments: [
            ("username,mail\nann,a@example.com\n", "line 1: mail: there is no such column; did you mean email?"),
            ("username,shoe size\nann,7\n", "there are id, username, email"), ("username,username\nann,ann\n", "twice"),
            ("username,\(String(repeating: "x", count: 1 << 20))\nann,x\n", "longer than"),
        ])
    func header(text: String, reason: String) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try #require(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)))
        var file = UserFile([path], .csv)
        let error = #expect(throws: UserFileError.self) { while try file.next() != nil {} }
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }

    @Test(
        "what can't be read is refused with the field",
        arguments: [
            (#"{"username":"a","nickname":"b"}"#, "nickname"), (#"{"email":""}"#, "username"), (#"{"username":"a","id":"7"}"#, "id"),
            (#"{"username":"a","enabled":"perhaps"}"#, "enabled"), (#"{"username":"a","created_at":"yesterday"}"#, "created_at"),
            (#"{"username":"a","password_hash":"secret"}"#, "password_hash"), (#"{"username":"a","username":"b"}"#, nil),
            (#"{"username":"a","password_hash":"$2b$31$gMZnctGWsRRHkeXsqrTenulGZ4n6EXUkP66PU81kbKldD67jBvyeK"}"#, "password_hash"),
            (#"{"username":"a","passcodes":[{"secret":"!"}]}"#, "passcodes"), ("[]", nil), ("not JSON", nil),
        ] as [(String, String?)])
    func refused(line: String, field: String?) throws {
        guard case .refused(let error)? = Self.contents(line, .jsonLines).first else {
            Issue.record("the record is read")
            return
        }
        #expect(error.field == field)
        #expect(!error.reason.contains("secret") || field == "passcodes")
    }

    @Test("a record is the same after it was written and read again")
    func again() throws {
        var user = UserFileRecord(username: "ann")
        user.id = UUID(text: "0f8fad5b-d9cb-469f-a165-70867728950e")
        (user.attributes, user.custom) = (["mail": "ann@example.com", "city": "Delft", "aliasList": ["google-1"]], ["plan": "pro"])
        (user.isEnabled, user.isMailVerified, user.created) = (false, true, Date(timeIntervalSince1970: 1_700_000_000))
        user.password = .foreign(try ForeignHash(parsing: Self.bcrypt))
        user.passcodes = [
            try PasscodeRecord(secret: Array("12345678901234567890".utf8), period: 60),
            try PasscodeRecord(secret: Array("12345678901234567890".utf8), algorithm: .sha256, digits: 8, period: nil, counter: 7),
        ]
        #expect(try UserFileRecord(json: user.json) == user)
        user.password = .own("$imported$x")
        #expect(try UserFileRecord(json: user.json) == user)
    }

    @Test func keycloak() throws {
        let text = #"""
            {"realm": "demo", "users": [
              {"id":"0f8fad5b-d9cb-469f-a165-70867728950e","username":"ann","email":"ann@example.com","emailVerified":true,"enabled":true,
               "createdTimestamp":1700000000000,"attributes":{"locale":["de_DE"],"city":["Delft"]},"groups":["/staff"],
               "federatedIdentities":[{"identityProvider":"google","userId":"123","userName":"ann"}],
               "credentials":[{"type":"password","credentialData":"{\"hashIterations\":27500,\"algorithm\":\"pbkdf2-sha256\",\"additionalParameters\":{}}","secretData":"{\"value\":\"5zJkcdG0Mtp6ZAoHb+qVIo8+fqcxHFo32WHnxIGdVaw=\",\"salt\":\"HNztbZ/g1tKG6ZznMlRUBw==\",\"additionalParameters\":{}}"},
                 {"type":"otp","credentialData":"{\"subType\":\"totp\",\"digits\":6,\"period\":30,\"algorithm\":\"HmacSHA1\"}","secretData":"{\"value\":\"NZ9ZZdqvGvY9YQMhmCfq\"}"},
                 {"type":"password-history","credentialData":"{}","secretData":"{}"}]},
              {"username":"service-account-app","serviceAccountClientId":"app"}]}
            """#
        let contents = Self.contents(text, .keycloak)
        #expect(contents.count == 2)
        guard case .skipped("service account")? = contents.last else { throw RecordError(nil, "the service account is no user") }
        let user = try #require(try Self.users(text, .keycloak).first)
        #expect(try Self.isRight("correct horse", user) && !Self.isRight("correct horse!", user))
        #expect(user.attributes == ["mail": "ann@example.com", "preferredLanguage": "de-DE", "aliasList": ["google-123"]])
        #expect(user.custom == ["city": "Delft"] && user.created == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(user.passcodes.first?.json["secret"] == "JZNDSWS2MRYXMR3WLE4VSUKNNBWUGZTR")
        #expect(user.leftOut == ["credential password-history", "groups"] || user.leftOut == ["groups", "credential password-history"])
    }

    @Test func keycloakPasskeys() throws {
        let key = "pQECAyYgASFYICbvzr0O6eNKZpGH4Ys6kSKy9zOUW2Scyfn5Ien52tgSIlggkCOL3pzHuzMNFQxncE3SWucFUgV0S28xv0BwdFhy0OY="
        func text(_ id: String, _ key: String) -> String {
            let data =
                #"{\"aaguid\":\"00000000-0000-0000-0000-000000000000\",\"credentialId\":\"+/8AAQ==\",\"counter\":7,"#
                + #"\"attestationStatementFormat\":\"none\",\"credentialPublicKey\":\"\#(key)\",\"transports\":[\"INTERNAL\"]}"#
            return #"{"id":"\#(id)","username":"ann","credentials":[{"type":"webauthn-passwordless","userLabel":"Laptop","#
                + #""credentialData":"\#(data)","secretData":"{}"}]}"#
        }
        let (id, options) = ("0f8fad5b-d9cb-469f-a165-70867728950e", UserFileFormat.Options(relyingParty: "id.example.com"))
        let user = try #require(try Self.users(text(id, key), .keycloak, options).first)
        let passkey = try #require(user.passkeys.first)
        #expect(passkey.credential.id == [0xFB, 0xFF, 0, 1] && passkey.credential.signCount == 7 && passkey.name == "Laptop")
        #expect(passkey.credential.isBackupEligible == nil && passkey.credential.transports == ["internal"])
        #expect(passkey.userHandle == Array(id.utf8) && passkey.relyingParty == "id.example.com" && user.leftOut.isEmpty)
        #expect(try UserFileRecord(json: user.json) == user)
        // JSON lines name the relying party; passkeys of another are left out, and so are all where none is named.
        let line = JSONValue.object(user.json).text
        #expect(try Self.users(line, .jsonLines, options).first?.passkeys == [passkey])
        for other in [nil, "example.com"] {
            let users = try Self.users(line, .jsonLines, UserFileFormat.Options(relyingParty: other))
            #expect(users.first?.passkeys.isEmpty == true && users.first?.leftOut == [UserFileRecord.foreignPasskeys])
        }
        #expect(try Self.users(text(id, key), .keycloak).first?.leftOut == [UserFileRecord.foreignPasskeys])
        #expect(try Self.users(text("f:1:ann", key), .keycloak, options).first?.passkeys.isEmpty == true)
        for wrong in ["", "AAAA", String(key.dropLast(40)), String(repeating: "A", count: 8000)] {
            #expect(throws: RecordError.self) { try Self.users(text(id, wrong), .keycloak, options) }
        }
    }

    @Test func firebase() throws {
        let project = try FirebaseParameters(
            signerKey: "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==", saltSeparator: "Bw==",
            rounds: 8, memoryCost: 14)
        let row = #"""
            uid1,ann@example.com,true,lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==,42xEC+ixf3L2lw==,"Ünal, Ann",,1045,ann@example.com,Ann,,,,,,,,,,,,,,1700000000000,1700000100000,+4915100000000,false,"{""plan"":""pro""}",
            """#
        let user = try #require(try Self.users(row, .firebaseCSV, UserFileFormat.Options(firebase: project)).first)
        #expect(try Self.isRight("user1password", user))
        #expect(user.username == "ann@example.com" && user.attributes["aliasList"] == ["google.com-1045"])
        #expect(user.lastLogin == Date(timeIntervalSince1970: 1_700_000_100))
        let json = #"{"users":[{"localId":"u","email":"a@example.com","passwordHash":"AAAA","salt":"AAAA"}]}"#
        #expect(throws: RecordError.self) { try Self.users(json, .firebase) }
    }

    @Test func directory() throws {
        let text = """
            version: 1

            # a comment
              that is folded
            dn: uid=ann,ou=people,dc=example,dc=com
            objectClass: inetOrgPerson
            uid: ann
            sn:: w5xuYWw=
            mail: ann@example.com
            mail: ann@example.org
            userPassword:: e1NTSEF9MXg4SG1vby9oMnQ2c1dSeGtuYkJUdktN
             eUlvMU9sOWs=

            dn: cn=staff,dc=example,dc=com
            objectClass: groupOfNames
            cn: staff

            dn: uid=eve,dc=example,dc=com
            uid: eve
            jpegPhoto:< file:///etc/passwd

            """
        let contents = Self.contents(text, .ldif)
        guard contents.count == 4, case .user(let user) = contents[1], case .skipped("entry") = contents[2],
            case .refused(let error) = contents[3]
        else { throw RecordError(nil, "\(contents)") }
        #expect(try Self.isRight("correct horse", user))
        #expect(user.attributes["sn"] == "Ünal" && user.attributes["mail"] == "ann@example.com")
        #expect(user.password?.isWeak == true && error.field == "jpegphoto")
    }

    @Test func scim() throws {
        let text = #"""
            {"schemas":["urn:ietf:params:scim:api:messages:2.0:BulkRequest"],"failOnErrors":1,"Operations":[
            {"method":"POST","path":"/Groups","bulkId":"g1","data":{"displayName":"staff","members":[{"value":"bulkId:u1"}]}},
            {"method":"POST","path":"/Users","bulkId":"u1","data":{"userName":"ann","emails":[{"value":"b@example.com"},{"value":"ann@example.com","primary":true}],"active":"False"}},
            {"method":"DELETE","path":"/Users/7"}]}
            """#
        let contents = Self.contents(text, .scim)
        guard contents.count == 3, case .skipped("group") = contents[0], case .user(let user) = contents[1],
            case .refused(let error) = contents[2]
        else { throw RecordError(nil, "\(contents)") }
        #expect(user.username == "ann" && !user.isEnabled && user.attributes["mail"] == "ann@example.com" && error.field == "method")
    }

    @Test func pingIDM() throws {
        let text = #"""
            {"result":[{"_id":"ann-1","_rev":"7","userName":"ann","givenName":"Ann","sn":"Ünal","mail":"ann@example.com","telephoneNumber":null,"accountStatus":"inactive","preferences":{"updates":false},"roles":[],"city":"Delft","password":{"$crypto":{"value":{"algorithm":"SHA-256","data":"UnnZ4AxLueq7vCtDSnTOUn5i/xwJw5CoIYg/BLjtVTWYkw38QbCPENLQtwkOKAbp"},"type":"salted-hash"}}}],"resultCount":1}
            """#
        let user = try #require(try Self.users(text, .pingIDM).first)
        #expect(try Self.isRight("PPassw0rd", user))
        #expect(!user.isEnabled && user.custom["city"] == "Delft" && user.custom["preferences"] == ["updates": false])
    }

    @Test func auth0() throws {
        let text = #"""
            {"_id":{},"email":"x"}
            {"user_id":"auth0|0f8fad5b-d9cb-469f-a165-70867728950e","email":"ann@example.com","email_verified":true,"given_name":"Ann","passwordHash":"$2b$05$gMZnctGWsRRHkeXsqrTenulGZ4n6EXUkP66PU81kbKldD67jBvyeK","mfa_factors":[{"totp":{"secret":"GEZDGNBVGY3TQOJQ"}}]}
            """#
        let contents = Self.contents(text, .auth0)
        guard contents.count == 2, case .refused = contents[0], case .user(let user) = contents[1] else {
            throw RecordError(nil, "\(contents)")
        }
        #expect(try Self.isRight("correct horse", user) && user.passcodes.count == 1)
        #expect(user.id?.text == "0f8fad5b-d9cb-469f-a165-70867728950e" && user.isMailVerified == true)
    }

    @Test(
        arguments: [
            ("username,email\n", .csv), ("dn: uid=a\n", .ldif), (#"{"username":"a"}"#, .jsonLines),
            (#"{"realm":"a","users":[]}"#, .keycloak),
            (#"{"users":[{"localId":"1"}]}"#, .firebase), (#"{"schemas":["urn:ietf:params:scim:x"]}"#, .scim),
            (#"{"result":[{"_id":"1","_rev":"2"}]}"#, .pingIDM), (#"[{"user_id":"1"}]"#, .auth0), ("hello", nil), ("", nil),
        ] as [(String, UserFileFormat?)])
    func detected(text: String, format: UserFileFormat?) { #expect(UserFileFormat.detect(Array(text.utf8)) == format) }
}
