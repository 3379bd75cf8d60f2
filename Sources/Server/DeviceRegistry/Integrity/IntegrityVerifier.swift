package import DeviceIntegrity
package import DeviceMessages
import Foundation
import Primitives
import Store
package import Directory

/// Checks the evidence of one maker.
package protocol IntegrityVerifier: Sendable {
    /// Returns what evidence shows; nil when the application says nothing of how to check it, or it shows nothing new.
    ///
    /// - Parameter request: the request that the maker must have been given: ``IntegrityEvidence/request(nonce:installation:)``.
    func verdict(
        on evidence: IntegrityEvidence, request: [UInt8], of installation: Installation, settings: MobileSettings
    ) async throws -> IntegrityVerdict?
}

/// The verdict that evidence shows.
package struct IntegrityVerdict: Sendable, Equatable {
    /// The reason for which it isn't good; nil when it is.
    package let failure: IntegrityError.Code?
    /// The change that it makes known of an attested key.
    let key: AppAttestKeys.Change?

    init(_ failure: IntegrityError.Code? = nil, key: AppAttestKeys.Change? = nil) {
        self.failure = failure
        self.key = key
    }

    /// Whether the evidence shows integrity.
    package var isGood: Bool { failure == nil }
}
