import DeviceFoundation
public import Foundation
import Primitives

/// A session token: what a journey leads to.
public class Token: NSObject, Codable, NSSecureCoding, @unchecked Sendable {  // nothing of it changes
    /// The token.
    public let value: String
    /// The next place for a browser.
    public let successUrl: String
    /// The realm as a slash path.
    public let realm: String

    /// A token of the app's own.
    public init(_ token: String, successUrl: String = "", realm: String = "") {
        value = token
        self.successUrl = successUrl
        self.realm = realm
    }

    /// nil when the session has no token of its own.
    convenience init?(_ session: Session) {
        guard let token = session.token else { return nil }
        self.init(token.reveal(), successUrl: session.successURL, realm: session.realm)
    }

    public class var supportsSecureCoding: Bool { true }
    /// nil when the archive holds no token.
    public required convenience init?(coder: NSCoder) {
        guard let archived = coder.archivedToken else { return nil }
        do { try self.init(from: archived) } catch { return nil }
    }
    public func encode(with coder: NSCoder) { coder.archive(self) }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? Token).map { type(of: $0) == type(of: self) && $0.value == value } ?? false
    }
    public override var hash: Int { value.hashValue }

    /// The realm alone: the token is left out, so that it isn't printed by accident.
    public override var description: String { "Token(realm: \(realm))" }
    public override var debugDescription: String { description }
}

extension NSCoder {
    private static let token = "token"

    /// A token's JSON in the archive, to be decoded; nil when there is none.
    var archivedToken: (any Decoder)? {
        guard let data = decodeObject(of: NSData.self, forKey: Self.token) else { return nil }
        return try? JSONDecoder().decode(Archived.self, from: Data(referencing: data)).decoder
    }

    fileprivate func archive(_ token: Token) {
        guard let data = try? JSONEncoder().encode(token) else { return }
        encode(NSData(data: data), forKey: Self.token)
    }

    private struct Archived: Decodable {
        let decoder: any Decoder

        init(from decoder: any Decoder) { self.decoder = decoder }
    }
}
