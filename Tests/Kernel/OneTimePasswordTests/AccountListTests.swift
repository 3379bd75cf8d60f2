import OneTimePassword
import Primitives
import Testing

@Suite("Lists of other authenticators")
struct AccountListTests {
    private static let accounts: [AuthenticatorURI] = [
        AuthenticatorURI(issuer: "Example", account: "ada", password: .init(secret: URIFixtures.secret)),
        AuthenticatorURI(
            issuer: "Bücher & Co", account: "grace@example.com",
            password: .init(.hotp(counter: 7), secret: URIFixtures.secret, algorithm: .sha256, digits: 8)),
        AuthenticatorURI(issuer: "", account: "bare", password: .init(secret: URIFixtures.secret, algorithm: .sha512)),
    ]

    @Test("come back as they went, in every format, and the format is seen", arguments: AccountList.Format.allCases)
    func roundTrip(format: AccountList.Format) throws {
        let file = try AccountList(Self.accounts).encoded(as: format)
        for known in [nil, format] {
            let read = try AccountList(file, as: known)
            #expect(read.skipped.isEmpty && read.accounts.map(\.password) == Self.accounts.map(\.password))
            #expect(read.accounts.map(\.account) == Self.accounts.map(\.account))
            #expect(Array(read.accounts.map(\.issuer).prefix(2)) == ["Example", "Bücher & Co"])
        }
    }

    @Test("a transfer code of the app itself")
    func migration() throws {
        let code =
            "otpauth-migration://offline?data=CjUKEPqlBekzoNEukL7qlsjBCDYSDnBpQHJhc3BiZXJyeXBpGgtyYXNwYmVycnlwaSABKAEwAhABGAEgACjr4JKK%2B%2F%2F%2F%2F%2F8B"
        let list = try AccountList(Array(code.utf8))
        let account = try #require(list.accounts.first)
        #expect(list.accounts.count == 1 && account.issuer == "raspberrypi" && account.account == "pi@raspberrypi")
        #expect(account.password?.secret.withBytes { Base32.encode($0) } == "7KSQL2JTUDIS5EF65KLMRQIIGY")
    }

    @Test("a hundred accounts are several transfer codes")
    func batches() throws {
        let many = (0..<25).map { AuthenticatorURI(issuer: "Example", account: "a\($0)", password: .init(secret: URIFixtures.secret)) }
        let file = try AccountList(many).encoded(as: .migration)
        #expect(file.split(separator: 10).count == 3)
        #expect(try AccountList(file).accounts == many)
    }

    @Test("what a format has no room for is said")
    func unsupported() {
        for password in [
            AuthenticatorURI.Password(.totp(period: 60), secret: URIFixtures.secret),
            AuthenticatorURI.Password(secret: URIFixtures.secret, digits: 7),
            AuthenticatorURI.Password(secret: URIFixtures.secret, algorithm: .sha384),
        ] {
            let list = AccountList([AuthenticatorURI(issuer: "a", account: "b", password: password)])
            #expect(throws: OneTimePasswordError(.unsupported, "")) { try list.encoded(as: .migration) }
        }
    }

    @Test("an entry that can't be used is skipped, with the reason and without the secret")
    func skipped() throws {
        let file = """
            [{"secret":"GEZDGNBVGY3TQOJQ","issuer":"Example","label":"ada","type":"TOTP"},
             {"secret":"SECRETSECRET1","issuer":"Example","label":"b","type":"TOTP"},
             {"secret":"GEZDGNBVGY3TQOJQ","label":"c","type":"STEAM"},
             {"secret":"GEZDGNBVGY3TQOJQ","label":"d","type":"TOTP","digits":99},
             {"secret":"GEZDGNBVGY3TQOJQ","label":"e","type":"HOTP","algorithm":"MD5"},
             {"secret":"GEZDGNBVGY3TQOJQ","type":"TOTP"}, 7]
            """
        let list = try AccountList(Array(file.utf8))
        #expect(list.accounts.count == 1 && list.skipped.count == 6)
        #expect(list.skipped.allSatisfy { $0.hasPrefix("entry ") && !$0.contains("SECRET1") })
    }

