import Foundation
package import WebPush

/// Where a device's messages go, as the device tells it.
package enum PushAddress: Sendable, Equatable {
    /// A device token of Apple's, of an app that is being developed or one from the store.
    case apns(token: String, isSandbox: Bool)
    /// A registration token of Google's.
    case fcm(token: String)
    /// A token of Huawei's; there is no carrier for it.
    case hms(token: String)
    /// A push resource (RFC 8030), and the keys that messages to it are sealed with.
    case webPush(endpoint: String, keys: WebPushKeys)
    /// This server's own push service, from which the installation fetches.
    case builtIn(installation: String)

    /// What kind of address it is.
    package enum Kind: String, Sendable, CaseIterable { case apns, fcm, hms, webPush, builtIn }

    package var kind: Kind {
        switch self {
        case .apns: .apns
        case .fcm: .fcm
        case .hms: .hms
        case .webPush: .webPush
        case .builtIn: .builtIn
        }
    }
}
