import ClientTesting
import DeviceFoundation
import DeviceMessages
import DeviceTesting
import Foundation
import JOSE
import MFA
import PingIDClient
import PingIDMessages
import PingIDTesting
import Primitives
import Testing

@Suite("Passcodes, pushes, tokens and the life of a device")
struct LifeTests {
    private let phone: Phone
    private var server: PretendPingID { phone.server }

    init() throws { phone = try Phone() }

    private func error(_ body: () async throws -> Void) async -> PingIDError.Code? {
        do { try await body() } catch { return (error as? PingIDError)?.code }
        return nil
    }

    // MARK: - Passcodes

    @Test("the counter moves with each exchange and each display, and the server counts along")
    func passcodes() async throws {
        let device = try await phone.open()
        #expect(try await device.nextPasscode() == nil)
        #expect(await device.nextRestrictivePasscode().status == .unsuccessful)
        let id = try await phone.pair(device)
        var shown: [String] = phone.events.passcodes
        #expect(shown.count == 1, "the seed came with the pairing's exchange")
        for _ in 0..<4 { shown.append(try #require(try await device.nextPasscode())) }
        _ = try await device.sendLogs()
        shown.append(try #require(phone.events.passcodes.last))
        let restrictive = await device.nextRestrictivePasscode()
        #expect(restrictive.status == .ok && restrictive.error == nil)
        shown.append(restrictive.code)
        #expect(shown.allSatisfy { $0.count == 6 } && Set(shown).count == shown.count)
        #expect(try !server.accept(passcode: shown[3], of: id), "what was shown before the exchange is over")
        #expect(try server.accept(passcode: restrictive.code, of: id))
        #expect(try !server.accept(passcode: restrictive.code, of: id), "once")
    }

    @Test("an answer that is lost makes no passcode bad that is on the screen")
    func lostAnswer() async throws {
        let (device, id) = try await phone.paired()
        let shown = try #require(try await device.nextPasscode())
        var dying = phone
        dying.transport = MortalTransport(inner: server, end: End(at: 1, isAnswerLost: true))
        #expect(await error { _ = try await dying.open().sendLogs() } == .unreachable)
        #expect(server.now.logs.count == 1, "the server has heard it")
        #expect(try server.accept(passcode: shown, of: id))
    }

    @Test("a device that showed more than ten is in step again after an exchange")
    func ahead() async throws {
        let (device, id) = try await phone.paired()
        var code = ""
        for _ in 0..<30 { code = try await device.nextPasscode() ?? "" }
        #expect(try !server.accept(passcode: code, of: id))
        _ = try await device.sendLogs()
        #expect(try server.accept(passcode: try #require(phone.events.passcodes.last), of: id))
    }

    @Test("passcodes go on where they were after the app was ended")
    func restarted() async throws {
        let (device, _) = try await phone.paired()
        let shown = try await device.nextPasscode()
        #expect(try await phone.open().nextPasscode() != shown)
    }

    // MARK: - Root detection

    private struct Finding: TamperDetector {
        let name = "test"
        let found: Double
        func score(on system: any TamperedSystem) -> Double { found }
    }

    @Test("where the server requires root detection, a passcode needs its verdict")
    func restrictive() async throws {
        var phone = phone
        phone.configuration.tampering = TamperDetection([Finding(found: 0.5)])
        let (device, id) = try await phone.paired()
        server.change { $0.isRootDetectionRequired = true }
        #expect(await error { try await device.setRootDetection(false) } == .permission)
        #expect(phone.events.passcodes.last == "", "it isn't active")
        #expect(try await device.nextPasscode() == "")
        let inactive = await device.nextRestrictivePasscode()
        #expect(inactive.status == .unsuccessful && inactive.error?.code == .permission && inactive.code.isEmpty)
        try await device.setRootDetection(true)
        #expect(phone.events.passcodes.last?.count == 6)
        #expect(await device.nextRestrictivePasscode().status == .ok)
        server.change { $0.isDown = true }
        #expect(await device.nextRestrictivePasscode().status == .cannotCheckOffline)
        #expect(phone.events.passcodes.last == "", "offline there is none")
        server.change { state in
            state.isDown = false
            state.installations[id]?.isRooted = true
        }
        let rooted = await device.nextRestrictivePasscode()
        #expect(rooted.status == .rooted && rooted.error?.code == .rooted)
        #expect(await error { try await device.setRootDetection(true) } == .rooted)
    }

    @Test("a device that finds itself rooted shows none, without asking")
    func rooted() async throws {
        var phone = phone
        phone.configuration.tampering = TamperDetection([Finding(found: 1)])
        let (device, _) = try await phone.paired()
        try await device.setRootDetection(true)
        let asked = server.requests(.root).count
        #expect(await device.nextRestrictivePasscode().status == .rooted)
        #expect(server.requests(.root).count == asked)
    }

    // MARK: - Pushes

    @Test("a silent push is answered, a trial is done, a cancelled session can't be chosen in")
    func pushes() async throws {
        let (device, id) = try await phone.paired()
        let silent = server.begin("tom", chooser: id, subject: id, nonce: "n")
        #expect(try await device.process(server.push(.silent, session: silent)) == .done)
        #expect(server.now.acknowledged == [silent])
        #expect(try await device.process(server.push(.test, session: "t", to: id)) == .done)
        let asked = server.begin("tom", chooser: id, subject: id, nonce: "n2")
        _ = try await device.process(server.push(.authentication, session: asked))
        #expect(try await device.process(server.push(.cancel, session: asked)) == .cancelled(session: asked))
        #expect(await error { try await device.select(UserSelection(action: .approve)) } == .pairing)
    }

    @Test("a push of another server, for another device or too late is refused")
    func foreignPushes() async throws {
        let (device, id) = try await phone.paired()
        let session = server.begin("tom", chooser: id, subject: id, nonce: "n")
        let other = try PretendPingID(time: phone.time, seed: 50)
        let forged = try server.push(.authentication, session: session, with: other.statements)
        let foreign = try server.push(.authentication, session: session, to: "another")
        let late = try server.push(.authentication, session: session)
        for body in [forged, foreign, RemoteNotificationBody(statement: "nonsense")] {
            #expect(await error { _ = try await device.process(body) } == .signature)
        }
        phone.time.advance(by: 120)
        #expect(await error { _ = try await device.process(late) } == .pushTimeout)
        let fresh = try Phone(server, time: phone.time, seed: 13)
        #expect(await error { _ = try await fresh.open().process(late) } == .signature)
    }

    @Test("a choice can be sent after the app was ended between push and answer")
    func choosesLater() async throws {
        let (device, id) = try await phone.paired()
        let session = server.begin("tom", chooser: id, subject: "another", nonce: "n")
        _ = try await device.process(server.push(.authentication, session: session))
        try await phone.open().select(UserSelection(action: .deny))
        #expect(server.now.sessions[session]?.selection?.action == .deny)
    }

    @Test("a new push address is told at once, or with the next exchange when the server can't be reached")
    func pushAddress() async throws {
        let (device, id) = try await phone.paired()
        let address = PushAddress.apns(token: String(repeating: "0b", count: 32), isSandbox: false)
        server.change { $0.isDown = true }
        try await device.setPushAddress(address)
        server.change { $0.isDown = false }
        _ = try await phone.open().sendLogs()
        #expect(server.now.installations[id]?.push == address)
        #expect(try Exchange(json: JSONValue(parsing: try #require(server.requests(.logs).last).body)).push == address)
        _ = try await device.sendLogs()
        #expect(try Exchange(json: JSONValue(parsing: try #require(server.requests(.logs).last).body)).push == nil)
        let next = PushAddress.apns(token: String(repeating: "0c", count: 32), isSandbox: false)
        try await device.setPushAddress(next)
        #expect(server.now.installations[id]?.push == next)
    }

    // MARK: - Tokens

    @Test("a token's states are told, those of the browser and of the push service as they change", arguments: TokenStatus.allCases)
    func states(_ status: TokenStatus) async throws {
        let (device, _) = try await phone.paired()
        let users = [TokenUser(username: "tom", firstName: "Tom")]
        server.change { state in
            state.tokens["qr"] = .init(
                users: users, status: status, next: status.isAwaitedElsewhere ? [status, .claimed] : [], context: "c")
        }
        let report = try await device.validate(token: " qr\n")
        #expect(report.status == (status.isAwaitedElsewhere ? .claimed : status))
        #expect(phone.events.tokens == (status.isAwaitedElsewhere ? [status, .claimed] : [status]))
        #expect(report.clientContext == "c" && report.users == (status.listsUsers ? users : []))
    }

    @Test("a token that nothing happens to is asked about until it is over, and no longer")
    func tokenExpires() async throws {
        let (device, _) = try await phone.paired()
        server.change { $0.tokens["qr"] = .init(users: [], status: .webUserSelection) }
        #expect(try await device.validate(token: "qr").status == .webUserSelection)
        #expect(server.requests(.tokenStatus).count == 40, "every three seconds for two minutes")
        #expect(phone.events.tokens == [.webUserSelection])
    }

    @Test("of several users one is chosen; a foreign or suspended one is refused; a denial needs none")
    func users() async throws {
        let (device, _) = try await phone.paired()
        let users = [TokenUser(username: "tom"), TokenUser(username: "tim"), TokenUser(username: "old", status: .suspended)]
        server.change { $0.tokens["qr"] = .init(users: users, status: .mobileUserSelectionAndApproval) }
        #expect(await error { _ = try await device.selectForToken(UserSelection(action: .approve)) } == .token)
        _ = try await device.validate(token: "qr")
        #expect(await error { _ = try await device.selectForToken(UserSelection(action: .approve)) } == .selectionMissing)
        for (username, code) in [("eve", PingIDError.Code.userNotPaired), ("old", .userSuspended)] {
            let selection = try UserSelection(action: .approve, username: username)
            #expect(await error { _ = try await device.selectForToken(selection) } == code)
        }
        let reopened = try await phone.open()
        #expect(try await reopened.selectForToken(UserSelection(action: .approve, username: "tim")).status == .claimed)
        #expect(await error { _ = try await device.selectForToken(UserSelection(action: .approve, username: "tim")) } == .token)
        server.change { $0.tokens["qr2"] = .init(users: users, status: .mobileUserSelection) }
        _ = try await device.validate(token: "qr2")
        #expect(try await device.selectForToken(UserSelection(action: .deny)).status == .denied)
    }

    @Test("of two devices that claim one token, one gets it")
    func parallel() async throws {
        let (device, _) = try await phone.paired()
        let other = try await Phone(server, time: phone.time, seed: 12).paired().device
        server.change { $0.tokens["qr"] = .init(users: [], status: .pendingUserApproval) }
        async let one = error { _ = try await device.validate(token: "qr") }
        async let two = error { _ = try await other.validate(token: "qr") }
        let codes = await [one, two]
        #expect(codes.count { $0 == nil } == 1 && codes.count { $0 == .tokenUsed } == 1)
        #expect(await error { _ = try await device.validate(token: "unknown") } == .token)
        #expect(await error { _ = try await device.validate(token: "") } == .token)
    }

    @Test("a token that waits is followed on by an app that was ended meanwhile; one that is over isn't")
    func resumed() async throws {
        let (device, _) = try await phone.paired()
        #expect(try await device.resumeToken() == nil)
        server.change { $0.tokens["qr"] = .init(users: [], status: .pendingUserApproval) }
        _ = try await device.validate(token: "qr")
        server.change { $0.tokens["qr"]?.status = .canceled }
        #expect(try await phone.open().resumeToken()?.status == .canceled)
        #expect(try await device.resumeToken() == nil)
    }

    // MARK: - Life

    @Test("a wrong clock is put right, and only what this device signs goes by it")
    func clock() async throws {
        let slow = ManualTime(phone.time.now.addingTimeInterval(-4000))
        let device = try await phone.open(slow)
        #expect(await error { try await device.setRootDetection(true) } == nil)
        #expect(server.requests(.root).count == 2, "refused once, and made again with the server's time")
        _ = try server.opened(try await device.payload())
    }

    @Test("a server's time beyond all bounds isn't believed, and spoils no later call", arguments: [1e300, -1e300, 253_402_300_800])
    func impossibleTime(_ seconds: Double) async throws {
        let (device, _) = try await phone.paired()
        server.change { $0.refusals[.root] = DeviceError(.clockSkew, "off", details: ["serverTime": .number(seconds)]) }
        #expect(await error { try await device.setRootDetection(true) } != nil)
        server.change { $0.refusals = [:] }
        #expect(await error { try await phone.open().setRootDetection(true) } == nil)
        _ = try server.opened(try await device.payload())
    }

    @Test("failures of the network and the server have their documented numbers")
    func failures() async throws {
        let (device, _) = try await phone.paired()
        let failures: [(TransportError.Code, PingIDError.Code)] = [
            (.cannotConnect, .noConnection), (.timedOut, .unreachable), (.untrusted, .unreachable), (.interrupted, .unreachable),
        ]
        for (code, documented) in failures {
            server.change { ($0.isDown, $0.failure) = (true, code) }
            #expect(await error { _ = try await device.sendLogs() } == documented)
        }
        server.change { $0.isDown = false }
        for (answer, documented) in [
            (HTTPResponse(status: 200, body: Array("nonsense".utf8)), PingIDError.Code.serverResponse),
            (HTTPResponse(status: 404), .serverResponse), (HTTPResponse(status: 503), .server),
            (.json(DeviceError(.server, "at fault").json, status: 500), .server),
        ] {
            server.change { $0.answers[.logs] = answer }
            #expect(await error { _ = try await device.sendLogs() } == documented)
        }
        server.change { $0.answers = [:] }
        for (code, number) in [(DeviceError.Code.applicationDisabled, -10_002), (.application, -10_003), (.pushTimeout, -10_004)] {
            server.change { $0.refusals[.logs] = DeviceError(code, "refused") }
            #expect(await error { _ = try await device.sendLogs() }?.documentedNumber == number)
        }
        let fresh = try Phone(server, time: phone.time, seed: 20)
        server.change { $0.hasSealingKey = false }
        #expect(await error { _ = try await fresh.open().payload() } == .publicKey)
    }

    @Test("the realm's keys are read anew after a day, and the former ones serve while the server can't be reached")
    func realmKeys() async throws {
        let device = try await phone.open()
        func reads() -> Int { server.requests.count { $0.url.path().hasSuffix("/jwks") } }
        for _ in 0..<2 { _ = try await device.payload() }
        #expect(reads() == 1)
        phone.time.advance(by: 86_400)
        server.change { $0.isDown = true }
        _ = try server.opened(try await device.payload())
        server.change { $0.isDown = false }
        _ = try await device.payload()
        #expect(reads() == 3)
        _ = try await device.payload()
        #expect(reads() == 3)
    }

    @Test("logs hold nothing secret")
    func logs() async throws {
        let (device, id) = try await phone.paired()
        #expect(try await device.sendLogs() == "S-1")
        let text = try #require(server.now.logs.first)
        #expect(text.contains("/pingid/selections: status 200"))
        for secret in phone.events.passcodes + [id] { #expect(!text.contains(secret)) }
    }

    @Test("removing local data leaves nothing, and the server isn't told")
    func removed() async throws {
        let (device, id) = try await phone.paired()
        try await device.setKeepsTrustAfterReinstall(true)
        let sent = server.requests.count
        try await device.removeLocalData()
        #expect(server.requests.count == sent && server.now.installations[id]?.users.count == 1)
        for service in ["pingid", "keys"] { #expect(try await phone.store.keys(in: service).isEmpty, "\(service)") }
        #expect(try await !device.isTrusted)
        #expect(try await phone.pair(device) != id, "it begins anew")
    }

    @Test("after a reinstallation the device is trusted only if it was to stay so", arguments: [true, false])
    func reinstalled(_ keeps: Bool) async throws {
        var phone = phone
        phone.configuration.appData = InMemoryStore()
        let (device, _) = try await phone.paired()
        try await device.setKeepsTrustAfterReinstall(keeps)
        #expect(try await phone.open().isTrusted)
        phone.configuration.appData = InMemoryStore()
        #expect(try await phone.open().isTrusted == keeps)
    }

    @Test("what a newer version stored is not touched")
    func newer() async throws {
        _ = try await phone.paired()
        let (key, stored) = (StoreKey("pingid", "state"), Secret("{\"version\":2}"))
        try await phone.store.set(stored, for: key)
        #expect(await error { _ = try await phone.open() } == .storage)
        #expect(try await phone.store.get(key) == stored)
    }

    @Test("a process that ends at any write or call loses nothing that was told", arguments: [false, true])
    func crashes(isAnswerLost: Bool) async throws {
        for place in 1..<30 {
            let phone = try Phone()
            var dying = phone
            let end = End(at: place, isAnswerLost: isAnswerLost)
            dying.store = MortalStore(inner: phone.store, end: end)
            dying.transport = MortalTransport(inner: phone.server, end: end)
            let device = try? await dying.open()
            if let device { _ = try? await dying.pair(device) }
            let told = phone.events.passcodes
            let reopened = try await phone.open()
            if try await !reopened.isTrusted { _ = try await phone.pair(reopened) }
            #expect(try await reopened.isTrusted)
            let next = try #require(try await reopened.nextPasscode())
            #expect(!told.contains(next), "a passcode that was told before is never told again (\(place))")
            #expect(phone.server.primaries(of: "tom") == 1)
            #expect(try await phone.store.get(OldInstallation.record) != nil)
        }
    }

    // MARK: - Migration

    @Test("the successor finds the installation and moves it over, while it is trusted")
    func migrates() async throws {
        let keys = SoftwareKeyStore(phone.store)
        let (device, id) = try await phone.paired()
        let old = try #require(try await OldInstallation.stored(in: phone.store, keys: keys))
        #expect(old.device == id)
        let platform = try PretendServer(time: phone.time)
        platform.change { [key = try #require(server.now.installations[id]?.key)] in $0.oldKeys[id] = key }
        let configuration = MFAConfiguration(
            issuers: [platform.issuer], app: AppDescription(id: "com.example.bank"), device: DeviceDescription(platform: "iOS"))
        let successor = try await MFADevice.open(
            configuration,
            on: Device(transport: platform, store: phone.store, keepsCookies: false, time: phone.time, random: SeededRandom(seed: 3)))
        #expect(try await successor.migrate(old).map(\.pairing.user.username) == ["alice"])
        server.change { $0.installations[id]?.users = [] }
        _ = try await device.sendLogs()
        #expect(try await OldInstallation.stored(in: phone.store, keys: keys) == nil, "what isn't trusted can't be moved")
    }

    @Test(
        "a migration that ends at any write or call is finished by the next start: one pairing, never two, never none",
        arguments: [false, true])
    func migrationCrashes(isAnswerLost: Bool) async throws {
        var finished = false
        for place in 1..<60 where !finished {
            let phone = try Phone()
            let (_, id) = try await phone.paired()
            let platform = try PretendServer(time: phone.time)
            platform.change { [key = try #require(phone.server.now.installations[id]?.key)] in $0.oldKeys[id] = key }
            let end = End(at: place, isAnswerLost: isAnswerLost)
            finished =
                (try? await migrate(phone, platform, MortalStore(inner: phone.store, end: end), MortalTransport(inner: platform, end: end)))
                != nil
            if !finished { try await migrate(phone, platform, phone.store, platform) }
            #expect(platform.now.pairings.values.map(\.isConfirmed) == [true], "\(place)")
            #expect(platform.now.installations.count == 1)
        }
        #expect(finished, "the last one ended nowhere")
    }

    /// Starts the successor's app, which moves over what is left to be moved.
    private func migrate(
        _ phone: Phone, _ platform: PretendServer, _ store: any SecureStore, _ transport: any HTTPTransport
    ) async throws {
        let configuration = MFAConfiguration(
            issuers: [platform.issuer], app: AppDescription(id: "com.example.bank"), device: DeviceDescription(platform: "iOS"))
        let device = Device(transport: transport, store: store, keepsCookies: false, time: phone.time, random: phone.random)
        let successor = try await MFADevice.open(configuration, on: device)
        guard try await !successor.isPaired else { return }
        let old = try #require(try await OldInstallation.stored(in: store, keys: SoftwareKeyStore(store)))
        _ = try await successor.migrate(old)
    }

    @Test("an app that was installed anew moves over only what was to stay", arguments: [true, false])
    func migratesReinstalled(_ keeps: Bool) async throws {
        var phone = phone
        let appData = InMemoryStore()
        phone.configuration.appData = appData
        let (device, _) = try await phone.paired()
        try await device.setKeepsTrustAfterReinstall(keeps)
        let keys = SoftwareKeyStore(phone.store)
        #expect(try await OldInstallation.stored(in: phone.store, keys: keys, appData: appData) != nil)
        #expect((try await OldInstallation.stored(in: phone.store, keys: keys, appData: InMemoryStore()) != nil) == keeps)
    }
}
