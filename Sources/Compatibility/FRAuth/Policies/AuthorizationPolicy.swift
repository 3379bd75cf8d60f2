public import Foundation
import Journeys

/// The resources that are protected by policies, and the delegate that does what the policies want ("Handle transactions in an iOS app").
public final class AuthorizationPolicy {
    /// The URLs below which advice is followed: scheme, host and port are compared, and the beginning of the path.
    public let validatingURL: [URL]
    /// Does what a policy wants. It is held as long as the policy is.
    public var delegate: (any AuthorizationPolicyDelegate)?

    /// Makes a policy; hand it to ``FRURLProtocol/authorizationPolicy``.
    public init(validatingURL: [URL], delegate: (any AuthorizationPolicyDelegate)? = nil) {
        self.validatingURL = validatingURL
        self.delegate = delegate
    }

    func covers(_ url: URL) -> Bool { validatingURL.contains { url.isBelow($0) } }
}
