import Testing

@testable import DialectBase
import Foundations

@Suite("The public address")
struct PublicAddressTests {
    @Test(
        "an address is normalised to an origin",
        arguments: [
            ("https://Login.Example.com", "https://login.example.com"), ("https://login.example.com:443/", "https://login.example.com"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://[::1]:8080", "http://[::1]:8080"),
        ])
    func origin(text: String, expected: String) throws {
        let address = try PublicAddress(text)
        #expect(address.origin == expected)
        #expect(address.isSecure == expected.hasPrefix("https"))
        #expect(address.url("/am") == expected + "/am")
    }

    @Test(
        "anything else is refused",
        arguments: ["login.example.com", "ftp://a", "https://a/path", "https://a?b", "https://a#b", "https://u:p@a", "https://", ""])
    func refused(text: String) {
        #expect(throws: DomainError(.invalid, "")) { try PublicAddress(text) }
    }
}
