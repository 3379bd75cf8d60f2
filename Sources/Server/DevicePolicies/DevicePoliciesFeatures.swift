package import Foundations
import Directory

/// The features of the module.
package enum DevicePoliciesFeatures {
    package static let all: [Feature] = [
        TrustStores.feature, NotificationQuotas.feature, Users.mfaFeature,
    ]
}
