import CallbackBridge
import DeviceFoundation
import DeviceMessages
import Foundation
import PingIDClient
import PingIDMessages
import Primitives

/// The one device that the documented API requires, made when it is first used after the app id was set.
package enum SDK {
    /// The choices that the app made since it was started.
    private struct Choices: Sendable {
        var application: String?
        var capability = MFACapability.automatic
        var isSandbox = false
        var opening: Task<PingIDDevice, any Error>?
    }

    private static let choices = Lock(Choices())
    private static let shown = Lock<String?>(nil)

    /// The session that the app was told last, and that its user therefore chooses in; nil since the start of the process. A push that comes
    /// meanwhile, and that the app doesn't know yet, isn't decided by that choice.
    static var session: String? {
        get { shown.withLock { $0 } }
        set { shown.withLock { $0 = newValue } }
    }

    /// Begins with other choices; with the same ones, the device that is open stays.
    static func start(_ application: String, _ capability: MFACapability) {
        choices.withLock { choices in
            guard choices.application != application || choices.capability != capability else { return }
            choices = Choices(application: application, capability: capability, isSandbox: choices.isSandbox)
        }
    }

    /// Whether device tokens are for Apple's sandbox.
    static var isSandbox: Bool {
        get { choices.withLock { $0.isSandbox } }
        set { choices.withLock { $0.isSandbox = newValue } }
    }

    /// Stops without a trace but what is stored, as the end of the process does.
    package static func stop() {
        choices.withLock { $0 = Choices() }
        session = nil
        DelegateBox.shared.set(nil)
    }

    /// The device. When it couldn't be opened, the next call tries again.
    static func device() async throws -> PingIDDevice {
        let task = choices.withLock { choices in
            if let opening = choices.opening { return opening }
            let (application, capability) = (choices.application ?? "", choices.capability)
            let task = Task.shared { try await open(Environment.current, application, capability) }
            choices.opening = task
            return task
        }
        do { return try await task.value } catch {
            choices.withLock { if $0.opening == task { $0.opening = nil } }
            throw error
        }
    }

    private static func open(
        _ environment: Environment, _ application: String, _ capability: MFACapability
    ) async throws -> PingIDDevice {
        guard !application.isEmpty else { throw PingIDError(.applicationMissing, "initWithAppID was not called") }
        let settings = try environment.settings()
        var configuration = PingIDConfiguration(
            application: application, issuers: settings.all, app: AppDescription(id: settings.bundleID, version: version),
            device: description)
        configuration.capability = capability
        configuration.tampering = environment.tampering
        configuration.appData = try environment.appData()
        let store = try environment.store()
        let device = Device(
            transport: try environment.transport(), store: store, keepsCookies: false, platform: "ios", time: environment.time,
            random: environment.random)
        return try await PingIDDevice.open(
            configuration, on: device, keys: environment.keys(store), observer: { DelegateBox.shared.tell($0) }, pause: environment.pause)
    }

    /// The server of a data centre; nil for the one that the device has, or else the default.
    static func issuer(of center: PIDDataCenterType) throws -> DeviceIssuer? {
        guard center != .default else { return nil }
        guard let issuer = try Environment.current.settings().issuers[center] else {
            throw PingIDError(.application, "the app names no server for this data centre")
        }
        return issuer
    }

    private static var version: String { Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String ?? "1.0" }

    private static var description: DeviceDescription {
        let system = ProcessInfo.processInfo.operatingSystemVersion
        return DeviceDescription(
            platform: "iOS", osVersion: "\(system.majorVersion).\(system.minorVersion)", locale: Locale.current.identifier(.bcp47),
            timeZone: TimeZone.current.identifier)
    }

    /// Runs work whose outcome goes to a completion block, once.
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable (PingIDDevice) async throws -> Value, then completion: @escaping (Value?, NSError?) -> Void
    ) {
        let completion = Handoff(completion)
        Task {
            do {
                let value = try await work(try await device())
                completion.value(value, nil)
            } catch { completion.value(nil, Translation.documented(error)) }
        }
    }
}
