import CommandChannel
import DeviceFoundation
import Foundation
@testable import Orchestration
import OrchestrationTesting
import Primitives
import Synchronization
import Testing

/// The end of the process at any write: what was begun is finished by repeating it, once, or has left nothing.
@Suite("The end of the process")
struct EndTests {
    private let phone: Phone
    private var server: PretendOrchestration { phone.server }

    init() throws { phone = try Phone() }

    @Test("at any write of an activation", arguments: 0..<6, [false, true])
    func activation(_ place: Int, _ isWritten: Bool) async throws {
        let password = try server.register("tom")
        var mortal = phone
        mortal.store = MortalStore(inner: phone.store, left: Left(place), isWritten: isWritten)
        phone.user.enters(Phone.pin, Phone.pin)
        let device = mortal.open()
        let failure = await phone.error { () throws(OrchestrationError) in
            try await device.activate("tom", password: password, through: server, prompts: phone.user)
        }
        let again = phone.open()
        phone.user.enters(Phone.pin, Phone.pin)
        // Where even the last write took place, there is nothing to finish.
        if try await !again.isActivated("tom") {
            #expect(failure != nil)
            try await again.activate("tom", password: password, through: server, prompts: phone.user)
        }
        phone.user.enters(Phone.pin)
        let code = try await again.oneTimePassword("tom", application: 2, prompts: phone.user).code
        var instance = try server.instance(of: "tom")
        #expect(server.now.instances.count == 1)
        #expect(try await phone.store.keys(in: "keys").count == 2, "no key is left over")
        #expect(try instance.verify(code, application: 2, at: phone.time.now).status == .accepted)
    }

    @Test("at any write of an answer: the decision counts once", arguments: 0..<2, [false, true])
    func answer(_ place: Int, _ isWritten: Bool) async throws {
        try await phone.activated()
        let command = try server.request(.remoteTransaction, for: "tom")
        var mortal = phone
        mortal.store = MortalStore(inner: phone.store, left: Left(place), isWritten: isWritten)
        phone.user.enters(Phone.pin)
        let device = mortal.open()
        let failure = await phone.error { () throws(OrchestrationError) in
            _ = try await device.answer(command, through: server, prompts: phone.user)
        }
        #expect(failure == .storage)
        phone.user.enters(Phone.pin)
        let again = phone.open()
        let isOver = place == 1 && isWritten
        let second = await phone.error { () throws(OrchestrationError) in
            _ = try await again.answer(command, through: server, prompts: phone.user)
        }
        #expect(second == (isOver ? .replayed : nil))
        #expect(try server.session(command).state == .accepted)
    }
}

/// The number of writes that are left to a process.
private final class Left: Sendable {
    private let number: Mutex<Int>
    init(_ number: Int) { self.number = Mutex(number) }

    /// Counts a write, and says how many were left before.
    func take() -> Int {
        number.withLock { number in
            number -= 1
            return number + 1
        }
    }
}

/// A store of a process that ends: one write is the last, and may still take place.
private struct MortalStore: SecureStore {
    let inner: any SecureStore
    let left: Left
    let isWritten: Bool

    func get(_ key: StoreKey) async throws(StoreError) -> Secret? { try await inner.get(key) }
    func keys(in service: String) async throws(StoreError) -> [String] { try await inner.keys(in: service) }

    func set(_ value: Secret, for key: StoreKey) async throws(StoreError) {
        let left = left.take()
        if left > 0 || (left == 0 && isWritten) { try await inner.set(value, for: key) }
        guard left > 0 else { throw StoreError(.io, "the process has ended") }
    }

    func delete(_ key: StoreKey) async throws(StoreError) {
        let left = left.take()
        if left > 0 || (left == 0 && isWritten) { try await inner.delete(key) }
        guard left > 0 else { throw StoreError(.io, "the process has ended") }
    }
}
