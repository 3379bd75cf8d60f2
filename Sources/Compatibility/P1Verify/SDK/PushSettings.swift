import DeviceMessages
import Foundation
import Primitives

/// The app's push token, as far as it has told one.
struct PushSettings: Sendable {
    enum Token: Sendable {
        case apns(String)
        case fcm(String)
    }

    var token: Token?
    var isSandbox = false

    var address: PushAddress? {
        switch token {
        case .apns(let token): .apns(token: token, isSandbox: isSandbox)
        case .fcm(let token): .fcm(token: token)
        case nil: nil
        }
    }
}
