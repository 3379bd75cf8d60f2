import Services
import CommandChannel
import DeviceFoundation
import Directory
import Foundation
import Foundations
import HTTPTypes
@testable import Orchestration
import OrchestrationService
import OrchestrationTesting
import Primitives
import Store
import Testing

@Suite("Adversaries between the phone and the server, and behind either")
struct AdversaryTests {
    // MARK: - A relay

    @Test("a byte that is changed anywhere in a command is refused, and nothing of the server's is changed", arguments: 0..<4)
    func altered(_ flow: Int) async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        let device = try await phone.activated()
        let command = try await begun(flow, phone, device)
        let before = try await state(server)
        let bytes = try CommandEnvelope(command).bytes
        for index in stride(from: 0, to: bytes.count, by: 7) {
            var changed = bytes
            changed[index] ^= 0x40
            let text = changed.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            let answer = try await server.call(.post, "orchestration-commands-v2", ["command": .string(text)])
            #expect(answer.status >= 400 && answer.number != nil && answer.number != -1000, "byte \(index): \(answer.json)")
        }
        #expect(try await state(server) == before)
        #expect(try await server.call(.post, "orchestration-commands-v2", ["command": .string(command)]).status == 200)
    }

    /// The first command of a flow, which never reached the server.
    private func begun(_ flow: Int, _ phone: LivePhone, _ device: OrchestrationDevice) async throws -> String {
        let request = try await phone.server.ask().command
        phone.relay.change { $0.losesAfter = 0 }
        _ = await failure { () throws(OrchestrationError) in
            switch flow {
            case 0: _ = try await phone.answer(request, on: device)
            case 1: try await device.registerNotifications("tom", identifier: "x", through: phone.relay)
            case 2:
                phone.user.enters(LivePhone.pin, "846207", "846207")
                try await device.changePassword("tom", application: 2, through: phone.relay, prompts: phone.user)
            default: _ = try await device.pendingRequests("tom", through: phone.relay)
            }
        }
        phone.relay.change { $0.losesAfter = nil }
        return try #require(phone.relay.now.sent.last)
    }

    /// What the server has of a user's authenticators and requests.
    private func state(_ server: OrchestrationServer) async throws -> [String] {
        let records = try await server.authenticators().map { "\($0.name) \($0.attemptsLeft) \($0.notification ?? "-")" }
        let pending = try await server.rows("SELECT COUNT(*) AS count FROM orchestration_requests WHERE state = 'pending'")
        let versions = try await server.rows("SELECT SUM(version) AS count FROM orchestration_authenticators")
        return records + ["\(pending) pending, \(versions)"]
    }

    @Test("a command is taken once: copies get the first answer or none, in whatever order they come")
    func replayed() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        let device = try await phone.activated()
        try await device.registerNotifications("tom", identifier: "first", through: phone.relay)
        let first = try #require(phone.relay.now.sent.last)
        try await device.registerNotifications("tom", identifier: "second", through: phone.relay)
        let (_, request) = try await server.ask()
        _ = try await phone.answer(request, on: device)
        let answer = try #require(phone.relay.now.sent.last)
        let before = try await state(server)
        for command in phone.relay.now.sent + [first, answer, first] {
            let told = try await server.call(.post, "orchestration-commands-v2", ["command": .string(command)])
            #expect(told.status == 200 || told.number == -1303 || told.number == -1304, "\(told.json)")
        }
        #expect(try await state(server) == before)
        #expect(try await server.authenticators().first?.notification == "second")
    }

    @Test("answers that are crossed between flows, users and kinds are refused by the phone, and the right one still counts")
    func crossed() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        let device = try await phone.activated()
        phone.user.enters(LivePhone.pin, LivePhone.pin)
        try await device.activate("tim", password: try await server.register("tim"), through: phone.relay, prompts: phone.user)
        let (_, toms) = try await server.ask("tom")
        let (_, tims) = try await server.ask("tim", signing: true)
        _ = try await phone.answer(toms, on: device)
        let taken = try #require(phone.relay.now.answers.last)
        phone.relay.change { $0.back = { _ in taken } }
        let crossed = await failure { () throws(OrchestrationError) in _ = try await phone.answer(tims, on: device) }
        #expect(crossed?.code == .command)
        phone.relay.change { $0.back = { $0 } }
        #expect(try await phone.answer(tims, pins: nil, on: device) == .accepted)
    }

    @Test("answers to requests that are mixed up, of two sessions, kinds, users and phones, are refused by the server and end neither")
    func mixed() async throws {
        let server = try await OrchestrationServer()
        let (toms, tims) = (LivePhone(server), LivePhone(server, seed: 61))
        try await toms.activated("tom")
        try await tims.activated("tim")
        var made: [(id: String, answer: [UInt8])] = []
        for (phone, name, signing) in [(toms, "tom", false), (toms, "tom", true), (tims, "tim", false)] {
            let (id, command) = try await server.ask(name, signing: signing)
            phone.relay.change { $0.losesAfter = 0 }
            _ = await failure { () throws(OrchestrationError) in _ = try await phone.answer(command) }
            phone.relay.change { $0.losesAfter = nil }
            made.append((id, try CommandEnvelope(try #require(phone.relay.now.sent.last)).bytes))
        }
        // The header of one with the body of another, and each single member of the header: kind, flow, step, hint.
        for (one, other) in [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2)] {
            for range in [0..<30, 3..<4, 5..<21, 21..<22, 22..<30] {
                var mixed = made[one].answer
                guard mixed[range] != made[other].answer[range] else { continue }
                mixed.replaceSubrange(range, with: made[other].answer[range])
                let text = mixed.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
                let told = try await server.call(.post, "orchestration-commands-v2", ["command": .string(text)])
                #expect(told.status >= 400 && told.number != -1000, "\(range) of \(other) in \(one): \(told.json)")
            }
        }
        for (id, _) in made { #expect(try await server.status(id) == "pending") }
        // In another order than they were asked in, the true ones count.
        for index in [2, 1, 0] {
            let text = made[index].answer.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            _ = try await server.call(.post, "orchestration-commands-v2", ["command": .string(text)])
            #expect(try await server.status(made[index].id) == "accepted")
        }
    }

    @Test("requests that come out of order are each taken once by the phone; a copy of one is not")
    func reordered() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        let device = try await phone.activated()
        var asked: [(id: String, command: String)] = []
        for number in 0..<4 { asked.append(try await server.ask(signing: number.isMultiple(of: 2))) }
        for index in [3, 0, 2, 1] { #expect(try await phone.answer(asked[index].command, on: device) == .accepted) }
        for (id, command) in asked {
            #expect(try await server.status(id) == "accepted")
            let again = await failure { () throws(OrchestrationError) in _ = try await phone.answer(command, on: device) }
            #expect(again?.code == .replayed)
        }
    }

    @Test("a command of the server's, or one of no kind that devices send, is refused when it comes back to the server")
    func reflected() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        try await phone.activated()
        let (_, command) = try await server.ask()
        for text in phone.relay.now.answers + [command] {
            let answer = try await server.call(.post, "orchestration-commands", ["command": .string(text)])
            #expect(answer.status == 400 && answer.number == -1304 && answer["command"] == nil)
        }
        for text in ["", "zz", "4f43", String(repeating: "0", count: 65_538)] {
            #expect(try await server.call(.post, "orchestration-commands", ["command": .string(text)]).status == 400)
        }
    }

    @Test("a forged refusal of the fourth trip costs nothing: the activation is finished by repeating it")
    func forgedRefusal() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        let password = try await server.register()
        phone.relay.change { state in
            state.back = { answer in
                guard (try? CommandEnvelope(answer))?.kind == .activationConfirmation else { return answer }
                return Orchestrations.refusal(OrchestrationRefusal(.registrationEnded, "forged"), of: answer) ?? answer
            }
        }
        for _ in 0..<2 {
            phone.user.enters(LivePhone.pin, LivePhone.pin)
            let refused = await failure { () throws(OrchestrationError) in
                try await phone.open().activate("tom", password: password, through: phone.relay, prompts: phone.user)
            }
            #expect(refused != nil)
        }
        phone.relay.change { $0.back = { $0 } }
        try await phone.open().activate("tom", password: password, through: phone.relay, prompts: phone.user)
        #expect(try await server.authenticators().count == 1)
        let code = try await phone.oneTimePassword()
        #expect(try await server.call(.post, "users/tom/login", login(code.code))["sessionStatus"] == "accepted")
    }

    // MARK: - An old backup

    @Test("a phone that is put back to an old state is noticed; after a change of the PIN it makes no codes")
    func restored() async throws {
        let server = try await OrchestrationServer()
        var phone = LivePhone(server)
        let store = BackedUpStore()
        phone.store = store
        try await phone.activated()
        let backup = await store.copy()
        try await phone.open().registerNotifications("tom", identifier: "x", through: phone.relay)
        phone.user.enters(LivePhone.pin, "846207", "846207")
        try await phone.open().changePassword("tom", application: 2, through: phone.relay, prompts: phone.user)
        var old = LivePhone(server, seed: 90)
        old.store = backup
        let noticed = await failure { () throws(OrchestrationError) in
            try await old.open().registerNotifications("tom", identifier: "y", through: old.relay)
        }
        #expect(noticed?.refusal?.code == -1303, "\(noticed?.reason ?? "")")
        let code = try await old.oneTimePassword()
        #expect(try await server.call(.post, "users/tom/login", login(code.code)).number == -1600)
        #expect(try await server.authenticators().first?.notification == "x")
    }

    // MARK: - Readers

    @Test("the database has neither the activation password nor anything that opens without the master key")
    func databaseReader() async throws {
        let server = try await OrchestrationServer()
        let password = try await server.register()
        let phone = LivePhone(server)
        phone.user.enters(LivePhone.pin, LivePhone.pin)
        try await phone.open().activate("tom", password: password, through: phone.relay, prompts: phone.user)
        let rows = try await server.domain.platform.database.read { transaction in
            try transaction.rows("SELECT sealed FROM orchestration_registrations", values: []).map { try $0.blob("sealed") }
                + transaction.rows("SELECT sealed FROM orchestration_authenticators", values: []).map { try $0.blob("sealed") }
                + transaction.rows("SELECT sealed FROM orchestration_activations", values: []).map { try $0.blob("sealed") }
        }
        #expect(rows.count == 3)
        let (secret, key) = (Array(password.utf8), Array(server.key.utf8))
        for row in rows {
            #expect(!contains(row, secret))
            #expect(throws: CommandError.self) { try ServerInstance(record: row) }
        }
        let hashes = try await server.domain.platform.database.read { transaction in
            try transaction.rows("SELECT hash FROM orchestration_keys", values: []).map { try $0.blob("hash") }
        }
        #expect(hashes.count == 3 && hashes.allSatisfy { !contains($0, key) && $0.count == 32 })
    }

    @Test(
        "who reads the database and tries activation passwords needs the server: its records fit every password alike, and five starts end it"
    )
    func databaseReaderOffline() async throws {
        let server = try await OrchestrationServer()
        let password = try await server.register()
        let row = try await server.domain.platform.database.read { transaction in
            try transaction.row("SELECT id, sealed FROM orchestration_registrations").map { (try $0.text("id"), try $0.blob("sealed")) }
        }
        let (id, sealed) = try #require(row)
        // Even with the record unsealed, but without the root beside the database, the right password can't be told from a wrong one.
        let record = try server.domain.platform.sealer.open(sealed, context: "orchestration registration/\(server.realm.id.text)/\(id)")
        let registration = try ActivationRegistration(record: record.withBytes { Array($0) })
        let random = SeededRandom(seed: 77)
        for guess in [password, ActivationPassword(random: random).text] {
            var copy = registration
            let device = try DeviceActivation(ChannelUser("tom"), password: try ActivationPassword(guess), random: random)
            let guessed = ActivationServerKeys(pair: try AgreementPair(random: random), root: Secret(bytes: random.bytes(32)))
            let (reply, _) = try copy.answer(device.command, keys: guessed, at: server.time.now, random: random)
            #expect(throws: CommandError.self) {
                _ = try device.evidence(reply, device: [], rounds: OrchestrationServer.activationRounds)
            }
        }
        // With the server a try is a start, and there are five.
        for number in 0..<6 {
            let device = try DeviceActivation(ChannelUser("tom"), password: ActivationPassword(random: random), random: random)
            let told = try await server.call(.post, "orchestration-commands-v2", ["command": .string(device.command.text)])
            #expect(told.status == (number < 5 ? 200 : 400))
        }
    }

    private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        guard bytes.count >= part.count else { return false }
        return (0...(bytes.count - part.count)).contains { Array(bytes[$0..<($0 + part.count)]) == part }
    }

    @Test("a thousand PINs give a thousand plausible codes on the phone; the server tells the right one, and stops after five")
    func storageReader() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        let device = try await phone.activated()
        var codes: Set<String> = []
        for number in 0..<1_000 {
            phone.user.enters(String(200_000 + number))
            codes.insert(try await device.oneTimePassword("tom", application: 2, prompts: phone.user).code)
        }
        #expect(codes.count > 980 && codes.allSatisfy { $0.count == 8 && $0.allSatisfy(\.isNumber) })
        var numbers: [Int?] = []
        for code in codes.prefix(6) { numbers.append(try await server.call(.post, "users/tom/login", login(code)).number) }
        #expect(numbers == [-1600, -1600, -1600, -1600, -1600, -1302])
    }

    @Test("what is shown is what is signed: a request whose lines are changed on their way doesn't open")
    func display() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        let device = try await phone.activated()
        let (id, command) = try await server.ask(signing: true)
        var bytes = try CommandEnvelope(command).bytes
        bytes[bytes.count - 40] ^= 1
        let text = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let refused = await failure { () throws(OrchestrationError) in _ = try await phone.answer(text, on: device) }
        #expect(refused != nil && phone.user.now.shown.isEmpty)
        #expect(try await server.status(id) == "pending")
        #expect(try await phone.answer(command, on: device) == .accepted)
    }
}

/// A store of which a backup can be made.
private actor BackedUpStore: SecureStore {
    private var values: [StoreKey: Secret]

    init(_ values: [StoreKey: Secret] = [:]) { self.values = values }

    func get(_ key: StoreKey) -> Secret? { values[key] }
    func set(_ value: Secret, for key: StoreKey) { values[key] = value }
    func delete(_ key: StoreKey) { values[key] = nil }
    func keys(in service: String) -> [String] { values.keys.filter { $0.service == service }.map(\.name).sorted() }
    /// Another store with the same records.
    func copy() -> BackedUpStore { BackedUpStore(values) }
}
