import Testing
@testable import Foundations

@Suite("Network prefixes")
struct NetworkPrefixTests {
    @Test(
        "an IPv4 address is whole, an IPv6 one counts by its first 64 bits",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("::FFFF:c000:201", "192.0.2.1"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:DB8:1:2::9", "2001:db8:1:2::/64"),
            ("2001:db8:1:2::", "2001:db8:1:2::/64"),
            ("fe80::1%eth0", "fe80:0:0:0::/64"), ("::1", "0:0:0:0::/64"), ("local", "local"), ("", ""), ("2001:db8", "2001:db8"),
        ])
    func prefix(_ address: String, _ prefix: String) {
        #expect(NetworkPrefix(of: address).description == prefix)
    }

    @Test("neighbours in a network are one, and the next network is another")
    func neighbours() {
        #expect(NetworkPrefix(of: "2001:db8:1:2::1") == NetworkPrefix(of: "2001:db8:1:2:ffff::1"))
        #expect(NetworkPrefix(of: "2001:db8:1:2::1") != NetworkPrefix(of: "2001:db8:1:3::1"))
    }

    @Test("what is no address is kept no longer than an address could be")
    func long() { #expect(NetworkPrefix(of: String(repeating: "x", count: 10_000)).description.count == 64) }
}
