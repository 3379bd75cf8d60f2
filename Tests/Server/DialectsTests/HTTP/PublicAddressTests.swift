@testable import HTTPBase
import Testing

import Foundations

@Suite("The public address")
struct PublicAddressTests {
    @Test(
        "an address is normalised to an origin",
        arguments: [
            ("https://Login.Example.com", "https://login.example.com"), ("https://login.example.com:443/", "https://login.example.com"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://[::1]:8080", "http://[::1]:8080"),
            ("https://XN--Bcher-kva.example", "https://xn--bcher-kva.example"), ("HTTPS://a:65535/", "https://a:65535"),
            ("https://[2001:DB8::1]", "https://[2001:db8::1]"),
        ])
    func origin(text: String, expected: String) throws {
        let address = try PublicAddress(text)
        #expect(address.origin == expected)
        #expect(address.isSecure == expected.hasPrefix("https"))
        #expect(address.url("/am") == expected + "/am")
    }

    @Test(
        "anything else is refused",
        arguments: [
            "login.example.com", "ftp://a", "https://a/path", "https://a?b", "https://a#b", "https://u:p@a", "https://", "",
            "https://b\u{FC}cher.example", "https://a:99999", "https://a:0", "https://a:+443", "https://a:", "https://%6cogin.example",
            "https://a\0",
            "https://[::1", "https://[1.2.3.4]", "https://[::1]x", "https://a..example", "https://a//", "https:///a",
            "https://256.1.1.1", "https://1.2.3", "https://[2001:db8:0:0::1]", "https://[::ffff:192.0.2.1]",
        ])
    func refused(text: String) {
        #expect(throws: DomainError(.invalid, "")) { try PublicAddress(text) }
    }
}
