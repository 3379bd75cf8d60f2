import DeviceMessages
import Foundation
import JOSE
import PingIDMessages
import Primitives
import Testing

@Suite("PingID's messages")
struct MessageTests {
    private static let now = Parties.now

    @Test("every message says itself again")
    func again() throws {
        let selection = try UserSelection(action: .approve, trust: .trusted, username: "tom")
        let user = TrustedUser(username: "tom", level: .primary)
        let standing = Standing(users: [user], isRootDetectionRequired: true, passcode: "p", counter: 1)
        let exchange = Exchange(application: "a", counter: 3, push: .builtIn, content: selection.json)
        let report = TokenReport(
            session: "s", status: .mobileUserSelection, users: [TokenUser(username: "tom", firstName: "T", status: .suspended)],
            clientContext: "c", expires: Self.now)
        let details = SessionDetails(
            session: "s", username: "tom", device: DeviceDescription(platform: "iOS"), timeout: 30, trustLevels: [.trusted],
            clientContext: "c")
        #expect(try UserSelection(json: selection.json) == selection)
        #expect(try Standing(json: standing.json) == standing)
        #expect(try Exchange(json: exchange.json) == exchange)
        #expect(try ExchangeAnswer(json: ExchangeAnswer(standing, content: ["a": 1]).json) == ExchangeAnswer(standing, content: ["a": 1]))
        #expect(try TokenReport(json: report.json) == report)
        #expect(try SessionDetails(json: details.json) == details)
        let chosen = SessionSelection(session: "s", nonce: "n", selection: selection)
        #expect(try SessionSelection(json: chosen.json) == chosen)
        let acknowledgement = SessionAcknowledgement(session: "s", nonce: "n")
        #expect(try SessionAcknowledgement(json: acknowledgement.json) == acknowledgement)
        let root = RootReport(isActive: true, tampering: TamperReport(score: 0.5, findings: ["root"]))
        #expect(try RootReport(json: root.json) == root)
        for verdict in RootVerdict.allCases { #expect(try RootVerdict(json: verdict.json) == verdict) }
        #expect(try SessionQuery(json: SessionQuery("s").json).session == "s")
        #expect(try TokenClaim(json: TokenClaim(" t ").json).token == Secret("t"))
        #expect(try IdentityProviderStep(json: IdentityProviderStep(payload: "p").json).payload == "p")
        #expect(try IdentityProviderAnswer(json: IdentityProviderAnswer(serverPayload: "p").json).serverPayload == "p")
        #expect(try LogLines(json: LogLines("l").json).text == "l")
    }

    @Test("a message without a member that it needs, or with one of another kind, is malformed")
    func malformed() throws {
        let wrong: [JSONValue] = [.null, [], "text", [:], ["appId": 1, "content": [:]], ["appId": "a", "content": "c"]]
        for json in wrong { #expect(throws: DeviceError(.malformed, "")) { try Exchange(json: json) } }
        #expect(throws: DeviceError(.malformed, "")) { try ExchangeAnswer(json: ["content": [:]]) }
        #expect(throws: DeviceError(.malformed, "")) { try Standing(json: ["users": [["username": "t", "level": "chief"]]]) }
        #expect(throws: DeviceError(.malformed, "")) { try Standing(json: ["counter": -1]) }
        #expect(throws: DeviceError(.malformed, "")) { try Standing(json: ["counter": .number(1e300)]) }
        let users = JSONValue.array(Array(repeating: TrustedUser(username: "t", level: .trusted).json, count: 101))
        #expect(throws: DeviceError(.malformed, "")) { try Standing(json: ["users": users]) }
        #expect(throws: DeviceError(.malformed, "")) {
            try SessionDetails(json: ["session": "s", "username": "u", "timeout": 1, "trustLevels": ["trusted", "trusted"]])
        }
        #expect(throws: DeviceError(.malformed, "")) {
            try TokenReport(json: ["session": "s", "status": "MOBILE_USER_SELECTION", "expires": 1])
        }
        #expect(throws: DeviceError(.malformed, "")) { try TokenReport(json: ["session": "s", "status": "claimed", "expires": 1]) }
        #expect(throws: DeviceError(.token, "")) { try TokenClaim("  ") }
        #expect(throws: DeviceError(.malformed, "")) { try RootVerdict(json: ["verdict": "maybe"]) }
    }

    @Test("a selection has an action or a trust level, and an interval only where a device is ignored")
    func selections() throws {
        #expect(throws: DeviceError(.selectionMissing, "")) { try UserSelection() }
        #expect(throws: DeviceError(.selectionMissing, "")) { try UserSelection(username: "tom") }
        #expect(throws: DeviceError(.selectionMissing, "")) { try UserSelection(json: [:]) }
        #expect(throws: DeviceError(.malformed, "")) { try UserSelection(trust: .trusted, ignoring: .always) }
        #expect(throws: DeviceError(.malformed, "")) { try UserSelection(action: .deny, username: "") }
        #expect(throws: DeviceError(.malformed, "")) { try IgnoreInterval(.days, count: 0) }
        #expect(throws: DeviceError(.malformed, "")) { try IgnoreInterval(.years, count: 10_001) }
    }

