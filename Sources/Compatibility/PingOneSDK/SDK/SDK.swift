import CallbackBridge
import DeviceFoundation
import DeviceMessages
import Foundation
import MFA
import Primitives

/// The one device that the documented API requires, made when it is first used.
package enum SDK {
    private static let opening = Lock<Task<Opened, any Error>?>(nil)

    struct Opened: Sendable {
        let device: MFADevice
        let store: any SecureStore
        let keys: any KeyStore
        let appData: (any SecureStore)?
    }

    /// The device. When it couldn't be opened, the next call tries again.
    static func opened() async throws -> Opened {
        let task = opening.withLock { current in
            if let current { return current }
            let task = Task.shared { try await open(Environment.current) }
            current = task
            return task
        }
        do { return try await task.value } catch {
            opening.withLock { if $0 == task { $0 = nil } }
            throw error
        }
    }

    /// The device for a call of the documented API, of which none can be made while a migration is under way.
    static func device() async throws -> MFADevice {
        let device = try await opened().device
        guard await !device.isMigrating else {
            throw MFAError(.migrationRunning, "a migration is under way; call again when it has ended")
        }
        return device
    }

    /// The installation that an app with the PingID SDK left on this device; nil when there is none.
    static func oldInstallation() async throws -> OldInstallation? {
        let opened = try await opened()
        return try await OldInstallation.stored(in: opened.store, keys: opened.keys, appData: opened.appData)
    }

    /// Stops without a trace but what is stored, as the end of the process does.
    package static func stop() { opening.withLock { $0 = nil } }

    private static func open(_ environment: Environment) async throws -> Opened {
        let settings = try environment.settings()
        var configuration = MFAConfiguration(
            issuers: settings.issuers, app: AppDescription(id: settings.bundleID, version: version), device: description,
            client: settings.clientID)
        configuration.codePrefix = settings.uriPrefix
        configuration.allowsSeveralRealms = false
        // The documented SDK is reached over its platform's push service or not at all.
        configuration.usesBuiltInPush = false
        configuration.appData = try environment.appData()
        let store = try environment.store()
        let keys = environment.keys(store)
        configuration.tampering = environment.tampering
        configuration.integrity = environment.integrity(store)
        let device = Device(
            transport: try environment.transport(), store: store, keepsCookies: false, platform: "ios", time: environment.time,
            random: environment.random)
        return Opened(
            device: try await MFADevice.open(configuration, on: device, keys: keys), store: store, keys: keys,
            appData: configuration.appData)
    }

    private static var version: String { Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String ?? "1.0" }

    private static var description: DeviceDescription {
        let system = ProcessInfo.processInfo.operatingSystemVersion
        return DeviceDescription(
            platform: "iOS", osVersion: "\(system.majorVersion).\(system.minorVersion)", locale: Locale.current.identifier(.bcp47),
            timeZone: TimeZone.current.identifier)
    }

    /// Runs work whose outcome goes to a completion handler, once.
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable (MFADevice) async throws -> Value, then completion: @escaping (Value?, NSError?) -> Void
    ) {
        let completion = Handoff(completion)
        Task {
            do {
                let value = try await work(try await device())
                completion.value(value, nil)
            } catch { completion.value(nil, documented(error)) }
        }
    }

    static func documented(_ error: any Error) -> NSError {
        if let error = error as? MFAError { return Translation.documented(error) }
        let error = error as NSError
        return error.domain == PingOneErrorDomain ? error : Translation.documented(error)
    }
}
