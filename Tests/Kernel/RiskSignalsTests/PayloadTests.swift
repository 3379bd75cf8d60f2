import Foundation
import JOSE
import Primitives
import RiskSignals
import Testing

@Suite("Payloads, signed and sealed")
struct PayloadTests {
    private let now = Date(timeIntervalSince1970: 1_767_225_600)
    private let random = SeededRandom(seed: 5)
    private let issuer: SignalsIssuer
    private let instance: JWK
    /// The instance's pair for sealing.
    private let pair: JWK
    private let environment: JWK

    init() throws {
        issuer = try #require(SignalsIssuer(base: "https://a.example", environment: "e"))
        instance = try JWK.generate(.p256, random: random)
        pair = try JWK.generate(.p256, random: random)
        environment = try JWK.generate(.p256, random: random)
    }

    /// One event of each kind.
    static let events: [SignalEvent] = {
        let bodies: [SignalEvent.Body] = [
            .state(.started), .context(.loginAttempt(email: "alice@example.com")),
            .context(.loginAttempt(country: "1", national: "2025550134")), .context(.loginAttempt(provider: .word("google"))),
            .context(.accountCreationTime(1_700_000_000)), .context(.notificationChanged(isOn: true, subject: .other(length: 9))),
            .context(.plain(.shippingAddressChanged)), .tag(SignalTag(.word("order"), value: .other(length: 3))),
            .tag(SignalTag(.word("x"))),
            .behavior(.touch(.init(element: .word("login"), duration: 80, distance: 4, pressure: 300))),
            .behavior(.motion(.init(samples: 100, deviation: 900))),
            .behavior(.keys(.init(element: .word("name"), strokes: 8, interval: 150, deviation: 60, corrections: 1))),
            .behavior(.answer(.init(duration: 4000))),
        ]
        return bodies.enumerated().map { SignalEvent(number: $0.offset, time: 1_767_225_600_000 + $0.offset, $0.element) }
    }()

    private func payload(_ events: [SignalEvent] = Self.events, age: Int = 0) -> SignalPayload {
        SignalPayload(
            instance: instance.thumbprintText, issuer: issuer, issuedAt: now.addingTimeInterval(Double(-age)), number: 3, uuid: "U",
            user: SignalIdentity.digest(of: "alice", at: issuer),
            device: DeviceAttributes([.osName: "Linux", .model: "X"], identifier: "d"),
            events: events, dropped: [.full: 2])
    }

