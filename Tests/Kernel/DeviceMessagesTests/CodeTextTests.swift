import DeviceMessages
import Primitives
import Testing

@Suite("What somebody types or scans")
struct CodeTextTests {
    @Test(
        "a pairing key is read however it is typed",
        arguments: [
            "01882778807215", " 01882778807215\n", "0188 2778 8072 15", "0188-2778-8072-15",
            "https://id.example/pair?realm=6F0E1F6A-3A40-4D35-9A0F-4F5F0D1C9B11&key=01882778807215",
        ])
    func keys(text: String) throws {
        #expect(try PairingKeyText(text).key == Secret("01882778807215"))
    }

    @Test("an address tells server and realm, and goes out as it came")
    func addresses() throws {
        let text = "https://id.example:8443/pair?realm=6f0e1f6a-3a40-4d35-9a0f-4f5f0d1c9b11&key=7F45HGF52K9MXY7F45"
        let read = try PairingKeyText(text)
        #expect(read.base == "https://id.example:8443" && read.realm == "6f0e1f6a-3a40-4d35-9a0f-4f5f0d1c9b11")
        #expect(read.text == text && PairingKeyText(key: read.key).text == "7F45HGF52K9MXY7F45")
    }

    @Test(
        "what can't be a pairing key is none",
        arguments: [
            "", "1234", "0188277880721O", "018827788072155", "7F45HGF52K9MXY7F4I", "ftp://id.example/pair?key=01882778807215",
            "https://id.example/other?key=01882778807215", "https://id.example/pair?key=01882778807215&key=01882778807216",
            "https://user:password@id.example/pair?key=01882778807215", "https:///pair?key=01882778807215",
            String(repeating: "1", count: 5000),
        ])
    func noKeys(text: String) {
        #expect(throws: DeviceError(.pairingKey, "")) { try PairingKeyText(text) }
    }

    @Test("keys are made of their alphabet, in their length, each another", arguments: PairingKeyText.Format.allCases)
    func made(format: PairingKeyText.Format) {
        let random = SeededRandom(seed: 1)
        let keys = (0..<200).map { _ in PairingKeyText.generate(format, random: random) }
        #expect(keys.allSatisfy { $0.count == format.length && PairingKeyText.canonical($0.reveal()) == $0 })
        #expect(Set(keys.map { $0.reveal() }).count == 200)
    }

    @Test(
        "an authentication code is read bare and in a URI",
        arguments: [
            ("7F45HGF5", nil), ("7f45hgf5", nil), ("pingonesdk?authentication_code=7F45HGF5", nil),
            ("https://myapp.com/pingonesdk?authentication_code=7F45HGF5", "https://myapp.com"),
            ("https://myapp.com/a/b/pingonesdk?x=1&authentication_code=7F45HGF5", "https://myapp.com/a/b"),
            ("myapp://pingonesdk?authentication_code=7F45HGF5", "myapp:/"),
        ] as [(String, String?)])
    func codes(text: String, prefix: String?) throws {
        let read = try AuthenticationCodeText(text)
        #expect(read.code == "7F45HGF5" && read.prefix == prefix)
    }

    @Test(
        "what can't be an authentication code is none",
        arguments: [
            "", "7F45HGF", "7F45HGF55", "7F45HGF!", "https://myapp.com/other?authentication_code=7F45HGF5",
            "pingonesdk?authentication_code=", "pingonesdk?code=7F45HGF5",
        ])
    func noCodes(text: String) {
        #expect(throws: DeviceError(.authenticationCode, "")) { try AuthenticationCodeText(text) }
    }

    @Test("codes go out as they are read")
    func uris() throws {
        let code = AuthenticationCodeText.generate(random: SeededRandom(seed: 2))
        #expect(try AuthenticationCodeText(AuthenticationCodeText.uri(code, prefix: "https://a.example/")).prefix == "https://a.example")
        #expect(try AuthenticationCodeText(AuthenticationCodeText.uri(code, prefix: nil)).code == code)
    }

    @Test("a device issuer is read and written")
    func issuers() {
        let text = "https://id.example/device/v1/6f0e1f6a-3a40-4d35-9a0f-4f5f0d1c9b11"
        #expect(DeviceIssuer(text)?.description == text)
        #expect(DeviceIssuer("https://id.example/device/v2/x") == nil && DeviceIssuer("id.example/device/v1/x") == nil)
    }
}
