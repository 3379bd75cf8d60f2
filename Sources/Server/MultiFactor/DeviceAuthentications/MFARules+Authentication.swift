import Primitives
import Store
import DeviceRegistry

extension MFARules {
    /// The user of an authentication that continues.
    func subject(of authentication: DeviceAuthentication, in transaction: any ReadTransaction) throws -> MFASubject {
        try subject(
            authentication.user, policy: authentication.policy, at: authentication.context.browser, isGoingOn: true,
            now: authentication.asOf, in: transaction)
    }
}
