import CallbackBridge
import DeviceMessages
public import Foundation
import MFA
import Primitives

/// The known facts of a sign-in by authentication code.
#if canImport(ObjectiveC)
@objcMembers
#endif
public class AuthenticationObject: NSObject, @unchecked Sendable {  // what may be set is not looked at again
    /// The users who may sign in: each with `userId`, `username`, and `email`, `given` and `family` as far as they are known.
    public var users: [[String: Any]]?
    /// `REQUIRED` or `NOT_REQUIRED`.
    public var userApproval: String?
    /// The context that the server's caller gave for the app.
    public var clientContext: String?
    /// `CLAIMED`, `EXPIRED`, `DENIED` or `COMPLETED`.
    public var status: String?

    private let request: CodeRequest

    init(_ request: CodeRequest) {
        self.request = request
        let claim = request.claim
        users = claim.users.map(\.documented)
        userApproval = claim.needsApproval ? "REQUIRED" : "NOT_REQUIRED"
        clientContext = claim.clientContext
        status = claim.status.rawValue
    }

    /// Approves as a user. The status is `COMPLETED` or `EXPIRED`.
    public final func approve(userId: String, completionHandler: @escaping (_ status: String?, _ error: NSError?) -> Void) {
        SDK.run({ [request] _ in try await request.approve(user: userId).rawValue }, then: completionHandler)
    }

    /// Denies. The status is `DENIED` or `EXPIRED`.
    public final func deny(_ userId: String? = nil, completionHandler: @escaping (_ status: String?, _ error: NSError?) -> Void) {
        SDK.run({ [request] _ in try await request.deny(user: userId).rawValue }, then: completionHandler)
    }
}

extension DeviceUser {
    /// The user as the documentation describes it: flat in one place, nested in another, so both.
    var documented: [String: Any] {
        var name: [String: Any] = [:]
        name["given"] = given
        name["family"] = family
        var user: [String: Any] = ["userId": id, "id": id, "username": username, "name": name]
        user["email"] = email
        user["given"] = given
        user["family"] = family
        return user
    }
}
