import Foundation
import Primitives
import RiskScoring
import RiskSignals
import Testing

@Suite("Facts: addresses, distances, recording")
struct FactsTests {
    @Test(
        "addresses as they are written",
        arguments: [
            ("192.0.2.7", true), ("::", true), ("::1", true), ("2001:db8::7", true), ("::ffff:192.0.2.7", true), ("1:2:3:4:5:6:7:8", true),
            ("192.0.2.07", false), ("192.0.2", false), ("256.1.1.1", false), ("1::2::3", false), ("12345::", false), ("", false),
            ("fe80::1%eth0", false),
            ("1:2:3:4:5:6:7", false), ("1:2:3:4:5:6:7:8:9", false), (":::", false), ("+1.2.3.4", false), ("1.2.3.4::", false),
        ])
    func addresses(_ text: String, _ isAddress: Bool) { #expect((IPAddress(text) != nil) == isAddress) }

    @Test("an address of IPv4 equals its mapped form") func mapped() { #expect(IPAddress("192.0.2.7") == IPAddress("::ffff:c000:207")) }

    @Test(
        "ranges",
        arguments: [
            ("192.0.2.0/24", "192.0.2.255", true), ("192.0.2.0/24", "192.0.3.0", false), ("192.0.2.7", "192.0.2.7", true),
            ("0.0.0.0/0", "203.0.113.1", true), ("0.0.0.0/0", "2001:db8::1", false), ("2001:db8::/33", "2001:db8:7fff::1", true),
            ("2001:db8::/33", "2001:db8:8000::1", false), ("::/0", "192.0.2.1", true), ("::ffff:192.0.2.7/120", "192.0.2.200", true),
            ("::ffff:192.0.2.7/120", "192.0.3.7", false), ("192.0.2.129/25", "192.0.2.200", true),
        ])
    func ranges(_ range: String, _ address: String, _ contains: Bool) throws {
        #expect(try #require(IPRange(range)).contains(try #require(IPAddress(address))) == contains)
    }

    @Test(
        "ranges that are none",
        arguments: [
            "192.0.2.0/33", "::/129", "192.0.2.0/", "192.0.2.0/-1", "/8", "1.2.3.4/8/8", "192.0.2.0/08", "192.0.2.0/+8",
            "::ffff:192.0.2.7/95",
        ])
    func noRange(_ text: String) { #expect(IPRange(text) == nil) }

    @Test("distances differ from floating-point ones by less than docs/risk.md says")
    func distances() throws {
        let random = SeededRandom(seed: 11)
        func angle(_ limit: Int) -> Int {
            let number = random.bytes(4).reduce(0) { $0 << 8 | Int($1) }
            return number % (2 * limit + 1) - limit
        }
        for _ in 0..<300 {
            let one = Place(latitude: angle(90_000_000), longitude: angle(180_000_000))
            let two = Place(latitude: angle(90_000_000), longitude: angle(180_000_000))
            let result = try Scene.result("GEO_VELOCITY") {
                $0.place = .found(one)
                $0.previous = PastSuccess(time: 0, place: two)
            }
            let measured = try #require(result.measures.first { $0.name == "distance" }).value
            let exact = haversine(one, two)
            let tolerance = exact < 10_000_000 ? 1000.0 : exact < 19_000_000 ? 11_000 : 60_000
            #expect(abs(Double(measured) - exact) < tolerance, "\(one) \(two)")
        }
    }

    private func haversine(_ one: Place, _ two: Place) -> Double {
        let degree = Double.pi / 180 / 1_000_000
        let (a, b) = (Double(one.latitude) * degree, Double(two.latitude) * degree)
        let longitudes = Double(two.longitude - one.longitude) * degree
        let chord = pow(sin((b - a) / 2), 2) + cos(a) * cos(b) * pow(sin(longitudes / 2), 2)
        return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
    }

    @Test("recorded facts read as they were, and give the same evaluation")
    func recorded() throws {
        var facts = RiskFacts(now: Scene.now)
        facts.event = ["ip": .text("192.0.2.7"), "n": .number(5), "f": .flag(true), "user.groups": .list(["a", "b"])]
        (facts.anonymousNetwork, facts.place, facts.addressReputation) = (.found(true), .found(Scene.berlin), .unknown)
        facts.previous = PastSuccess(time: 5, address: "2001:db8::1", place: Scene.lisbon)
        facts.successes = [PastSuccess(time: 4)]
        facts.device = DeviceFacts(isKnown: false, knownCount: 1, distance: 3, signature: .valid, tampering: 4, users: [3600: 2])
        facts.velocities = ["v": VelocityFacts(count: 1, samples: [2], environment: [3])]
        facts.userBehavior = BehaviorCounts(total: 20, alike: [.hours: 1])
        facts.bot = BotFacts(isAutomated: true, fastestAnswer: 4)
        (facts.eventsWithoutSignals, facts.originDomain) = (7, "a.example")
        #expect(try RiskFacts(json: JSONValue(parsing: facts.json.text)) == facts)
    }

    @Test("the same facts give the same evaluation, in whatever order predictors and members came")
    func deterministic() throws {
        var facts = RiskFacts(now: Scene.now)
        facts.device = DeviceFacts(isKnown: false, knownCount: 2, distance: 20, users: [3600: 4, 86_400: 9])
        facts.bot = BotFacts(fastestAnswer: 100)
        let declared = [
            try RiskPredictor(json: ["compactName": "device", "type": "DEVICE"]),
            try RiskPredictor(json: ["compactName": "bot", "type": "BOT"]),
        ]
        let texts = try (0..<50).map { _ in try Scene.set().evaluate(RiskFacts(json: facts.json), with: declared).json.text }
        #expect(Set(texts).count == 1)
        let turned = try Scene.set().evaluate(facts, with: declared.reversed())
        #expect(Dictionary(uniqueKeysWithValues: turned.details.map { ($0.name, $0.result.score) }) == ["device": 520, "bot": 700])
    }

    @Test(
        "facts beyond a bound are refused",
        arguments: [
            ["now": -1], ["now": 0, "device": ["known": true, "knownCount": 1, "distance": 101]],
            ["now": 0, "userBehavior": ["total": 1, "HOURS": 2]],
            ["now": 0, "place": ["value": ["latitude": 90_000_001, "longitude": 0]]],
            ["now": 0, "previous": ["time": 1, "ip": "x"]], ["now": 0, "event": ["x": 1.5]],
        ] as [JSONValue])
    func bounds(_ json: JSONValue) { #expect(throws: RiskError(.malformed, "")) { try RiskFacts(json: json) } }
}
