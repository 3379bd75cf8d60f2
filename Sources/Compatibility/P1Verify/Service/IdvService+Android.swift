import Foundation
import Primitives

/// The calls as Android's document prints them: positional, with a consumer of results and one of errors.
extension IdvService {
    /// Submits cards, as ``submitDataForVerification(data:onComplete:)`` does.
    public func submitDataForVerification(
        _ data: [IdCard], _ resultHandler: @escaping (VerifyStatus) -> Void, _ errorHandler: @escaping (any Error) -> Void
    ) {
        submitDataForVerification(data: data) { result in
            switch result {
            case .success(let status): resultHandler(status)
            case .failure(let error): errorHandler(error)
            }
        }
    }

    /// The other name of ``submitDataForVerification(_:_:_:)``.
    public func submitDataForValidation(
        _ data: [IdCard], _ resultHandler: @escaping (VerifyStatus) -> Void, _ errorHandler: @escaping (any Error) -> Void
    ) {
        submitDataForVerification(data, resultHandler, errorHandler)
    }

    /// Reads the state, as ``checkVerificationStatus(handler:)`` does.
    public func checkVerificationStatus(_ handler: (any NotificationHandler)?) { checkVerificationStatus(handler: handler) }

    /// Handles the data of a push, as ``processNotification(userInfo:handler:)`` does.
    @discardableResult
    public func processNotification(_ notificationData: [String: String], _ handler: (any NotificationHandler)? = nil) -> Bool {
        processNotification(userInfo: notificationData, handler: handler)
    }

    /// Handles the data of a push, and tells the result.
    @discardableResult
    public func processNotification(
        _ notificationData: [String: String], _ resultHandler: @escaping (VerificationResult) -> Void,
        _ errorHandler: @escaping (any Error) -> Void
    ) -> Bool {
        processNotification(userInfo: notificationData) { result in
            switch result {
            case .success(let result): resultHandler(result)
            case .failure(let error): errorHandler(error)
            }
        }
    }
}
