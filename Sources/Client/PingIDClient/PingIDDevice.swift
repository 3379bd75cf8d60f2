public import DeviceFoundation
import DeviceMessages
import Foundation
public import PingIDMessages
import Primitives

/// This device in the manner of the older product: trusted for a customer's users, through the customer's own server.
///
/// Everything that it knows is in the store, and every change is there before it is told: when the process ends at any moment, opening the
/// device again and repeating the call finishes what was begun.
///
/// ```swift
/// let pingID = try await PingIDDevice.open(configuration, on: Device(transport: transport, store: vault))
/// let answer = try await customer.signOn(payload: pingID.payload())
/// let outcome = try await pingID.accept(serverPayload: answer)
/// if outcome.state == .trustLevels { try await pingID.select(UserSelection(trust: .trusted), for: outcome.session) }
/// ```
public actor PingIDDevice {
    /// The configuration that it was made with.
    public nonisolated let configuration: PingIDConfiguration

    nonisolated let device: Device
    nonisolated let book: StateBook
    nonisolated let records: Records
    nonisolated let keys: InstallationKeys
    nonisolated let journal: Journal
    nonisolated let tell: Observer
    nonisolated let pause: Pause

    /// Takes events, in the order in which they came.
    public typealias Observer = @Sendable (PingIDEvent) -> Void
    /// Waits for a time; a simulation has another idea of it.
    package typealias Pause = @Sendable (Duration) async throws -> Void

    var lastKeyReading: Date?

    /// Opens the device, with the keys in `keys`, by default a `SoftwareKeyStore` in the device's own store.
    ///
    /// It reads what is stored and doesn't use the network.
    /// - Parameter observer: told of events after they are stored; by default nothing is.
    /// - Throws: ``PingIDError/Code/applicationMissing`` without an app id; ``PingIDError/Code/application`` without a server;
    ///   ``PingIDError/Code/storage`` when what is stored can't be read.
    public static func open(
        _ configuration: PingIDConfiguration, on device: Device, keys: (any KeyStore)? = nil,
        observer: @escaping Observer = { _ in }
    ) async throws(PingIDError) -> PingIDDevice {
        try await open(configuration, on: device, keys: keys, observer: observer) { try await Task.sleep(for: $0) }
    }

    package static func open(
        _ configuration: PingIDConfiguration, on device: Device, keys: (any KeyStore)? = nil, observer: @escaping Observer = { _ in },
        pause: @escaping Pause
    ) async throws(PingIDError) -> PingIDDevice {
        guard (1...Exchange.longestApplication).contains(configuration.application.utf8.count) else {
            throw PingIDError(.applicationMissing, "the app's id is missing, or longer than \(Exchange.longestApplication) bytes")
        }
        guard !configuration.issuers.isEmpty else { throw PingIDError(.application, "no server is configured for this app") }
        let opened = PingIDDevice(
            configuration, on: device, keys: keys ?? SoftwareKeyStore(device.store, random: device.random), observer: observer, pause: pause
        )
        try await opened.noticeReinstallation()
        try await opened.noticeLostKeys()
        try await opened.settleMigration()
        return opened
    }

    private init(
        _ configuration: PingIDConfiguration, on device: Device, keys: any KeyStore, observer: @escaping Observer, pause: @escaping Pause
    ) {
        self.configuration = configuration
        self.device = device
        self.pause = pause
        tell = observer
        book = StateBook(device.store)
        records = Records(store: device.store)
        self.keys = InstallationKeys(store: keys)
        journal = Journal("PingID", log: device.log, time: device.time)
    }

    /// The users for whom the device is trusted or ignored, as far as it knows itself. No network is used.
    public nonisolated var users: [TrustedUser] {
        get async throws(PingIDError) { try await book.state()?.users ?? [] }
    }

    /// Whether the device is trusted for some user, as far as it knows itself. No network is used.
    public nonisolated var isTrusted: Bool {
        get async throws(PingIDError) { try await book.state()?.isTrusted ?? false }
    }
}
