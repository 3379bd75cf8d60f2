package import Foundation
package import Primitives

/// The credential that a push provider wants to see before it takes messages for an application. An application may have several.
package struct PushCredential: Sendable, Equatable, Identifiable {
    /// The credential's id, unique in the realm.
    package let id: UUID
    /// The id of the realm.
    package let realm: UUID
    /// The id of the application.
    package let application: String
    package let content: Content
    /// The time when the credential was made.
    package let created: Date
    /// The time of the last change.
    package let updated: Date

    /// The credentials themselves, by provider.
    package enum Content: Sendable, Equatable {
        case apns(APNsKey)
        /// The server key of an API that Google has switched off: kept, and never used.
        case legacyFCM(key: Secret)
        case fcm(ServiceAccount)
        /// Huawei's: kept; there is no carrier for it.
        case hms(clientID: String, clientSecret: Secret)
    }

    /// The provider and its kind of credentials, as the platform names them.
    package enum Kind: String, Sendable, CaseIterable {
        case apns = "APNS"
        case legacyFCM = "FCM"
        case fcm = "FCM_HTTP_V1"
        case hms = "HMS"
    }

    package var kind: Kind { content.kind }
}

extension PushCredential.Content {
    package var kind: PushCredential.Kind {
        switch self {
        case .apns: .apns
        case .legacyFCM: .legacyFCM
        case .fcm: .fcm
        case .hms: .hms
        }
    }
}
