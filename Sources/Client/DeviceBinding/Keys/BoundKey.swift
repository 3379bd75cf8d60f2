internal import Crypto
import DeviceFoundation
public import Foundation
public import JOSE
public import JourneyMessages
import Primitives

/// A key on this device that is bound to a user. This value is no secret; the key itself is in its store.
public struct BoundKey: Sendable, Hashable, Identifiable {
    /// One for each user on this device: the SHA-256 of ``userID``.
    public let id: String
    /// The user, as the server names them.
    public let userID: String
    /// The user's name, as the server sent it with the binding.
    public let username: String
    /// The key's own id, `kid`.
    public let keyID: String
    /// The protection of the key.
    public let authentication: DeviceBindingQuestion.Authentication
    /// The algorithm with which it signs.
    public let algorithm: SignatureAlgorithm
    /// The time when the key was bound.
    public let created: Date
    /// The state of the biometrics that were enrolled when the key was bound, where the key is guarded by them and the device tells; with
    /// any other, the key is deleted.
    public let biometricState: [UInt8]?

    static func id(of userID: String) -> String { Base64URL.encode(SHA256.hash(data: Array(userID.utf8))) }

    /// A UUID of random bits (RFC 9562 §5.4).
    static func newKeyID(_ random: any RandomSource) -> String {
        var bytes = random.bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let uuid = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        return uuid.uuidString.lowercased()
    }

    var json: JSONValue {
        var json: JSONObject = [
            "userId": .string(userID), "userName": .string(username), "kid": .string(keyID), "authType": .string(authentication.rawValue),
            "alg": .string(algorithm.rawValue), "createdAt": .number(created.timeIntervalSince1970),
        ]
        json["biometricState"] = biometricState.map { .string(Base64URL.encode($0)) }
        return .object(json)
    }
}

extension BoundKey {
    /// Reads ``json``; nil for anything else.
    init?(json: JSONValue) {
        guard let userID = json["userId"]?.string, let keyID = json["kid"]?.string, let created = json["createdAt"]?.number,
            let authentication = json["authType"]?.string.flatMap(DeviceBindingQuestion.Authentication.init(exactly:))
        else { return nil }
        self.init(
            id: Self.id(of: userID), userID: userID, username: json["userName"]?.string ?? "", keyID: keyID,
            authentication: authentication, algorithm: json["alg"]?.string.flatMap(SignatureAlgorithm.init) ?? .es256,
            created: Date(timeIntervalSince1970: created),
            biometricState: json["biometricState"]?.string.flatMap { Base64URL.decode($0) })
    }

    /// Tells if other biometrics are enrolled now than when the key was bound.
    func isOutlived(by enrollment: BiometricEnrollment) -> Bool {
        guard let biometricState else { return false }
        return switch enrollment {
        case .enrolled(let state): state != biometricState
        case .absent: true
        case .unknown: false
        }
    }
}
