import ArgumentParser
import DeviceBinding
import DeviceFoundation
import DeviceMessages
import Foundation
import JourneyMessages
import Primitives
import Testing

@testable import Passkeys
@testable import phone

@Suite("The phone's keys and passkeys")
struct KeyTests {
    private static let made = Date(timeIntervalSince1970: 1_767_225_600)
    private static let passkey = PhoneKey.passkey(
        Passkey(
            id: [1, 2, 3], relyingPartyID: "<b>&", relyingPartyName: "", userHandle: Array("ZGVtbw==".utf8), userName: "<i>",
            displayName: "", created: made, isDiscoverable: true, signCount: 7))

    private func trusted(_ arguments: String..., issuers: [String]) throws -> ServerAddress {
        try ServerOptions.parse(arguments).address(trusting: issuers.compactMap { DeviceIssuer("\($0)/device/v1/\(UUID().uuidString)") })
    }

    @Test("a journey runs at the first server that the phone trusts, or at another one of those")
    func trust() throws {
        let issuers = ["https://a.example", "http://b.example:8080"]
        #expect(try trusted(issuers: issuers) == ServerAddress("https://a.example/am", realm: "alpha"))
        #expect(try trusted("--server", "http://b.example:8080/am", issuers: issuers).base == "http://b.example:8080/am")
        #expect(try trusted("--server", "https://A.example:443", "--realm", "x", issuers: issuers).realm == "x")
    }

    @Test(
        "no journey runs at a server that the phone doesn't trust",
        arguments: [
            "http://a.example", "https://a.example:8443", "https://a.example.evil.example", "https://evil.example/https://a.example",
            "https://a.example@evil.example", "", "a.example",
        ])
    func distrust(_ server: String) {
        #expect(throws: PhoneFailure.self) { try trusted("--server", server, issuers: ["https://a.example"]) }
        #expect(throws: PhoneFailure.self) { try trusted("--server", server, issuers: []) }
    }

    @Test("what servers call themselves and their users is escaped on the page")
    func escaped() {
        var view = PhoneSession.View()
        view.keys = [Self.passkey]
        let html = PageMarkup.live(view, token: "t", at: Self.made)
        #expect(html.contains("&lt;i&gt;<small>passkey for &lt;b&gt;&amp;</small>") && !html.contains("<b>"))
        #expect(PhoneScreen.lines(view, name: "A", typed: "", at: Self.made).contains("  <i>   passkey for <b>&"))
    }

    @Test("as an object a key has what the server knows it by, and nothing secret")
    func object() {
        let object = Self.passkey.object
        #expect(object["id"] == "AQID" && object["userId"] == "demo" && object["created"] == 1_767_225_600 && object["kind"] == "passkey")
        #expect(Set(object.names) == ["id", "user", "created", "kind", "userId", "relyingParty", "discoverable", "signCount"])
    }
}