    @Test(
        "an interval ends by the calendar",
        arguments: [
            (IgnoreInterval.Unit.minutes, 90, "2026-01-31T13:30:00Z"), (.hours, 2, "2026-01-31T14:00:00Z"),
            (.days, 1, "2026-02-01T12:00:00Z"), (.weeks, 1, "2026-02-07T12:00:00Z"), (.months, 1, "2026-02-28T12:00:00Z"),
            (.years, 2, "2028-01-31T12:00:00Z"),
        ])
    func intervals(_ unit: IgnoreInterval.Unit, _ count: Int, _ end: String) throws {
        let start = try Date("2026-01-31T12:00:00Z", strategy: .iso8601)
        #expect(try IgnoreInterval(unit, count: count).end(from: start) == Date(end, strategy: .iso8601))
        #expect(IgnoreInterval.always.end(from: start) == nil)
    }

    @Test(
        "an interval that is longer than any message can say ends with the last time that one can", arguments: IgnoreInterval.Unit.allCases)
    func longest(_ unit: IgnoreInterval.Unit) throws {
        let end = try IgnoreInterval(unit, count: unit == .always ? 0 : IgnoreInterval.most).end(
            from: Date(timeIntervalSince1970: 253_402_300_000))
        #expect(end == (unit == .always ? nil : IgnoreInterval.latest))
        let user = TrustedUser(username: "tom", level: .ignored, ignoredUntil: end)
        #expect(try TrustedUser(json: user.json) == user)
    }

    @Test("passcodes are HOTP with SHA-256, as another program makes them, and taken ten counters ahead")
    func passcodes() throws {
        let seed = CounterSeed(secret: Secret("12345678901234567890123456789012"))
        #expect(try (0..<3).map { try seed.code(at: $0) } == ["920136", "119246", "882438"])
        #expect(try seed.verify(seed.code(at: 14), from: 4) == 14)
        #expect(try seed.verify(seed.code(at: 15), from: 4) == nil)
        #expect(try seed.verify(seed.code(at: 3), from: 4) == nil)
        let key = try JWK.generate(.p256, random: SeededRandom(seed: 5))
        let opening = try OpeningKey(key, algorithm: .ecdhES, encryptions: [.a256GCM])
        #expect(try CounterSeed(sealed: seed.sealed(for: key, random: SeededRandom(seed: 6)), with: opening) == seed)
        #expect(throws: DeviceError(.payload, "")) { try CounterSeed(sealed: "nonsense", with: opening) }
        #expect(throws: DeviceError(.malformed, "")) { try CounterSeed(json: ["secret": "AAAA", "algorithm": "SHA256", "counter": 0]) }
    }

    @Test("a push carries the mark of the product, and is told from others by it")
    func pushes() throws {
        let body = RemoteNotificationBody(statement: "a.b.c")
        let apns = body.apns(.alert(isTimeSensitive: true))
        #expect(apns["pingid"] == "1" && apns["gh"] == "a.b.c" && apns["aps"]?["category"] == "PINGID_AUTHENTICATION")
        #expect(body.apns(.silent)["aps"]?["content-available"] == 1)
        #expect(body.apns(.alert(isTimeSensitive: false), texts: .init(title: "t", body: "b"))["aps"]?["alert"]?["body"] == "b")
        for delivered in [apns, body.data(.silent)] { #expect(RemoteNotificationBody(delivered: delivered) == body) }
        #expect(RemoteNotificationBody(delivered: PushEnvelope(statement: "a.b.c", presentation: .silent).apns) == nil)
        #expect(RemoteNotificationBody(delivered: ["pingid": "2", "gh": "a.b.c"]) == nil)
        #expect(RemoteNotificationBody(delivered: ["pingid": "1", "gh": .string(String(repeating: "a", count: 3073))]) == nil)
    }

    @Test("every code has a documented number, and a status that fits")
    func numbers() {
        let numbers: [DeviceError.Code: Int] = [
            .applicationDisabled: -10_002, .application: -10_003, .pushTimeout: -10_004, .invalidProof: -10_006, .publicKey: -10_007,
            .permission: -10_008, .server: -10_011, .payload: -10_012, .selectionMissing: -10_013, .pushAddressMissing: -10_014,
            .token: -10_015, .tokenApplication: -10_016, .tokenAccount: -10_017, .userSuspended: -10_018, .userNotPaired: -10_019,
            .tokenUsed: -10_020, .rooted: -10_021, .notPaired: -10_001, .init(rawValue: "new"): -10_010,
        ]
        for (code, number) in numbers { #expect(DeviceError(code, "").pingIDNumber == number, "\(code)") }
        #expect(DeviceError(.token, "").pingIDStatus == 404 && DeviceError(.notPaired, "").pingIDStatus == 410)
        #expect(TokenStatus.allCases.count == 10)
        #expect(TokenStatus.allCases.filter(\.isAwaitedElsewhere) == [.webUserSelection, .pendingPushVerification])
    }
}
