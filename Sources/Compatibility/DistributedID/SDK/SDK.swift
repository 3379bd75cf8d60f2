import CallbackBridge
import DeviceFoundation
import DeviceMessages
import Foundation
import JOSE
import Primitives
import Wallet
import WalletMessages

/// The store, the keys and the network that all instances of this process share.
struct SDK: Sendable {
    let device: Device
    let keyStore: any KeyStore
    let environment: Environment

    var ring: WalletKeyRing { WalletKeyRing(keyStore, random: environment.random) }

    private static let opened = Lock<SDK?>(nil)

    /// The services of ``Environment/current`` when they are first used.
    static func shared() throws -> SDK {
        try opened.withLock { opened in
            if let opened { return opened }
            let made = try SDK(Environment.current)
            opened = made
            return made
        }
    }

    /// Stops without a trace but what is stored, as the end of the process does.
    static func stop() { opened.withLock { $0 = nil } }

    private init(_ environment: Environment) throws {
        self.environment = environment
        let store = try environment.store()
        keyStore = environment.keys(store)
        device = Device(
            transport: try environment.transport(), store: store, keepsCookies: false, time: environment.time, random: environment.random)
    }

    func configuration(_ instance: ApplicationInstance) -> WalletClientConfiguration {
        WalletClientConfiguration(
            address: WalletService(pingBaseURL: instance.pingBaseUrl).base, consent: environment.consent,
            name: instance.applicationInstanceId.text, osType: instance.osType)
    }

    /// Puts an instance into the store, where it isn't there yet.
    /// - Throws: ``DIDException`` when its private keys aren't in the key store of this device.
    func prepare(_ instance: ApplicationInstance) async throws {
        guard let thumbprint = instance.jwks.signing?.thumbprintText, let keys = try await ring.find(thumbprint: thumbprint) else {
            throw DIDException("the instance's keys aren't on this device")
        }
        try await Wallet.prepare(
            configuration(instance),
            as: WalletIdentity(id: instance.applicationInstanceId, keys: keys, reach: Self.reach(instance.pushToken)), on: device,
            keyStore: keyStore)
    }

    /// The wallet of an instance.
    func open(_ instance: ApplicationInstance) async throws -> Wallet {
        try await prepare(instance)
        return try await Wallet.open(configuration(instance), on: device, keys: keyStore)
    }

    /// The way to reach an instance: by a callback where the text is a URL; else by a push, of Apple's service where it is hexadecimal, of
    /// Google's otherwise.
    static func reach(_ tokenOrURL: String) -> WalletReach {
        if tokenOrURL.hasPrefix("https://") || tokenOrURL.hasPrefix("http://") { return .callback(tokenOrURL) }
        let digits = tokenOrURL.lowercased()
        let isApple = digits.utf8.count >= 64 && digits.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        return .push(isApple ? .apns(token: digits, isSandbox: false) : .fcm(token: tokenOrURL))
    }

    /// Runs work and waits for it; what it throws is this SDK's exception.
    static func wait<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        do { return try Bridge.wait(for: work) } catch { throw DIDException.of(error) }
    }

    /// Runs work; what it throws is this SDK's exception.
    static func run<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        do { return try await work() } catch { throw DIDException.of(error) }
    }
}
