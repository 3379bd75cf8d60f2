package import DeviceMessages
import Foundation
import Primitives

/// An address for notifications as a device tells it: Apple's or Google's token, as the SDK has it, or a JSON object, by which a device names
/// the sandbox or a web push subscription.
package enum NotificationIdentifier {
    /// Google's tokens are said to be opaque; Apple's are hexadecimal digits, 64 of them or more.
    private static let shortestAppleToken = 64
    private static let longest = 4_096

    /// The address that a text is; nil for one that no provider gives out.
    package static func address(_ text: String) -> PushAddress? {
        if text.hasPrefix("{") { return json(text) }
        let bytes = Array(text.utf8)
        guard (1...longest).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        let isHexadecimal = bytes.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0 & 0xDF) }
        guard isHexadecimal, bytes.count >= shortestAppleToken, bytes.count.isMultiple(of: 2) else { return .fcm(token: text) }
        return .apns(token: text.lowercased(), isSandbox: false)
    }

    private static func json(_ text: String) -> PushAddress? {
        guard let json = try? JSONValue(parsing: text), let address = try? PushAddress(json: json) else { return nil }
        switch address {
        // That service's mailboxes are of installations that have paired.
        case .builtIn: return nil
        case .webPush(let endpoint, _, _): return endpoint.hasPrefix("https://") && URL(string: endpoint)?.host != nil ? address : nil
        case .apns, .fcm: return address
        }
    }
}
