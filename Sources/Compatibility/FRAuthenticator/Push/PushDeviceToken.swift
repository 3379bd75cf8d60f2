public import Foundation
import Primitives

/// The address to which the system's push service takes notifications for this device.
public class PushDeviceToken: NSObject, NSSecureCoding, Codable {
    /// The token in hexadecimal digits, as Apple's service has it.
    public let tokenId: String
    /// The time when the app got it.
    public let timeAdded: Date

    /// Makes a token of its members, which are taken unchecked.
    public init(tokenId: String, timeAdded: Date = Date()) {
        self.tokenId = tokenId
        self.timeAdded = timeAdded
    }

    /// Returns `tokenId`, and `timeAdded` in milliseconds since 1970, as JSON text.
    public func toJson() -> String? {
        JSONValue.object(["tokenId": .string(tokenId), "timeAdded": .integer(timeAdded.millisecondsSince1970)]).text
    }

    // MARK: - Coding

    /// Whether instances are decoded by class; always true.
    public class var supportsSecureCoding: Bool { true }

    /// Encodes both members under their names.
    public func encode(with coder: NSCoder) {
        coder.encode(tokenId as NSString, forKey: "tokenId")
        coder.encode(timeAdded.timeIntervalSince1970, forKey: "timeAdded")
    }

    /// Decodes the object; nil without a token.
    public required init?(coder: NSCoder) {
        guard let tokenId = coder.decodeObject(of: NSString.self, forKey: "tokenId") else { return nil }
        self.tokenId = tokenId.description
        timeAdded = Date(timeIntervalSince1970: coder.decodeDouble(forKey: "timeAdded"))
    }
}
