public import Foundation
import Primitives

#if canImport(ObjectiveC)
/// Is told of what happens. Every call is optional.
@objc public protocol PingIDDelegate: NSObjectProtocol {
    /// There is a new passcode, as after every request to the server; empty when the server requires root detection, and the device is
    /// rooted or offline.
    @objc optional func didRefreshOneTimePasscode(_ oneTimePasscode: String)
    /// The server does not trust the device any more.
    @objc optional func didUntrustDevice()
    /// An authentication token has a new state, as `authentication_token_status` of `sessionInfo` says; `client_context` and `users` may
    /// come with it.
    @objc optional func authenticationTokenStatus(_ sessionInfo: [AnyHashable: Any], error: (any Error)?)
}

extension PingIDDelegate {
    func tell(passcode: String) { didRefreshOneTimePasscode?(passcode) }
    func tellOfLostTrust() { didUntrustDevice?() }
    func tell(status: [AnyHashable: Any], error: (any Error)?) { authenticationTokenStatus?(status, error: error) }
}
#else
/// Is told of what happens. Every call is optional.
public protocol PingIDDelegate: NSObjectProtocol {
    /// There is a new passcode, as after every request to the server; empty when the server requires root detection, and the device is
    /// rooted or offline.
    func didRefreshOneTimePasscode(_ oneTimePasscode: String)
    /// The server does not trust the device any more.
    func didUntrustDevice()
    /// An authentication token has a new state, as `authentication_token_status` of `sessionInfo` says; `client_context` and `users` may
    /// come with it.
    func authenticationTokenStatus(_ sessionInfo: [AnyHashable: Any], error: (any Error)?)
}

extension PingIDDelegate {
    /// Does nothing, for a delegate that doesn't want to be told.
    public func didRefreshOneTimePasscode(_ oneTimePasscode: String) {}
    /// Does nothing, for a delegate that doesn't want to be told.
    public func didUntrustDevice() {}
    /// Does nothing, for a delegate that doesn't want to be told.
    public func authenticationTokenStatus(_ sessionInfo: [AnyHashable: Any], error: (any Error)?) {}
}

extension PingIDDelegate {
    func tell(passcode: String) { didRefreshOneTimePasscode(passcode) }
    func tellOfLostTrust() { didUntrustDevice() }
    func tell(status: [AnyHashable: Any], error: (any Error)?) { authenticationTokenStatus(status, error: error) }
}
#endif
