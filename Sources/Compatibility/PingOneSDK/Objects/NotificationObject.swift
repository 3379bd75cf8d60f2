import CallbackBridge
import DeviceFoundation
public import Foundation
import MFA
import Primitives

/// A request that came by remote notification.
#if canImport(ObjectiveC)
@objcMembers
#endif
public class NotificationObject: NSObject, @unchecked Sendable {  // all is constant
    /// The purpose of the notification.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public enum NotificationType: Int, Sendable {
        /// It was not recognised.
        case none = -1
        /// It has been dealt with.
        case done
        /// The user is to approve or deny.
        case authentication
    }

    /// The purpose of the notification.
    public final let notificationType: NotificationType
    /// The number of seconds that the user has from the push on.
    public final let timeoutDuration: Int
    /// The context that the server's caller gave for the app; empty for nothing.
    public final let clientContext: String

    private let request: MFARequest?

    init(_ request: MFARequest?) {
        self.request = request
        notificationType = request == nil ? .done : .authentication
        timeoutDuration = request?.timeout ?? 0
        clientContext = request?.clientContext ?? ""
    }

    convenience init(_ event: MFAEvent?) {
        var request: MFARequest?
        if case .request(let asked) = event { request = asked }
        self.init(request)
    }

    /// Approves.
    /// - Parameter withAuthenticationMethod: how the app made sure of its user, a value of `amr` (RFC 8176) such as `fpt` or `face`.
    public final func approve(withAuthenticationMethod: String?, completionHandler: @escaping (_ error: NSError?) -> Void) {
        decide(completionHandler) { request in
            try await request.approve(methods: withAuthenticationMethod.map { [VerificationMethod(rawValue: $0)] } ?? [])
        }
    }

    /// Approves.
    @available(*, deprecated, message: "please use approve(withAuthenticationMethod:completionHandler) instead")
    public final func approve(completionHandler: @escaping (_ error: NSError?) -> Void) {
        approve(withAuthenticationMethod: nil, completionHandler: completionHandler)
    }

    /// Denies.
    public final func deny(completionHandler: @escaping (_ error: NSError?) -> Void) {
        decide(completionHandler) { request in try await request.deny() }
    }

    private func decide(_ completion: @escaping (NSError?) -> Void, _ action: @escaping @Sendable (MFARequest) async throws -> Void) {
        SDK.run(
            { [request] _ in
                guard let request else { throw MFAError(.malformed, "there is nothing to decide about this notification") }
                try await action(request)
            }, then: { (_: Void?, error) in completion(error) })
    }
}
