import DeviceFoundation
import Foundation
import Primitives
import Synchronization
import Testing
import VerifiableClaims
import Wallet
import WalletTesting

@Suite("The process ends at any moment")
struct CrashTests {
    let time = ManualTime()

    /// Runs a life of the wallet that ends at the nth access to store or network.
    private func lives(_ number: Int, isHeard: Bool) async throws -> (didEnd: Bool, issued: Int, party: Party) {
        let router = try PretendRouter(time: time)
        let bank = Party(router, time: time, seed: 1)
        var alice = Party(router, time: time, seed: 2)
        let issuer = try await bank.open()
        try await issuer.register()
        let first = try await alice.open()
        try await first.register()
        for number in 0..<2 { try await issuer.issue(ClaimDraft([ClaimContent.Pair("number", String(number))]), to: first.id) }
        let (store, transport) = (alice.store, alice.transport)
        let end = End(at: number, isHeard: isHeard)
        alice.store = EndingStore(store, end)
        alice.transport = EndingTransport(inner: transport, end: end)
        let mortal = try? await alice.open()
        try? await mortal?.receive(alice.inbox)
        let didEnd = end.hasCome
        alice.store = store
        alice.transport = transport
        try await alice.open().receive(alice.inbox)
        #expect(try await alice.open().claims.count == 2)
        #expect(router.mailbox(of: first.id).isEmpty)
        return (didEnd, 2, alice)
    }

    @Test("nothing that was acknowledged is lost, and what is received twice says so", arguments: [true, false])
    func received(isHeard: Bool) async throws {
        var number = 1
        while true {
            let (didEnd, issued, alice) = try await lives(number, isHeard: isHeard)
            let messages = alice.inbox.messages
            let once = messages.filter { !$0.isRepeated }
            #expect(Set(messages.map(\.id)).count == issued)
            #expect(once.count == Set(once.map(\.id)).count)
            guard didEnd else { break }
            number += 1
        }
        #expect(number > 10)
    }

    @Test("what was kept to be sent arrives once")
    func sent() async throws {
        for number in 1... {
            let router = try PretendRouter(time: time)
            var alice = Party(router, time: time, seed: 1)
            let shop = Party(router, time: time, seed: 2)
            let (wallet, service) = (try await alice.open(), try await shop.open())
            try await wallet.register()
            try await service.register()
            let (store, transport) = (alice.store, alice.transport)
            let end = End(at: number, isHeard: false)
            alice.store = EndingStore(store, end)
            alice.transport = EndingTransport(inner: transport, end: end)
            let mortal = try? await alice.open()
            var isKept = false
            do {
                try await mortal?.share([.data([ClaimContent.Pair("a", "b")])], with: service.id)
                isKept = mortal != nil
            } catch {}
            alice.store = store
            alice.transport = transport
            try await alice.open().flush()
            try await service.receive(shop.inbox)
            #expect(shop.inbox.messages.count <= 1)
            if isKept { #expect(shop.inbox.messages.count == 1) }
            guard end.hasCome else { break }
        }
    }
}

/// The end of the process at an access: all that come after it fail.
final class End: Sendable {
    private let left: Mutex<Int>
    private let isHeard: Bool

    /// - Parameter isHeard: whether the access at which the process ends still takes place.
    init(at number: Int, isHeard: Bool) {
        left = Mutex(number)
        self.isHeard = isHeard
    }

    var hasCome: Bool { left.withLock { $0 <= 0 } }

    func access() -> (happens: Bool, answers: Bool) {
        left.withLock { left in
            left -= 1
            return left > 0 ? (true, true) : left == 0 ? (isHeard, false) : (false, false)
        }
    }
}

struct EndingStore: SecureStore {
    let inner: any SecureStore
    let end: End
    private let gone = StoreError(.io, "the process has ended")

    init(_ inner: any SecureStore, _ end: End) {
        self.inner = inner
        self.end = end
    }

    func get(_ key: StoreKey) async throws(StoreError) -> Secret? {
        // Reading changes nothing: only writes are places to end at.
        guard !end.hasCome else { throw gone }
        return try await inner.get(key)
    }
    func set(_ value: Secret, for key: StoreKey) async throws(StoreError) {
        let (happens, answers) = end.access()
        if happens { try await inner.set(value, for: key) }
        guard answers else { throw gone }
    }
    func delete(_ key: StoreKey) async throws(StoreError) {
        let (happens, answers) = end.access()
        if happens { try await inner.delete(key) }
        guard answers else { throw gone }
    }
    func keys(in service: String) async throws(StoreError) -> [String] {
        guard !end.hasCome else { throw gone }
        return try await inner.keys(in: service)
    }
}

struct EndingTransport: HTTPTransport {
    let inner: any HTTPTransport
    let end: End

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let (happens, answers) = end.access()
        let response = happens ? try await inner.send(request) : nil
        guard answers, let response else { throw TransportError(.interrupted, "the process has ended") }
        return response
    }
}
