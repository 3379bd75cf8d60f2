import CallbackBridge
import Primitives

/// Learns whether the SDK is started.
public protocol StatusEventListener: AnyObject {
    /// The SDK couldn't be started.
    func onError(_ uuid: String, _ message: String, _ code: Int)
    /// The SDK is started.
    func onInitialized(_ uuid: String)
}

/// Learns of new tokens.
public protocol TokenReadyListener: AnyObject {
    /// There is a new token.
    func onTokenReady()
}

/// The listeners of the calls for Android, which are set before the start or after it.
enum SecuredTouchSDKListeners {
    private static let status = Lock<Handoff<any StatusEventListener>?>(nil)
    private static let token = Lock<Handoff<any TokenReadyListener>?>(nil)

    static func set(status listener: any StatusEventListener) {
        let listener = Handoff(listener)
        status.withLock { $0 = listener }
        SecuredTouch.started.map(install)
    }

    static func set(token listener: any TokenReadyListener) {
        let listener = Handoff(listener)
        token.withLock { $0 = listener }
        SecuredTouch.started.map(install)
    }

    static func install(on sdk: SecuredTouch) {
        if let listener = status.withLock({ $0 }) {
            sdk.onSecuredTouchInitialized { listener.value.onInitialized($0 ?? "") }
            sdk.onSecuredTouchError { listener.value.onError($0 ?? "", $1 ?? "", $2) }
        }
        if let listener = token.withLock({ $0 }) { sdk.onTokenReady { listener.value.onTokenReady() } }
    }
}
