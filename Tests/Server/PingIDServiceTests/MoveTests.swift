import DeviceFoundation
import DeviceMessages
import DevicePolicies
import DeviceRegistry
import Directory
import Foundation
import Foundations
import HTTPTypes
import MFA
import MultiFactor
import PingIDClient
import PingIDMessages
import PingIDService
import PingIDTesting
import Primitives
import Services
import Store
import Testing

@Suite("A trusted device moves to the product's successor")
struct MoveTests {
    @Test("with its old key, once; what it was is over, and the user has one device")
    func moves() async throws {
        let server = try await PingIDServer.takingMoves()
        let phone = try await Phone(server, seed: 11).pair()
        let old = try #require(try await OldInstallation.stored(in: phone.store, keys: SoftwareKeyStore(phone.store)))
        let successor = try await phone.successor()
        #expect(try await successor.migrate(old).map(\.pairing.user.username) == ["tom"])
        let user = try #require(try await server.domain.directory.users.user(named: "tom", in: server.realm.id))
        let devices = try await server.domain.deviceRegistry.devices.devices(of: user.id, in: server.realm.id)
        #expect(devices.count == 1 && devices.first?.installation != old.device)
        #expect(try await server.primaries(of: "tom") == 0)
        #expect(await phone.error { _ = try await phone.device.sendLogs() } == .pairing)
        #expect(try await phone.signOnStatus() == nil, "it doesn't begin again as what it was")
        #expect(phone.events.all.contains(.untrusted))
    }

    @Test("not one that was never trusted, or isn't any more")
    func refused() async throws {
        let server = try await PingIDServer.takingMoves()
        let phone = try await Phone(server, seed: 11).pair()
        let old = try #require(try await OldInstallation.stored(in: phone.store, keys: SoftwareKeyStore(phone.store)))
        try await phone.customer.call(.delete, "/users/tom")
        await #expect(throws: MFA.MFAError.self) { _ = try await phone.successor().migrate(old) }
        let user = try #require(try await server.domain.directory.users.user(named: "tom", in: server.realm.id))
        #expect(try await server.domain.deviceRegistry.devices.devices(of: user.id, in: server.realm.id).isEmpty)
    }

    @Test("its device keeps its id, its nickname and its lock, and what another user had of the phone is over")
    func keepsPlace() async throws {
        let server = try await PingIDServer.takingMoves(users: ["tom", "eva"])
        let phone = try await Phone(server, seed: 11)
        for user in ["tom", "eva"] { try await phone.pair(user) }
        let id = try #require(try await server.devices(of: "tom").first?.id)
        _ = try await phone.customer.call(.patch, "/users/tom/devices/\(id.text)", ["deviceNickname": "Red one"])
        let old = try await phone.old()
        let successor = try await phone.successor()
        _ = try await successor.migrate(old)
        let devices = try await server.devices(of: "tom")
        #expect(devices.map(\.id) == [id] && devices.first?.nickname == "Red one")
        #expect(devices.first?.installation != old.device)
        #expect(try await server.devices(of: "eva").isEmpty)
        #expect(try await server.primaries(of: "eva") == 0)
        let left = try await server.domain.platform.database.read {
            try $0.rows("SELECT id FROM installations WHERE id = ?1", old.device).count
                + $0.rows("SELECT installation FROM pingid_trust WHERE installation = ?1", old.device).count
        }
        #expect(left == 0)
    }

    @Test("a move that was begun counts for nothing once the device is no user's", arguments: ["customer", "platform", "block"])
    func takenMeanwhile(by way: String) async throws {
        let server = try await PingIDServer.takingMoves()
        let phone = try await Phone(server, seed: 11).pair()
        let old = try await phone.old()
        let id = try #require(try await server.devices(of: "tom").first)
        // The answer to the confirmation's request is all that is missing.
        let held = try await phone.successor(network: { MortalTransport(inner: $0, end: End(at: 3, isAnswerLost: false)) })
        await #expect(throws: MFA.MFAError.self) { _ = try await held.migrate(old) }
        switch way {
        case "customer": try await phone.customer.call(.delete, "/users/tom/devices/\(id.id.text)")
        case "platform": _ = try await server.domain.deviceRegistry.devices.remove(id.id, of: id.user, in: server.realm, reason: "lost")
        default: _ = try await server.domain.deviceRegistry.devices.setBlocked(true, id.id, of: id.user, in: server.realm)
        }
        let again = try await phone.successor()
        let isBlocked = way == "block"
        if isBlocked {
            _ = try await again.migrate(old)
        } else {
            await #expect(throws: MFA.MFAError.self) { _ = try await again.migrate(old) }
        }
        let left = try await server.devices(of: "tom")
        #expect(left.count == (isBlocked ? 1 : 0) && left.allSatisfy(\.isBlocked))
    }

