import Primitives
import RiskSignals
import Testing

@Suite("What is left of personal data")
struct ReductionTests {
    @Test(
        "an e-mail address has its domain and its length left",
        arguments: [
            ("alice@Example.COM", "example.com", 17), ("a@b@mail.example.co.uk", "mail.example.co.uk", 22), ("alice@localhost", nil, 15),
            ("alice", nil, 5), ("", nil, 0), ("alice@10.0.0.1", nil, 14), ("alice@müller.example", nil, 20), ("a@-x.example", nil, 12),
            ("x@" + String(repeating: "a", count: 64) + ".example", nil, 74), ("Alice Doe <a@example.com>", nil, 25),
        ] as [(String, String?, Int)])
    func email(_ address: String, _ domain: String?, _ length: Int) {
        let reduced = ReducedEmail(address)
        #expect(reduced.domain == domain && reduced.length == length)
    }

    @Test(
        "a telephone number has its country code and its length left",
        arguments: [
            ("+1 202 555 0134", "1", 11), ("+49 (170) 1234567", "49", 12), ("00352 621 123", "352", 9), ("0170 1234567", nil, 11),
            ("2025550134", nil, 10), ("+", nil, 0), ("", nil, 0), ("+7 900 000 00 00", "7", 11), ("+0123", nil, 4),
        ] as [(String, String?, Int)])
    func telephone(_ number: String, _ country: String?, _ length: Int) {
        let reduced = ReducedTelephone(number)
        #expect(reduced.country == country && reduced.length == length)
    }

    @Test("a number with its country code apart")
    func apart() {
        #expect(ReducedTelephone(country: "+1", national: "2025550134") == ReducedTelephone("+12025550134"))
        #expect(ReducedTelephone(country: "1202", national: "5550134").country == nil)
    }

    @Test(
        "a word of a program stays, another text becomes its length",
        arguments: [
            ("placeOrderClick", true), ("button_login-2", true), ("Alice Doe", false), ("alice@example.com", false),
            ("+12025550134", false),
            ("card4111111111111111", false), ("1st", false), ("", false), ("é", false), (String(repeating: "a", count: 41), false),
        ])
    func words(_ text: String, _ stays: Bool) {
        let expected: SignalWord = stays ? .word(text) : .other(length: text.unicodeScalars.count)
        #expect(SignalWord(ofProgram: text) == expected)
    }

    @Test("a declared word stays, as long as it may be declared")
    func declared() {
        #expect(SignalWord("security questions", among: ["security questions"]) == .word("security questions"))
        #expect(SignalWord("Alice", among: ["alice"]) == .other(length: 5))
        #expect(SignalWord("alice@example.com", among: ["alice@example.com"]) == .other(length: 17))
    }

    @Test("an id's hash is of its issuer")
    func identity() throws {
        let one = try #require(SignalsIssuer(base: "one.example", environment: "e"))
        let two = try #require(SignalsIssuer(base: "two.example", environment: "e"))
        #expect(SignalIdentity.digest(of: "alice", at: one) == SignalIdentity.digest(of: "alice", at: one))
        #expect(SignalIdentity.digest(of: "alice", at: one) != SignalIdentity.digest(of: "alice", at: two))
        #expect(Base64URL.decode(SignalIdentity.digest(of: "alice", at: one))?.count == 32)
    }

    @Test(
        "an issuer's parts are checked",
        arguments: [
            ("https://a.example/am/", "e", "https://a.example/am/signals/v1/e"), ("a.example", "e-1", "https://a.example/signals/v1/e-1"),
            ("ftp://a.example", "e", nil), ("https://a.example?x", "e", nil), ("https://a.example", "a/b", nil),
            ("https://a.example", "", nil),
        ] as [(String, String, String?)])
    func issuers(_ base: String, _ environment: String, _ text: String?) {
        #expect(SignalsIssuer(base: base, environment: environment)?.description == text)
    }
}
