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
    private let environment: JWK

    init() throws {
        issuer = try #require(SignalsIssuer(base: "https://a.example", environment: "e"))
        instance = try JWK.generate(.p256, random: random)
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

    private func seal(_ payload: SignalPayload, by key: JWK, for recipient: JWK) throws -> String {
        let open = try #require(key.publicKey)
        let input = try SignalEnvelope.signingInput(payload, key: open)
        let signature = try SigningKey(key).sign(input)
        return try SignalEnvelope.seal(input, signature: signature, for: try #require(recipient.publicKey), random: random)
    }

    private func open(_ text: String, issuer: SignalsIssuer? = nil) throws -> SignalPayload {
        let key = try OpeningKey(environment, algorithm: .ecdhES, encryptions: [.a256GCM])
        return try SignalEnvelope.open(text, with: key, issuer: issuer ?? self.issuer, at: now)
    }

    @Test("a payload with every kind of event comes through as it was")
    func roundTrip() throws {
        #expect(try open(seal(payload(), by: instance, for: environment)) == payload())
    }

    @Test("each event reads as it was written", arguments: events)
    func event(_ event: SignalEvent) throws { #expect(try SignalEvent(json: event.json) == event) }

    @Test("each context call has a name of its own and no detail that isn't its own", arguments: ContextName.allCases)
    func context(_ name: ContextName) throws {
        let event = SignalEvent(number: 0, time: 0, .context(.plain(name)))
        #expect(try SignalEvent(json: event.json) == event)
        var json = try #require(event.json.object)
        json["setting"] = ["on": true, "subject": "x"]
        let isTaken = (try? SignalEvent(json: .object(json))) != nil
        #expect(isTaken == (name == .notificationChanged))
    }

    @Test("another key, another environment, another time are refused")
    func refused() throws {
        let other = try JWK.generate(.p256, random: random)
        #expect(throws: RiskError(.wrongKey, "")) { try open(seal(payload(), by: other, for: environment)) }
        #expect(throws: RiskError(.wrongKey, "")) { try open(seal(payload(), by: instance, for: other)) }
        let elsewhere = SignalsIssuer(base: "https://b.example", environment: "e")
        #expect(throws: RiskError(.malformed, "")) { try open(seal(payload(), by: instance, for: environment), issuer: elsewhere) }
        #expect(throws: RiskError(.expired, "")) { try open(seal(payload(age: SignalLimits.age + 1), by: instance, for: environment)) }
        #expect(throws: RiskError(.expired, "")) { try open(seal(payload(age: -SignalLimits.skew - 1), by: instance, for: environment)) }
        #expect(throws: RiskError(.wrongKey, "")) { try open("a.b.c") }
        #expect(throws: RiskError(.tooLarge, "")) { try open(String(repeating: "a", count: SignalLimits.sealed + 1)) }
    }

    @Test("every changed byte of a sealed payload is noticed")
    func changed() throws {
        let text = try seal(payload([]), by: instance, for: environment)
        for index in stride(from: 0, to: text.utf8.count, by: 37) {
            var bytes = Array(text.utf8)
            bytes[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(throws: RiskError.self) { try open(String(decoding: bytes, as: UTF8.self)) }
        }
    }

    @Test("more events than may be, and events out of order, are refused")
    func bounds() throws {
        let many = (0...SignalLimits.events).map { SignalEvent(number: $0, time: 0, .state(.started)) }
        let key = try #require(instance.publicKey)
        #expect(throws: RiskError(.tooLarge, "")) { try SignalEnvelope.signingInput(payload(many), key: key) }
        #expect(throws: RiskError(.malformed, "")) { try open(seal(payload(Self.events.reversed()), by: instance, for: environment)) }
        #expect(throws: RiskError(.malformed, "")) {
            try open(seal(payload([Self.events[0], Self.events[0]]), by: instance, for: environment))
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