    @Test("a move that was begun, and whose app's process ended for days, begins anew")
    func lateStart() async throws {
        let server = try await PingIDServer.takingMoves()
        let phone = try await Phone(server, seed: 11).pair()
        let old = try await phone.old()
        let held = try await phone.successor(network: { MortalTransport(inner: $0, end: End(at: 3, isAnswerLost: false)) })
        await #expect(throws: MFA.MFAError.self) { _ = try await held.migrate(old) }
        server.time.advance(by: 3 * 86_400)
        #expect(try await phone.successor().migrate(old).map(\.pairing.user.username) == ["tom"])
        #expect(try await server.devices(of: "tom").count == 1)
        // Another phone with the same key doesn't move it on.
        server.time.advance(by: 3 * 86_400)
        let thief = try await Phone(server, seed: 12).successor()
        await #expect(throws: MFA.MFAError.self) { _ = try await thief.migrate(old) }
    }

    @Test("a move that the older product's calls and another move by the same key race ends with one pairing that works", arguments: 0..<6)
    func raced(seed: UInt64) async throws {
        let server = try await PingIDServer.takingMoves()
        let phone = try await Phone(server, seed: 11 + seed).pair()
        let old = try await phone.old()
        let movers = [try await phone.successor(), try await Phone(server, seed: 101 + seed).successor()]
        _ = await (0...movers.count).concurrently { index in
            if index < movers.count { return (try? await movers[index].migrate(old)) != nil }
            for _ in 0..<4 {
                guard let payload = try? await phone.device.payload() else { return false }
                _ = try? await phone.customer.signOn("tom", payload: payload)
                _ = try? await phone.device.sendLogs()
            }
            return false
        }
        let devices = try await server.devices(of: "tom")
        #expect(devices.count == 1)
        var working = 0
        for mover in movers where (try? await mover.info()) != nil { working += 1 }
        let isOldKnown = await phone.error { _ = try await phone.device.sendLogs() } == nil
        #expect(working + (isOldKnown ? 1 : 0) == 1)
        #expect((devices.first?.installation == old.device) == isOldKnown)
    }

    // MARK: - By push

    /// What a push asks, and where its outcome is read.
    enum Asker: CaseIterable { case customer, platform }

    @Test("the first push begins it, and brings what it asks; the texts stand in the alert", arguments: Asker.allCases, [true, false])
    func byPush(_ asker: Asker, approves: Bool) async throws {
        let server = try await PingIDServer.takingMoves()
        let token = String(repeating: "0a", count: 32)
        let phone = try await Phone(server, seed: 11, push: .apns(token: token, isSandbox: false)).pair()
        let old = try await phone.old()
        try await phone.device.setPushAddress(.builtIn)
        let asked = try await Asked(asker, phone)
        let body = try #require(try await server.pushes(to: old.device).last)
        let successor = try await phone.successor()
        let event = try await successor.process(remoteNotification: body.statement, movingOver: old)
        guard case .request(let request) = event else { throw TestFailure("no request but \(String(describing: event))") }
        #expect(request.user.username == "tom")
        if approves { try await phone.approve(request) } else { try await request.deny() }
        #expect(try await asked.outcome() == (approves ? .approved : .denied))
        // The same push once more brings nothing.
        #expect(try await successor.process(remoteNotification: body.statement, movingOver: old) == nil)
        // Pushes reach the successor where they reached what it was.
        let installation = try #require(try await server.devices(of: "tom").first?.installation)
        let known = try await server.domain.deviceRegistry.installations.installation(installation, in: server.realm.id)
        #expect(known?.push == .builtIn)
    }

