import AuthenticatorMessages
public import Primitives

/// `deviceTampering`: the device is less likely tampered with than the issuer's `score` says, 1 by default.
public struct DeviceTamperingPolicy: AccountPolicy {
    /// The policy's name in an account's URI, `deviceTampering`.
    public let name = DevicePolicies.Policy.deviceTampering
    private let score: @Sendable () async -> Double

    /// - Parameter score: how likely the device was tampered with: 0 for not at all, 1 for certainly.
    public init(_ score: @escaping @Sendable () async -> Double) { self.score = score }

    /// Whether the device's score is below the `score` of the settings, 1 by default.
    public func isMet(_ parameters: JSONObject) async -> Bool {
        await score() < DevicePolicies.Policy(name, parameters).score
    }
}
