import CommandChannel
import DeviceFoundation
import Foundation
import HTTPTypes
@testable import Orchestration
import OrchestrationService
import OrchestrationTesting
import Primitives
import Store
import Testing

@Suite("A phone whose process ends at a write", .timeLimit(.minutes(5)))
struct KillTests {
    /// The numbers of writes that a flow makes at most, each done or not done when the process ends.
    private static let places = (0..<7).flatMap { [(write: $0, isDone: false), (write: $0, isDone: true)] }

    /// A phone whose store outlives its processes.
    private struct Stage {
        let server: OrchestrationServer
        let disk = InMemoryStore()
        let phone: LivePhone

        init(_ seed: UInt64) async throws {
            server = try await OrchestrationServer(seed: seed)
            var phone = LivePhone(server, seed: seed)
            phone.store = disk
            self.phone = phone
        }

        /// The same phone, whose next process ends at a write.
        func ending(at place: (write: Int, isDone: Bool)) -> (phone: LivePhone, store: EndingStore) {
            var phone = phone
            let store = EndingStore(disk, at: place.write, isDone: place.isDone)
            phone.store = store
            return (phone, store)
        }

        /// Whether a code by a PIN is good now.
        func isGood(_ pin: String) async throws -> Bool {
            server.time.advance(by: 60)
            let code = try await phone.oneTimePassword(pin: pin)
            return try await server.call(.post, "users/tom/login", login(code.code))["sessionStatus"] == "accepted"
        }
    }

    @Test("of an activation: repeating it finishes it, and there is one authenticator", arguments: places.indices)
    func activation(_ index: Int) async throws {
        let stage = try await Stage(300 + UInt64(index))
        let password = try await stage.server.register()
        let (phone, store) = stage.ending(at: Self.places[index])
        phone.user.enters(LivePhone.pin, LivePhone.pin)
        _ = await failure { () throws(OrchestrationError) in
            try await phone.open().activate("tom", password: password, through: phone.relay, prompts: phone.user)
        }
        stage.phone.user.enters(LivePhone.pin, LivePhone.pin)
        let again = await failure { () throws(OrchestrationError) in
            try await stage.phone.open().activate("tom", password: password, through: stage.phone.relay, prompts: stage.phone.user)
        }
        // The last write may have been done before the process ended.
        #expect(again == nil || again?.code == .userActivated, "\(again?.reason ?? "")")
        #expect(try await stage.server.authenticators().count == 1)
        #expect(try await stage.isGood(LivePhone.pin))
        if index == 0 { #expect(await store.hasEnded) }
    }

    @Test("of an approval: repeating it sends the same answer, without a question, and it counts once", arguments: places.indices.prefix(6))
    func approval(_ index: Int) async throws {
        let stage = try await Stage(400 + UInt64(index))
        try await stage.phone.activated()
        let (id, command) = try await stage.server.ask()
        let (phone, store) = stage.ending(at: Self.places[index])
        _ = await failure { () throws(OrchestrationError) in _ = try await phone.answer(command) }
        let isSent = try await stage.server.status(id) == "accepted"
        let outcome = try? await stage.phone.answer(command)
        // What was taken before the end of the process isn't taken again.
        if !isSent { #expect(outcome == .accepted) }
        #expect(try await stage.server.status(id) == "accepted")
        let logged = try await stage.server.rows(
            "SELECT COUNT(*) AS count FROM audit_waiting WHERE details LIKE '%orchestration request accepted%'")
        #expect(logged == 1)
        if index == 0 { #expect(await store.hasEnded) }
    }

    @Test("of a new PIN: one of both counts, and the other doesn't", arguments: places.indices.prefix(6))
    func change(_ index: Int) async throws {
        let stage = try await Stage(500 + UInt64(index))
        try await stage.phone.activated()
        let (phone, store) = stage.ending(at: Self.places[index])
        phone.user.enters(LivePhone.pin, "846207", "846207")
        _ = await failure { () throws(OrchestrationError) in
            try await phone.open().changePassword("tom", application: 2, through: phone.relay, prompts: phone.user)
        }
        let (former, new) = (try await stage.isGood(LivePhone.pin), try await stage.isGood("846207"))
        #expect(former != new, "the former counts: \(former), the new one: \(new)")
        if index == 0 { #expect(await store.hasEnded) }
    }
}

/// A store whose process ends at a write: that write is done or not, and nothing is written after it.
private actor EndingStore: SecureStore {
    private let base: InMemoryStore
    private var left: Int
    private let isDone: Bool
    private(set) var hasEnded = false

    init(_ base: InMemoryStore, at write: Int, isDone: Bool) {
        self.base = base
        left = write
        self.isDone = isDone
    }

    func get(_ key: StoreKey) async throws(StoreError) -> Secret? { await base.get(key) }
    func keys(in service: String) async throws(StoreError) -> [String] { await base.keys(in: service) }

    func set(_ value: Secret, for key: StoreKey) async throws(StoreError) {
        if try goOn() { await base.set(value, for: key) }
        if hasEnded { throw StoreError(.io, "the process has ended") }
    }

    func delete(_ key: StoreKey) async throws(StoreError) {
        if try goOn() { await base.delete(key) }
        if hasEnded { throw StoreError(.io, "the process has ended") }
    }

    private func goOn() throws(StoreError) -> Bool {
        guard !hasEnded else { throw StoreError(.io, "the process has ended") }
        defer { left -= 1 }
        guard left == 0 else { return true }
        hasEnded = true
        return isDone
    }
}