    @Test("the address and the browser of a sign-on are shown by the successor that it is handed over to")
    func requester() async throws {
        let server = try await PingIDServer.takingMoves()
        let phone = try await Phone(server, seed: 11).pair()
        let old = try await phone.old()
        _ = try await phone.customer.signOn("tom", payload: nil, ["ipAddress": "192.0.2.9", "userAgent": "Firefox/130"])
        let body = try #require(try await server.pushes(to: old.device).last)
        let event = try await phone.successor().process(remoteNotification: body.statement, movingOver: old)
        guard case .request(let request) = event else { throw TestFailure("no request but \(String(describing: event))") }
        #expect(request.document.requester.address == "192.0.2.9")
        let browser = request.document.requester.userAgent
        #expect(browser == "Firefox/130")
    }

    @Test("a push of another kind, for another phone, of another server, or too late moves nothing over")
    func wrongPushes() async throws {
        let server = try await PingIDServer.takingMoves()
        let (phone, other) = (try await Phone(server, seed: 11).pair(), try await Phone(server, seed: 12))
        _ = try await other.signOn()
        let (own, old) = (try await phone.old(), try await phone.id())
        let body = try #require(try await server.pushes(to: old).last)
        let successor = try await phone.successor()
        let foreign = OldInstallation(device: "another", sign: own.sign)
        for statement in [body.statement + "x", "nonsense"] {
            await #expect(throws: MFA.MFAError.self) { _ = try await successor.process(remoteNotification: statement, movingOver: own) }
        }
        await #expect(throws: MFA.MFAError.self) {
            _ = try await successor.process(remoteNotification: body.statement, movingOver: foreign)
        }
        server.time.advance(by: 120)
        await #expect(throws: MFA.MFAError.self) { _ = try await successor.process(remoteNotification: body.statement, movingOver: own) }
        #expect(try await !successor.isPaired)
        #expect(try await phone.device.isTrusted)
    }

    @Test("what was asked about another device ends with the move, and so does what a suspended user was asked", arguments: [true, false])
    func endsOthers(isSuspended: Bool) async throws {
        let server = try await PingIDServer.takingMoves()
        let phone = try await Phone(server, seed: 11).pair()
        let answer =
            isSuspended
            ? try await phone.customer.signOn("tom", payload: nil) : try await Phone(server, seed: 12).signOn().answer
        #expect(answer["status"] == "IN_PROGRESS")
        if isSuspended { _ = try await phone.customer.call(.patch, "/users/tom", ["status": "SUSPENDED"]) }
        _ = try await phone.successor().migrate(try await phone.old())
        #expect(try await phone.customer.status(of: answer) == "REJECTED")
    }

    @Test("a sign-on that is taken back after the move can't be approved any more")
    func takenBack() async throws {
        let server = try await PingIDServer.takingMoves()
        let phone = try await Phone(server, seed: 11).pair()
        let old = try await phone.old()
        let answer = try await phone.customer.signOn("tom", payload: nil)
        let body = try #require(try await server.pushes(to: old.device).last)
        let event = try await phone.successor().process(remoteNotification: body.statement, movingOver: old)
        guard case .request(let request) = event else { throw TestFailure("no request") }
        #expect(try await phone.customer.call(.delete, "/users/tom/authentications/\(try #require(answer["id"]))")["status"] == "REJECTED")
        await #expect(throws: MFA.MFAError.self) { try await request.approve(methods: []) }
        #expect(try await phone.customer.status(of: answer) == "REJECTED")
    }

    // MARK: - Cut off

    @Test(
        "ended at any write or call, again and again: one pairing that works, never two, never none",
        arguments: [Asker?.none, .customer, .platform])
    func cutOff(_ asker: Asker?) async throws {
        let server = try await PingIDServer.takingMoves(users: [])
        var lives = 0
        for seed in UInt64(1)...200 {
            server.time.advance(by: 120)
            let user = "user-\(seed)"
            _ = try await server.pingID.users.add(
                UserReference(user), ["givenName": "Tom", "sn": "Test"], to: PingIDServer.application, in: server.realm)
            let phone = try await Phone(server, seed: seed).pair(user)
            lives += try await CutOffMove(phone, user, asker, seed).run()
        }
        #expect(lives > 280, "most of them were ended more than once: \(lives)")
    }
}

/// A sign-on that a push asks about.
private struct Asked {
    enum Outcome { case open, approved, denied }

