package import Foundations

/// The features of the module.
package enum DevicePoliciesFeatures {
    package static let all: [Feature] = [
        TrustStores.feature, NotificationQuotas.feature,
    ]
}