    private static let marks = String(repeating: "\u{301}", count: 31)

    /// What is wrong with one account's JSON, as members of which the last one is closed.
    private static let faults: [String] = [
        #""label":"b\#(marks)""#, #""label":"b\ud800""#, #""label":"b\uDC00c""#,
        #""label":"b","digits":1\#(String(repeating: "0", count: 400))"#,
        #""label":"b","digits":1e30"#, #""label":"b","digits":"x""#, #""label":"b","period":[]"#, #""label":"b","label":"c""#,
        #""b\#(marks)":1"#, #""label":"b","more":{"a":"}]\x"}"#, #""label":"b",,"#, #""label":"b\#u{1}""#, #""label":"b\#u{FFFE}BYTE""#,
        #""label":"b","more":\#(String(repeating: "[", count: 20))\#(String(repeating: "]", count: 20))"#,
    ]

    @Test("an account of any fault leaves those beside it whole, in every list of JSON", arguments: faults)
    func faulty(fault: String) throws {
        func account(_ name: String) -> String {
            #"{"secret":"GEZDGNBVGY3TQOJQ","issuer":"I","label":"\#(name)","name":"\#(name)","type":"TOTP","info":{"secret":"GEZDGNBVGY3TQOJQ"},"#
                + #""otp":{"issuer":"I","account":"\#(name)"}}"#
        }
        // Each format reads the members of its own; the fault stands where all of them look.
        var broken = Array((#"{"secret":"GEZDGNBVGY3TQOJQ","type":"TOTP","# + fault + "}").utf8)
        // The last byte of a character alone, which is no UTF-8.
        if fault.contains("BYTE") { broken.removeAll { $0 == 0xEF || $0 == 0xBF } }
        let list = Array((account("a") + ",").utf8) + broken + Array(("," + account("c") + "]").utf8)
        let read = try AccountList(Array("[".utf8) + list)
        #expect(read.accounts.map(\.account) == ["a", "c"], "\(read.skipped)")
        #expect(read.skipped.count == 1 && read.skipped[0].hasPrefix("entry 2"))
        // What JSON itself has no reading for.
        guard (try? JSONValue(parsing: broken, limits: JSONLimits(bytes: 4096, depth: 16))) == nil else { return }
        for (start, end) in [(#"{"version":1,"db":{"entries":["#, "}}"), (#"{"schemaVersion":4,"services":["#, "}")] {
            let read = try AccountList(Array(start.utf8) + list + Array(end.utf8))
            #expect(read.accounts.map(\.account) == ["a", "c"], "\(start) \(read.skipped)")
            #expect(read.skipped.count == 1 && read.skipped[0].hasPrefix("entry 2: "))
        }
    }

    @Test("a line that is no text leaves those beside it whole", arguments: [Array(marks.utf8), [0xFF], [0xED, 0xA0, 0x80]] as [[UInt8]])
    func faultyLine(fault: [UInt8]) throws {
        let good = try AccountList(Self.accounts).encoded(as: .uris)
        let list = try AccountList(
            good + Array("# ".utf8) + fault + Array("\notpauth://totp/b".utf8) + fault + Array("?secret=JBSWY3DPEHPK3PXP\n".utf8))
        #expect(list.accounts.map(\.account) == Self.accounts.map(\.account))
        #expect(list.skipped.count == 1 && list.skipped[0].hasPrefix("entry 4: "))
        let code = try AccountList(Self.accounts).encoded(as: .migration)
        let codes = try AccountList(code + Array("otpauth-migration://offline?data=".utf8) + fault + [10] + code)
        #expect(codes.accounts.count == 6 && codes.skipped.count == 1)
    }

    @Test("a transfer code that can't be read leaves those beside it whole, and is told with its place")
    func brokenCode() throws {
        let good = try AccountList(Self.accounts.prefix(1).map(\.self)).encoded(as: .migration)
        let code = String(decoding: good, as: UTF8.self)
        for broken in [
            "otpauth-migration://offline?data=!", "otpauth-migration://offline?data=AA", "otpauth-migration://offline?data=CgA%3D", "hello",
        ] {
            for text in [code + broken + "\n" + code, broken + "\n" + code + code] {
                let list = try AccountList(Array(text.utf8), as: .migration)
                #expect(list.accounts.map(\.account) == ["ada", "ada"], "\(broken)")
                #expect(list.skipped.count == 1 && list.skipped[0].hasPrefix("entry "))
            }
        }
        // Two accounts in one code, of which one is of MD5.
        let both = "otpauth-migration://offline?data=ChAKBAECAwQSAmhpIAEoATACChAKBAECAwQSAmhvIAQoATAC"
        let list = try AccountList(Array(both.utf8))
        #expect(list.accounts.map(\.account) == ["hi"] && list.skipped.count == 1 && list.skipped[0].hasPrefix("entry 2 (ho): "))
    }

    @Test(
        "a 2FAS service without an issuer goes by its name, and stays whoever stands beside it",
        arguments: [
            (#""issuer":"","account":"ada""#, "Example", "ada"), (#""account":"ada""#, "Example", "ada"),
            (#""issuer":"","account":"""#, "Example", ""), (#""issuer":null,"label":"ada""#, "Example", "ada"),
            (#""issuer":"Own","account":"ada""#, "Own", "ada"), (#""issuer":"","account":"Example""#, "", "Example"),
        ])
    func twoFAS(otp: String, issuer: String, account: String) throws {
        let file = """
            {"services":[{"name":"Example","secret":"GEZDGNBVGY3TQOJQ","otp":{\(otp)}},{"name":"","secret":"GEZDGNBVGY3TQOJQ","otp":{"issuer":""}},
             {"name":"Third","secret":"!","otp":{}},{"name":"Last","secret":"GEZDGNBVGY3TQOJQ"}],"schemaVersion":4}
            """
        let list = try AccountList(Array(file.utf8))
        #expect(list.accounts.map(\.issuer) == [issuer, "Last"] && list.accounts[0].account == account)
        #expect(list.skipped.count == 2 && list.skipped[0].hasPrefix("entry 2: ") && list.skipped[1].hasPrefix("entry 3 (Third): "))
    }

    @Test("a byte order mark before a list is no part of it", arguments: AccountList.Format.allCases)
    func marked(format: AccountList.Format) throws {
        let file = [0xEF, 0xBB, 0xBF] + (try AccountList(Self.accounts).encoded(as: format))
        for known in [nil, format] { #expect(try AccountList(file, as: known).accounts.count == 3) }
    }

    @Test("what fits into a format is kept, and what doesn't is told")
    func fitted() throws {
        let odd = AuthenticatorURI(issuer: "Odd", account: "o", password: .init(.totp(period: 60), secret: URIFixtures.secret))
        let list = AccountList(Self.accounts + [odd]).fitted(to: .migration)
        #expect(list.accounts.map(\.account) == ["ada", "grace@example.com", "bare"])
        #expect(list.skipped.count == 1 && list.skipped[0].hasPrefix("Odd o: "))
        #expect(AccountList(Self.accounts + [odd]).fitted(to: .uris).skipped.isEmpty)
    }

    @Test(
        "what is no list",
        arguments: [
            ("", OneTimePasswordError.Code.malformed), ("hello", .malformed), ("{}", .malformed), ("{\"db\":{}}", .malformed),
            ("{\"db\":\"base64\",\"header\":{\"slots\":[]}}", .unsupported),
            ("{\"servicesEncrypted\":\"x\",\"services\":[]}", .unsupported),
            ("otpauth-migration://offline?data=!", .malformed), ("otpauth-migration://offline?data=AA", .malformed), ("[", .malformed),
        ])
    func none(text: String, code: OneTimePasswordError.Code) {
        #expect(throws: OneTimePasswordError(code, "")) { try AccountList(Array(text.utf8)) }
    }

    @Test("no more is read than the limit")
    func limits() {
        let long = [UInt8](repeating: 0x20, count: AccountList.longest + 1)
        #expect(throws: OneTimePasswordError(.outOfRange, "")) { try AccountList(long) }
    }
}
