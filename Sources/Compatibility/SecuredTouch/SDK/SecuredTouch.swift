import CallbackBridge
import DeviceFoundation
public import Foundation
import Primitives
import RiskSignals
public import Signals

/// The SDK: collects data of how users interact with their devices, and sends it to a service that looks for fraud.
public final class SecuredTouch: NSObject, Sendable {
    let signals: Signals
    /// Takes what the app observes of its user itself: on systems without observers of the SDK's, and for screens that these don't see. It is an
    /// addition of ours; what is fed while behaviour is paused is dropped.
    public let behaviorFeed = BehaviorFeed()
    private let listeners = Listeners()

    private static let current = Lock<SecuredTouch?>(nil)

    /// The started SDK; nil before ``initSDK(_:)``.
    static var started: SecuredTouch? { current.withLock { $0 } }

    /// Stops without a trace but what a pause saved, as the end of the process does.
    package static func stop() {
        let former = current.withLock { current in
            defer { current = nil }
            return current
        }
        if let signals = former?.signals { Bridge.wait { await signals.stop() } }
    }

    /// Starts the SDK. Started again, it returns the one that is started.
    /// - Returns: nil when the host or the app's id makes no sense, or the system has no network or store for it.
    public static func initSDK(_ params: STInitParams) -> SecuredTouch? {
        if let started { return started }
        guard let made = try? SecuredTouch(params, Environment.current) else { return nil }
        current.withLock { $0 = made }
        made.begin(params)
        return made
    }

    private init(_ params: STInitParams, _ environment: Environment) throws {
        guard let issuer = SignalsIssuer(base: params.serverHost, environment: params.applicationId) else {
            throw SignalsError(.configuration, "serverHost or applicationId makes no sense")
        }
        var configuration = SignalsConfiguration(issuer: issuer)
        configuration.application = params.applicationId
        configuration.secret = params.appSecret
        configuration.words = environment.words()
        configuration.sources = [behaviorFeed.source(observesWindows: { !STApplication.isInUse })]
        let isLogging = params.debugMode || params.consoleLogEnabled
        signals = Signals(
            configuration,
            on: Device(
                transport: try environment.transport(), store: try environment.store(), log: isLogging ? Log(.all) : .off,
                keepsCookies: false, platform: "ios", time: environment.time, random: environment.random))
    }

    private func begin(_ params: STInitParams) {
        let (signals, listeners) = (signals, listeners)
        signals.setIdentity(user: params.userId, session: params.sessionId)
        signals.beginRecording()
        Task {
            await signals.onToken { _ in listeners.tellToken() }
            do throws(SignalsError) {
                try await signals.start()
                listeners.tell(.success(signals.uuid))
            } catch { listeners.tell(.failure(.init(uuid: signals.uuid, error: error))) }
        }
    }

    /// Sets the closure that is called when the SDK is started; one that is set later is called at once.
    public func onSecuredTouchInitialized(_ handler: @escaping (_ uuid: String?) -> Void) {
        let state = listeners.change { $0.initialized = handler }
        if case .success(let uuid) = state.outcome { handler(uuid) }
    }

    /// Sets the closure that is called when the SDK couldn't be started; one that is set later is called at once. The code is that of
    /// `SignalsError`.
    public func onSecuredTouchError(_ handler: @escaping (_ uuid: String?, _ message: String?, _ code: Int) -> Void) {
        let state = listeners.change { $0.failed = handler }
        if case .failure(let failed) = state.outcome { handler(failed.uuid, failed.error.reason, failed.error.code.rawValue) }
    }

    /// Returns the identifier of the SDK, the same as long as the app's process lives.
    public func getInstanceUUID() -> String { signals.uuid }

    /// Returns the token for the app's back end; nil before the first, and while an expired one is being renewed.
    public func getToken() -> String? {
        if let token = signals.token { return token.reveal() }
        let signals = signals
        Task { _ = try? await signals.freshToken() }
        return nil
    }

    /// Sets the closure that is called with each new token; one that is set when there is a token is called at once.
    public func onTokenReady(_ handler: @escaping () -> Void) {
        if listeners.change({ $0.tokenReady = handler }).hasToken { handler() }
    }
}