    private func seal(_ payload: SignalPayload, for recipient: JWK) throws -> String {
        let key = try SignalEnvelope.sealingKey(pair, for: try #require(recipient.publicKey))
        return try SignalEnvelope.seal(payload, with: key, random: random)
    }

    private func open(_ text: String, issuer: SignalsIssuer? = nil) throws -> SignalPayload {
        let key = try OpeningKey(environment, algorithm: .ecdhES, encryptions: [.a256GCM])
        return try SignalEnvelope.open(text, with: key, issuer: issuer ?? self.issuer, at: now).payload
    }

    /// The events of a payload that has some rows.
    private func read(_ rows: JSONValue...) throws -> [SignalEvent] {
        var claims = payload([]).claims
        claims["events"] = .array(rows)
        return try SignalPayload(parsing: JSONValue.object(claims).encoded, for: [issuer]).events
    }

    @Test("a payload with every kind of event comes through as it was")
    func roundTrip() throws {
        #expect(try open(seal(payload(), for: environment)) == payload())
    }

    @Test("each event reads as it was written", arguments: events)
    func event(_ event: SignalEvent) throws {
        #expect(try read(event.row()) == [event])
        let before = SignalEvent(number: event.number, time: event.time + 1000, .state(.started))
        let after = SignalEvent(number: event.number + 1, time: event.time, event.body)
        #expect(try read(before.row(), after.row(after: before)) == [before, after], "also when the clock was put back")
    }

    @Test("an event with a value too few, one too many or another type of value is refused", arguments: events)
    func row(_ event: SignalEvent) throws {
        let row = try #require(event.row().array)
        for count in 0..<row.count where !event.body.mayEnd(beforeLast: row.count - count) {
            #expect(throws: RiskError(.malformed, "")) { try read(.array(Array(row[..<count]))) }
        }
        #expect(throws: RiskError(.malformed, "")) { try read(.array(row + [.integer(0), .integer(0)])) }
        for index in row.indices {
            var changed = row
            changed[index] = .null
            #expect(throws: RiskError(.malformed, "")) { try read(.array(changed)) }
        }
    }

    @Test("numbers and times beyond their bounds are refused, also as differences")
    func places() {
        let before = SignalEvent(number: 1 << 40, time: 253_402_300_799_999, .state(.started))
        for (number, time) in [(Int64.max, 0), (1, 0), (0, 0), (-1, 0), (Int64.min, 0), (1, Int64.max), (1, Int64.min), (1, 1)] {
            let row: JSONValue = ["state", .integer(number), .integer(time), "started"]
            #expect(throws: RiskError(.malformed, "")) { try read(before.row(), row) }
        }
        #expect(throws: RiskError(.malformed, "")) { try read(["state", -1, 0, "started"]) }
        #expect(throws: RiskError(.malformed, "")) { try read(["state", 0, -1, "started"]) }
        #expect(throws: RiskError(.malformed, "")) { try read(["state", 0.5, 0, "started"]) }
        #expect(throws: RiskError(.malformed, "")) { try read(["n": 0, "t": 0, "kind": "state", "change": "started"]) }
    }

    @Test("each context call has a name of its own and no detail that isn't its own", arguments: ContextName.allCases)
    func context(_ name: ContextName) throws {
        let event = SignalEvent(number: 0, time: 0, .context(.plain(name)))
        #expect(try read(event.row()) == [event])
        let row = try #require(event.row().array)
        let isTaken = (try? read(.array(row + ["setting", true, "x"]))) != nil
        #expect(isTaken == (name == .notificationChanged))
    }

    @Test("another key, another environment, another time are refused")
    func refused() throws {
        let other = try JWK.generate(.p256, random: random)
        #expect(throws: RiskError(.wrongKey, "")) { try open(seal(payload(), for: other)) }
        let elsewhere = SignalsIssuer(base: "https://b.example", environment: "e")
        #expect(throws: RiskError(.malformed, "")) { try open(seal(payload(), for: environment), issuer: elsewhere) }
        #expect(throws: RiskError(.expired, "")) { try open(seal(payload(age: SignalLimits.age + 1), for: environment)) }
        #expect(throws: RiskError(.expired, "")) { try open(seal(payload(age: -SignalLimits.skew - 1), for: environment)) }
        #expect(throws: RiskError(.wrongKey, "")) { try open("a.b.c") }
        #expect(throws: RiskError(.tooLarge, "")) { try open(String(repeating: "a", count: SignalLimits.sealed + 1)) }
    }

    @Test("a payload shows the thumbprint of the key that sealed it, also when the agreement is remembered")
    func sealedBy() throws {
        let keys = OpeningKeys([try OpeningKey(environment, algorithm: .ecdhES, encryptions: [.a256GCM])], agreements: Agreements(limit: 4))
        for _ in 0..<3 {
            let opened = try SignalEnvelope.open(seal(payload(), for: environment), with: keys, issuer: issuer, at: now)
            #expect(opened.sealingThumbprint == pair.thumbprintText && opened.payload == payload())
        }
    }

    @Test("every changed byte of a sealed payload is noticed")
    func changed() throws {
        let text = try seal(payload([]), for: environment)
        for index in stride(from: 0, to: text.utf8.count, by: 37) {
            var bytes = Array(text.utf8)
            bytes[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(throws: RiskError.self) { try open(String(decoding: bytes, as: UTF8.self)) }
        }
    }

    @Test("more events than may be, and events out of order, are refused")
    func bounds() throws {
        let many = (0...SignalLimits.events).map { SignalEvent(number: $0, time: 0, .state(.started)) }
        #expect(throws: RiskError(.tooLarge, "")) { try seal(payload(many), for: environment) }
        #expect(throws: RiskError(.malformed, "")) { try open(seal(payload(Self.events.reversed()), for: environment)) }
        #expect(throws: RiskError(.malformed, "")) {
            try open(seal(payload([Self.events[0], Self.events[0]]), for: environment))
        }
    }

    @Test("a device's profile gives what may be sent, and nothing else")
    func attributes() {
        let profile: JSONObject = [
            "platform": [
                "platform": "Linux", "deviceName": "alices-laptop", "jailBreakScore": 0.25, "systemInfo": ["nodename": "alices-laptop"],
            ],
            "hardware": ["cpu": 8, "display": ["width": 1920]], "bluetooth": ["supported": true],
        ]
        let attributes = DeviceAttributes(profile: profile, ignoring: ["CPU_COUNT", "AUDIO_OUTPUT_DEVICES"])
        #expect(attributes.values == [.osName: "Linux", .tampering: "250", .screenWidth: "1920", .bluetooth: "true"])
        #expect(attributes.tampering == 250)
    }
}

extension SignalEvent.Body {
    /// Whether its row is one still without so many of its last values.
    fileprivate func mayEnd(beforeLast count: Int) -> Bool {
        switch self {
        case .context(let context):
            switch context.detail {
            case .email(let email): count == (email.domain == nil ? 2 : 3) || (count == 1 && email.domain != nil)
            case .telephone(let telephone): count == (telephone.country == nil ? 2 : 3) || (count == 1 && telephone.country != nil)
            case .setting: count == 3
            case .word, .day: count == 2
            case nil: false
            }
        case .tag(let tag): count == 1 && tag.value != nil
        case .behavior(.touch(let touch)): count == 1 && touch.element != nil
        case .behavior(.keys(let keys)): count == 1 && keys.element != nil
        case .behavior(.answer(let answer)): count == 1 && answer.element != nil
        case .behavior(.motion), .state: false
        }
    }
}
