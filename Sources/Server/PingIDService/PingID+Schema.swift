package import Foundation
package import Store

extension PingID {
    /// The tables of all that belongs to it.
    package static let tables: [SQL] =
        PingIDApplications.tables + OrganisationKeys.tables + PingIDUsers.tables + TrustRecord.tables + PingIDInstallation.tables
        + PingIDAuthentication.tables + RegistrationToken.tables + CustomerPairingKey.tables + AuthenticationToken.tables

    /// Removes what has expired. Nothing depends on when this runs.
    package static func forget(before now: Date, in transaction: any WriteTransaction) throws {
        try PingIDAuthentication.forget(before: now, in: transaction)
        try RegistrationToken.forget(before: now, in: transaction)
        try CustomerPairingKey.forget(before: now, in: transaction)
        try AuthenticationToken.forget(before: now, in: transaction)
        try TrustRecord.forget(before: now, in: transaction)
        try PingIDInstallation.forget(before: now, in: transaction)
    }
}
