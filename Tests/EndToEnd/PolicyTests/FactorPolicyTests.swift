import DeviceRegistry
import Foundation
import OneTimePassword
import Primitives
import ServerTesting
import Store
import Synchronization
import Testing
import Directory
import Foundations
import MultiFactor
import Services
import SignIn

@Suite("Policy: what can be guessed is counted, each factor for itself")
struct FactorPolicyTests {
    /// What a journey asks after the right password.
    private static let second: [Factor] = [.sentCode, .oneTimePassword, .recoveryCode, .securityQuestions]
    private static let all: [Factor] = Factor.allCases.filter(\.isGuessable)

    @Test("right after too many wrong ones the right one is refused, and after the lock it is accepted", arguments: all)
    func locked(_ factor: Factor) async throws {
        try await withDesk { (desk: GuessingDesk) async throws in
            #expect(try await desk.opens(factor, isRight: true), "the control")
            for _ in 0..<GuessingDesk.threshold { #expect(try await !desk.opens(factor, isRight: false)) }
            #expect(try await !desk.opens(factor, isRight: true))
            desk.peer.time.advance(by: 901)
            #expect(try await desk.opens(factor, isRight: true))
        }
    }

    @Test("the right one at the last try signs in, and after one wrong one more it doesn't", arguments: all, [1, 2, 5])
    func lastTry(_ factor: Factor, _ threshold: Int) async throws {
        try await withDesk(threshold: threshold) { (desk: GuessingDesk) async throws in
            for _ in 1..<threshold { #expect(try await !desk.opens(factor, isRight: false)) }
            #expect(try await desk.opens(factor, isRight: true), "the last try")
            for _ in 0..<threshold { #expect(try await !desk.opens(factor, isRight: false)) }
            #expect(try await !desk.opens(factor, isRight: true))
        }
    }

    @Test("a code that was used, or isn't looked at, is no guess; a device's own rest refuses no right one, and unlocking ends it")
    func unseen() async throws {
        try await withDesk(threshold: 5) { (desk: GuessingDesk) async throws in
            let code = desk.code
            #expect(try await desk.verify(code) == .accepted)
            for _ in 0..<20 { #expect(try await desk.verify(code) == .used) }
            for _ in 1..<5 { #expect(try await desk.verify("000000") == .wrong) }
            #expect(try await desk.troubledDevices() == 1)
            desk.peer.time.advance(by: 31)
            #expect(try await desk.verify(desk.code) == .accepted, "the last try")
            #expect(try await desk.troubledDevices() == 0)
            #expect(try await desk.verify("000000") == .wrong)
            desk.peer.time.advance(by: 31)
            #expect(try await desk.verify(desk.code) == .wrong, "the factor is locked")
            try await desk.unlock()
            try await desk.lockDevices()
            for _ in 0..<6 { #expect(try await desk.verify(desk.code) == .unseen) }
            try await desk.unlock()
            #expect(try await desk.troubledDevices() == 0)
            #expect(try await desk.verify(desk.code) == .accepted)
        }
    }

    @Test("a right password before each wrong one clears nothing, neither does a whole sign-on by it", arguments: second)
    func interleaved(_ factor: Factor) async throws {
        try await withDesk { (desk: GuessingDesk) async throws in
            for _ in 1..<GuessingDesk.threshold { #expect(try await !desk.opens(factor, isRight: false)) }
            #expect(try await desk.opens(.password, isRight: true))
            #expect(try await !desk.opens(factor, isRight: false))
            #expect(try await !desk.opens(factor, isRight: true))
        }
    }

    @Test("a right password that leads to no session clears no wrong ones", arguments: second)
    func abandoned(_ factor: Factor) async throws {
        try await withDesk { (desk: GuessingDesk) async throws in
            for _ in 1..<GuessingDesk.threshold { #expect(try await !desk.opens(.password, isRight: false)) }
            #expect(try await !desk.opens(factor, isRight: false))
            #expect(try await !desk.opens(.password, isRight: false))
            #expect(try await !desk.opens(.password, isRight: true))
        }
    }

    @Test("a whole sign-on by the factor ends its series", arguments: all)
    func cleared(_ factor: Factor) async throws {
        try await withDesk { (desk: GuessingDesk) async throws in
            for _ in 0..<3 {
                for _ in 1..<GuessingDesk.threshold { #expect(try await !desk.opens(factor, isRight: false)) }
                #expect(try await desk.opens(factor, isRight: true))
            }
        }
    }

    @Test("wrong ones at once count no less than one after the other (CVE-2024-4629)", arguments: all)
    func concurrent(_ factor: Factor) async throws {
        try await withDesk { (desk: GuessingDesk) async throws in
            var asked: [GuessingDesk.Asked] = []
            for _ in 0..<8 { asked.append(try await desk.ask(factor)) }
            let opened = await withTaskGroup(of: Bool.self) { group in
                for one in asked { group.addTask { (try? await desk.answer(one, isRight: false)) ?? false } }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(opened == 0)
            #expect(try await !desk.opens(factor, isRight: true))
        }
    }

    @Test("a hundred in a row lock for good, whatever locks ended between; an administrator unlocks", arguments: all)
    func hundred(_ factor: Factor) async throws {
        try await withDesk { (desk: GuessingDesk) async throws in
            for _ in 0..<GuessingDesk.threshold { #expect(try await !desk.opens(factor, isRight: false)) }
            try await desk.pretend(failures: FactorFailures.most - GuessingDesk.threshold)
            desk.peer.time.advance(by: 901)
            for _ in 0..<GuessingDesk.threshold { #expect(try await !desk.opens(factor, isRight: false)) }
            desk.peer.time.advance(by: 30 * 86_400)
            #expect(try await !desk.opens(factor, isRight: true))
            try await desk.unlock()
            #expect(try await desk.opens(factor, isRight: true))
        }
    }

    @Test("one that is locked locks no other, and opens by no other but that which stands for it", arguments: second, all)
    func apart(_ locked: Factor, _ tried: Factor) async throws {
        guard locked != tried else { return }
        try await withDesk { (desk: GuessingDesk) async throws in
            for _ in 0..<GuessingDesk.threshold { #expect(try await !desk.opens(locked, isRight: false)) }
            #expect(try await desk.opens(tried, isRight: true))
            // A recovery code stands for the device that is gone, and ends the lock of its codes.
            #expect(try await desk.opens(locked, isRight: true) == tried.clears.contains(locked))
        }
    }
}

private func withDesk(threshold: Int = GuessingDesk.threshold, _ body: (GuessingDesk) async throws -> Void) async throws {
    try await withServer { (peer: Peer) async throws in try await body(try await GuessingDesk(peer, threshold: threshold)) }
}

/// A server with a journey for each factor that can be guessed, and a user who has them all.
private struct GuessingDesk: Sendable {
    static let threshold = 3
    private static let answers = ["1": "Byron", "2": "Babbage"]

    /// A step that asks for a factor.
    struct Asked: Sendable {
        let factor: Factor
        let step: JSONValue
        /// What would be right.
        let right: [JSONValue]
    }

    let peer: Peer
    private let realm: Realm
    private let user: User
    private let totp: TOTP
    private let codes: RecoveryStock

    init(_ peer: Peer, threshold: Int) async throws {
        self.peer = peer
        let domain = peer.server.domain
        var realm = try await domain.directory.realms.realm(at: try #require(RealmPath("/alpha")))
        realm.settings[BoundsSettings.self].lockoutThreshold = threshold
        try await domain.directory.realms.update(realm)
        self.realm = realm
        let found = try #require(try await domain.directory.users.user(named: Demo.user, in: realm.id))
        user = try await domain.directory.accounts.change(found.id, in: realm) { $0["mail"] = "demo@example.com" }
        let secret = Secret(bytes: Array(1...20))
        totp = try TOTP(secret)
        codes = RecoveryStock(domain.multiFactor.authenticators.newRecoveryCodes().map { $0.reveal() })
        try await enrol(secret)
        for factor in Factor.allCases where factor.isGuessable {
            let journey: JSONValue = [
                "name": .string(Self.journey(factor)), "start": "first", "nodes": .object(Self.nodes(factor)),
            ]
            try await domain.signIn.journeys.save(journey, named: Self.journey(factor), in: realm.id)
        }
    }

    private func enrol(_ secret: Secret) async throws {
        let (domain, realm, user, codes) = (peer.server.domain, realm, user, codes.all)
        var account = OneTimePasswordAccount(secret: secret)
        account.period = 30
        try await domain.platform.database.write { [account] transaction in
            let device = try domain.multiFactor.authenticators.add(account, of: user.id, in: realm, transaction)
            try domain.multiFactor.authenticators.setRecoveryCodes(codes.map { Secret($0) }, of: device, in: transaction)
        }
        let answers = Self.answers.sorted { $0.key < $1.key }.map { SecurityQuestions.NewAnswer(.offered($0.key), Secret($0.value)) }
        try await domain.credentials.securityQuestions.define(answers, of: user, in: realm)
    }

    private static func journey(_ factor: Factor) -> String { "Guess" + factor.rawValue.filter(\.isLetter) }

    private static func nodes(_ factor: Factor) -> JSONObject {
        func decision(_ kind: String, then next: String = "success") -> JSONValue {
            [kind: [:], "true": .string(next), "false": "failure"]
        }
        var nodes: JSONObject = ["first": ["page": ["nodes": [["username": [:]], ["password": [:]]]], "next": "check"]]
        nodes["check"] = decision("dataStoreDecision", then: factor == .password ? "success" : "second")
        switch factor {
        case .sentCode:
            nodes["second"] = ["passcodeGenerator": ["length": 6], "next": "mail"]
            nodes["mail"] = ["passcodeByEmail": [:], "next": "ask"]
            nodes["ask"] = decision("passcodeDecision")
        case .oneTimePassword:
            nodes["second"] = [
                "oathTokenVerifier": [:], "successOutcome": "success", "failureOutcome": "failure", "notRegisteredOutcome": "failure",
            ]
        case .recoveryCode: nodes["second"] = ["recoveryCode": ["recoveryCodeType": "OATH"], "true": "success", "false": "failure"]
        case .securityQuestions: nodes["second"] = decision("kbaVerification")
        default: break
        }
        return nodes
    }

    /// Tries a factor; whether that opened a session.
    func opens(_ factor: Factor, isRight: Bool) async throws -> Bool { try await answer(try await ask(factor), isRight: isRight) }

    /// Goes as far as the step that asks for a factor. A code counts once, and mails are limited, so that time passes.
    func ask(_ factor: Factor) async throws -> Asked {
        peer.time.advance(by: 31)
        let first = try await peer.start(Self.journey(factor))
        guard factor != .password else { return Asked(factor: factor, step: first, right: [.string(Demo.user), .string(Demo.password)]) }
        let step = try await send(first, [.string(Demo.user), .string(Demo.password)])
        #expect(step["authId"] != nil, "\(factor): \(step.text)")
        return Asked(factor: factor, step: step, right: try await right(factor, step))
    }

    func answer(_ asked: Asked, isRight: Bool) async throws -> Bool {
        var values = asked.right
        if !isRight {
            let wrong: [JSONValue] = asked.factor == .password ? [.string(Demo.user), "wrong"] : values.map { _ in "000000" }
            // The choice of a button stays.
            values = zip(values, wrong).map { $0.string == nil ? $0 : $1 }
        }
        return try await send(asked.step, values)["tokenId"] != nil
    }

    private func right(_ factor: Factor, _ step: JSONValue) async throws -> [JSONValue] {
        switch factor {
        case .sentCode: [.string(try await lastCode())]
        case .oneTimePassword: [.string(totp.code(at: peer.time.now)), 0]
        case .recoveryCode: [.string(codes.next())]
        default: (step["callbacks"]?.array ?? []).map { .string(Self.answer(to: $0)) }
        }
    }

    private static func answer(to callback: JSONValue) -> String {
        callback.text.contains("pet") ? answers["1"] ?? "" : answers["2"] ?? ""
    }

    /// The code in the newest mail.
    private func lastCode() async throws -> String {
        try await peer.server.messagesLeave()
        let folder = URL(filePath: peer.server.dataDirectory).appending(path: "mail")
        // Their names begin with the time.
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let newest = try #require(files.max { $0.lastPathComponent < $1.lastPathComponent })
        let text = try String(contentsOf: newest, encoding: .utf8)
        return String(try #require(text.firstMatch(of: /passcode is ([0-9]{6})/)).1)
    }

    private func send(_ step: JSONValue, _ values: [JSONValue]) async throws -> JSONValue {
        let callbacks = zip(step["callbacks"]?.array ?? [], values).map { callback, value -> JSONValue in
            guard var object = callback.object, let input = object["input"]?.array?.first?["name"] else { return callback }
            object["input"] = [["name": input, "value": value]]
            return .object(object)
        }
        let body: JSONValue = ["authId": step["authId"] ?? .null, "callbacks": .array(callbacks)]
        return try await peer.am("authenticate", body: body.text).json
    }

    /// Has the user fail so often in a row.
    func pretend(failures: Int) async throws {
        let user = user.id
        try await peer.server.domain.platform.database.write { transaction in
            _ = try transaction.execute("UPDATE factor_failures SET in_a_row = ?2 WHERE user_id = ?1", user, failures)
        }
    }

    func unlock() async throws { try await peer.server.domain.deviceRegistry.unlock(user.id, in: realm.id) }

    /// The code that the user's device shows.
    var code: String { totp.code(at: peer.time.now) }

    /// The verdict on a one-time code, beside all journeys.
    func verify(_ code: String) async throws -> Authenticators.CodeVerdict {
        try await peer.server.domain.multiFactor.authenticators.verify(
            Secret(code), of: user, tolerating: .init(), in: realm, from: "192.0.2.9"
        ) { _ in }
    }

    /// The number of the user's devices that are locked, or have wrong codes counted.
    func troubledDevices() async throws -> Int {
        let user = user.id
        return try await peer.server.domain.platform.database.read { transaction in
            try transaction.rows(
                """
                SELECT id FROM devices WHERE user_id = ?1
                    AND (locked_until IS NOT NULL OR id IN (SELECT device FROM passcode_failures))
                """, user
            ).count
        }
    }

    /// Locks the user's devices as a hundred wrong codes in a row do.
    func lockDevices() async throws {
        let (user, end) = (user.id, Date.distantFuture)
        try await peer.server.domain.platform.database.write { transaction in
            _ = try transaction.execute("UPDATE devices SET locked_until = ?2, lock_reason = 'OTP' WHERE user_id = ?1", user, end)
        }
    }
}

/// Recovery codes, each handed out once.
private final class RecoveryStock: Sendable {
    let all: [String]
    private let used = Mutex(0)

    init(_ all: [String]) { self.all = all }

    func next() -> String {
        used.withLock { used in
            used += 1
            return all[(used - 1) % all.count]
        }
    }
}
