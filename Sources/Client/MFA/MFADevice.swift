public import DeviceFoundation
import DeviceMessages
import Foundation
import Primitives

/// This device as a second factor: pairs with users, receives and decides requests, makes passcodes.
///
/// Everything that it knows is in the store: when the process ends at any moment, opening the device again and repeating the call
/// finishes what was begun, and nothing is done twice.
///
/// ```swift
/// let device = try await MFADevice.open(configuration, on: Device(transport: transport, store: vault))
/// let outcome = try await device.pair(with: "0188 2778 8072 15")
/// for try await request in device.notifications {
///     try await request.approve(number: 42, method: .face)
/// }
/// ```
public actor MFADevice {
    /// The configuration that it was made with.
    public nonisolated let configuration: MFAConfiguration

    nonisolated let device: Device
    nonisolated let book: InstallationBook
    nonisolated let records: RecordBook
    nonisolated let keys: KeyRing
    nonisolated let clock: ServerClock
    nonisolated let channel: DeviceChannel
    nonisolated let journal: Journal
    nonisolated let pause: Pause

    /// Waits for a time; a simulation has another idea of it.
    package typealias Pause = @Sendable (Duration) async throws -> Void

    var running: Set<Activity> = []
    var keyReads: [DeviceIssuer: Date] = [:]
    var listeners: [UInt64: @Sendable () -> Void] = [:]
    var lastListener: UInt64 = 0

    /// The activities that must not run twice at a time.
    enum Activity: Hashable { case pairing, migration, unpairing, test, rotation }

    /// Opens the device, with the keys in `keys`, by default a ``SoftwareKeyStore`` in the device's own store.
    ///
    /// It reads what is stored and doesn't use the network.
    /// - Throws: ``MFAError`` `.configuration` without an issuer; `.storage` when what is stored can't be read.
    public static func open(
        _ configuration: MFAConfiguration, on device: Device, keys: (any KeyStore)? = nil
    ) async throws(MFAError) -> MFADevice {
        try await open(configuration, on: device, keys: keys) { try await Task.sleep(for: $0) }
    }

    package static func open(
        _ configuration: MFAConfiguration, on device: Device, keys: (any KeyStore)? = nil, pause: @escaping Pause
    ) async throws(MFAError) -> MFADevice {
        guard !configuration.issuers.isEmpty else { throw MFAError(.configuration, "no server is configured") }
        let opened = MFADevice(
            configuration, on: device, keys: keys ?? SoftwareKeyStore(device.store, random: device.random), pause: pause)
        try await opened.noticeReinstallation()
        try await opened.sweep()
        return opened
    }

    private init(_ configuration: MFAConfiguration, on device: Device, keys store: any KeyStore, pause: @escaping Pause) {
        self.configuration = configuration
        self.device = device
        self.pause = pause
        book = InstallationBook(device.store)
        records = RecordBook(device.store)
        journal = Journal("MFA", log: device.log, time: device.time)
        keys = KeyRing(store: store, time: device.time, random: device.random)
        clock = ServerClock(time: device.time, records: records)
        channel = DeviceChannel(device: device, keys: keys, clock: clock, journal: journal)
    }

    /// All users whom this device can authenticate, as far as it knows itself. No network is used.
    public nonisolated var pairings: [MFAPairing] {
        get async throws(MFAError) { try await book.all().flatMap(\.pairings) }
    }

    /// Whether the device is paired with any user.
    public nonisolated var isPaired: Bool {
        get async throws(MFAError) { try await !pairings.isEmpty }
    }

    /// Marks an activity as running, or throws when it is.
    func begin(_ activity: Activity, orThrow code: MFAError.Code) throws(MFAError) {
        guard running.insert(activity).inserted else { throw MFAError(code, "this is under way already; wait until it has ended") }
    }

    func end(_ activity: Activity) { running.remove(activity) }

    /// The installation that a call is for: at an issuer, or else the first that is paired, the default issuer's before the others.
    nonisolated func paired(at issuer: DeviceIssuer? = nil) async throws(MFAError) -> RealmInstallation {
        let all = try await book.all().filter(\.isPaired)
        let found = all.first { $0.issuer == (issuer ?? configuration.issuers[0]) } ?? (issuer == nil ? all.first : nil)
        guard let found else { throw Self.notPaired }
        return found
    }

    static var notPaired: MFAError { MFAError(.notPaired, "this device is not paired") }

    /// Removes keys that a crash left over.
    private func sweep() async throws(MFAError) {
        let used = try await book.all().flatMap { [$0.keys, $0.successor].compactMap(\.self) }.flatMap { [$0.signing, $0.agreement] }
        try await keys.sweep(keeping: Set(used))
    }
}