    private let asker: MoveTests.Asker
    private let phone: Phone
    private let username: String
    private let answer: PingIDServer.ServerResponse?
    private let authentication: UUID?
    /// The number that is shown where the user signs on.
    let number: Int?

    init(_ asker: MoveTests.Asker, _ phone: Phone, _ username: String = "tom") async throws {
        self.asker = asker
        self.phone = phone
        self.username = username
        let server = phone.server
        switch asker {
        case .customer:
            answer = try await phone.customer.signOn(username, payload: nil)
            authentication = nil
            number = nil
            #expect(answer?["status"] == "IN_PROGRESS", "\(answer?.json ?? .null)")
        case .platform:
            let user = try #require(try await server.domain.directory.users.user(named: username, in: server.realm.id))
            try await server.domain.directory.users.setMFAEnabled(true, of: user.id, in: server.realm.id)
            let order = DeviceAuthentications.Order(user: user.id)
            let begun = try await server.domain.multiFactor.deviceAuthentications.start(order, in: server.realm, issuer: server.issuer)
            answer = nil
            authentication = begun.authentication.id
            number = begun.authentication.numberToShow
            #expect(begun.authentication.status == .pushRequired)
        }
    }

    func outcome() async throws -> Outcome {
        if let answer {
            return switch try await phone.customer.status(of: answer, username) {
            case "APPROVED": .approved
            case "REJECTED": .denied
            default: .open
            }
        }
        let found = try await phone.server.domain.multiFactor.deviceAuthentications.authentication(
            try #require(authentication), in: phone.server.realm)
        return switch found.status {
        case .completed: .approved
        case .failed: .denied
        default: .open
        }
    }
}

/// A move whose process is ended where chance wants it, until it is done.
private struct CutOffMove {
    private let phone: Phone
    private let username: String
    private let asker: MoveTests.Asker?
    private let random: SeededRandom

    init(_ phone: Phone, _ username: String, _ asker: MoveTests.Asker?, _ seed: UInt64) {
        self.phone = phone
        self.username = username
        self.asker = asker
        random = SeededRandom(seed: seed &+ 7919)
    }

    private func pick(_ count: UInt8) -> Int { Int((random.bytes(1).first ?? 0) % count) }

    /// - Returns: how many lives it took.
    func run() async throws -> Int {
        let old = try await phone.old()
        let asked: Asked? = if let asker { try await Asked(asker, phone, username) } else { nil }
        let body = asked == nil ? nil : try #require(try await phone.server.pushes(to: old.device).last)
        for life in 1...20 {
            // The last lives are long enough.
            let end = End(at: life > 6 ? 1000 : 1 + pick(14), isAnswerLost: pick(2) == 0)
            let isDone = (try? await live(old, body, asked?.number, end)) != nil
            try await check("life \(life)")
            guard isDone else { continue }
            if let asked { #expect(try await asked.outcome() == .approved, "\(username)") }
            try await works(old)
            return life
        }
        throw TestFailure("\(username) didn't move over")
    }

    /// One life of the app's process: it moves over what is left to be moved, and answers the push if there is one.
    private func live(_ old: OldInstallation, _ body: RemoteNotificationBody?, _ number: Int?, _ end: End) async throws {
        let successor = try await phone.successor(store: { MortalStore(inner: $0, end: end) }) { MortalTransport(inner: $0, end: end) }
        guard let body else {
            if try await !successor.isPaired { _ = try await successor.migrate(old) }
            return
        }
        guard case .request(let request) = try await successor.process(remoteNotification: body.statement, movingOver: old) else { return }
        try await request.approve(number: number, methods: [])
    }

    /// What holds at every moment: the user has one device, which is the older installation or its successor.
    private func check(_ place: String) async throws {
        let devices = try await phone.server.devices(of: username)
        #expect(devices.count == 1, "\(username), \(place)")
    }

    /// What holds afterwards: the successor's pairing works, and the older one doesn't.
    private func works(_ old: OldInstallation) async throws {
        let successor = try await phone.successor()
        #expect(try await successor.pairings.map(\.user.username) == [username])
        let device = try #require(try await phone.server.devices(of: username).first)
        #expect(device.installation != old.device)
        _ = try await successor.info()
        #expect(await phone.error { _ = try await phone.device.sendLogs() } == .pairing)
    }
}

private struct TestFailure: Error {
    let text: String

    init(_ text: String) { self.text = text }
}
