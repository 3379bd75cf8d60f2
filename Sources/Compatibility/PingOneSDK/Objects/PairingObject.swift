import CallbackBridge
public import Foundation
import MFA

/// A pairing that a sign-on offers. Approve it, deny it, or let it be.
#if canImport(ObjectiveC)
@objcMembers
#endif
public class PairingObject: NSObject, @unchecked Sendable {  // all is constant
    private let offer: PairingOffer

    init(_ offer: PairingOffer) { self.offer = offer }

    /// Pairs the device.
    @available(*, deprecated, message: "please use approve(completion: @escaping (_ response: PairingInfo?, _ error: NSError?) -> Void)")
    public final func approve(completionHandler: @escaping (_ error: NSError?) -> Void) {
        approve(completion: { _, error in completionHandler(error) })
    }

    /// Pairs the device, and says how each way to authenticate stands.
    public final func approve(completion: @escaping (_ response: PairingInfo?, _ error: NSError?) -> Void) {
        SDK.run({ [offer] _ in PairingInfo([try await offer.approve()]) }, then: completion)
    }

    /// Turns the pairing down, so that it can't be approved any more. The documents name no such call; an app may make it as well let the object be.
    public final func deny(completionHandler: @escaping (_ error: NSError?) -> Void) {
        SDK.run({ [offer] _ in try await offer.decline() }, then: { (_: Void?, error) in completionHandler(error) })
    }
}
