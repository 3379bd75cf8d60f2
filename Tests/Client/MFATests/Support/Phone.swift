import ClientTesting
import DeviceFoundation
import DeviceMessages
import DeviceTesting
import Foundation
import MFA
import Primitives
import Synchronization

/// A phone and its server: what a test needs to make the device as often as it likes over the same store.
struct Phone: Sendable {
    let time = ManualTime()
    let server: PretendServer
    var store: any SecureStore = InMemoryStore()
    var clock: any TimeSource
    var transport: any HTTPTransport
    var random: any RandomSource = SeededRandom(seed: 11)
    var configuration: MFAConfiguration

    init() throws {
        server = try PretendServer(time: time)
        clock = time
        transport = server
        configuration = MFAConfiguration(
            issuers: [server.issuer], app: AppDescription(id: "com.example.phone", version: "1.0"),
            device: DeviceDescription(platform: "iOS", model: "iPhone14,2"), client: "shop")
    }

    /// Starts the app's process.
    func open() async throws(MFAError) -> MFADevice {
        try await MFADevice.open(
            configuration,
            on: Device(transport: transport, store: store, keepsCookies: false, time: clock, random: random)
        ) { try await Task.sleep(for: min($0, .milliseconds(20))) }
    }

    /// A device that is paired with Alice.
    func paired() async throws -> (MFADevice, MFAPairing) {
        let device = try await open()
        return (device, try await device.pair(with: server.pairingKey()).pairing)
    }

    var records: [StoreKey] {
        get async throws {
            var keys: [StoreKey] = []
            for service in ["mfa.installations", "mfa.inbox", "mfa.payloads", "mfa.keys", "mfa.push", "mfa.clock", "mfa.choices", "keys"] {
                keys += try await store.keys(in: service).map { StoreKey(service, $0) }
            }
            return keys
        }
    }
}

/// Ends the process, as it were, at the nth access to store or network: whatever comes after fails, until the process is started anew.
final class Reaper: Sendable {
    private let left: Mutex<Int>
    private let after: Bool

    /// - Parameter after: whether the nth access still takes place, and only its answer is lost.
    init(at count: Int, after: Bool = false) {
        left = Mutex(count)
        self.after = after
    }

    /// Whether the process has ended.
    var isDead: Bool { left.withLock { $0 <= 0 } }

    /// Says whether this access takes place, and whether its answer arrives.
    func access() -> (happens: Bool, isHeard: Bool) {
        left.withLock { left in
            left -= 1
            return left > 0 ? (true, true) : left == 0 ? (after, false) : (false, false)
        }
    }
}

struct MortalStore: SecureStore {
    let inner: any SecureStore
    let reaper: Reaper
    private let gone = StoreError(.io, "the process has ended")

    init(_ inner: any SecureStore, _ reaper: Reaper) {
        self.inner = inner
        self.reaper = reaper
    }

    func get(_ key: StoreKey) async throws(StoreError) -> Secret? {
        // Reading changes nothing: only writes are places to end at.
        if reaper.isDead { throw gone }
        return try await inner.get(key)
    }
    func set(_ value: Secret, for key: StoreKey) async throws(StoreError) {
        let access = reaper.access()
        if access.happens { try await inner.set(value, for: key) }
        if !access.isHeard { throw gone }
    }
    func delete(_ key: StoreKey) async throws(StoreError) {
        let access = reaper.access()
        if access.happens { try await inner.delete(key) }
        if !access.isHeard { throw gone }
    }
    func keys(in service: String) async throws(StoreError) -> [String] {
        if reaper.isDead { throw gone }
        return try await inner.keys(in: service)
    }
}

struct MortalTransport: HTTPTransport {
    let inner: any HTTPTransport
    let reaper: Reaper

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let access = reaper.access()
        let response = access.happens ? try await inner.send(request) : nil
        guard access.isHeard, let response else { throw TransportError(.interrupted, "the process has ended") }
        return response
    }
}
