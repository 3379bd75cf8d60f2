public import Foundation
import Primitives

/// An instance of an application: a wallet, or a service. It is made once and used for ever: keep ``toJson()``.
public struct ApplicationInstance: Sendable, Equatable {
    /// The id, by which others address the instance.
    public let applicationInstanceId: UUID
    /// The instance's public keys.
    public let jwks: JsonWebKeySet
    /// The push token of a wallet, or the callback URL of a service.
    public let pushToken: String
    /// The system that the instance runs on.
    public let osType: String
    /// The address of the server, `{base}/wallets/{realm}/v1/`.
    let pingBaseUrl: String

    init(id: UUID, jwks: JsonWebKeySet, pushToken: String, osType: String, pingBaseUrl: String) {
        applicationInstanceId = id
        self.jwks = jwks
        self.pushToken = pushToken
        self.osType = osType
        self.pingBaseUrl = pingBaseUrl
    }

    /// The instance of a text of ``toJson()``.
    /// - Throws: ``DIDException`` for another text.
    public init(_ jsonString: String) throws {
        guard jsonString.utf8.count <= 64 << 10, let json = try? JSONValue(parsing: jsonString),
            let id = json["applicationInstanceId"]?.string.flatMap(UUID.init(text:)), let keys = json["jwks"]?.object,
            let token = json["pushToken"]?.string, let system = json["osType"]?.string, let address = json["pingBaseUrl"]?.string
        else { throw DIDException("the text isn't an application instance") }
        self.init(id: id, jwks: try JsonWebKeySet(keys), pushToken: token, osType: system, pingBaseUrl: address)
    }

    /// The instance of a text of ``toJson()``.
    /// - Throws: ``DIDException`` for another text.
    public static func fromJson(_ jsonString: String) throws -> ApplicationInstance { try ApplicationInstance(jsonString) }

    /// The instance as JSON, without a secret: its private keys are in the key store of this device.
    public func toJson() -> String {
        let members: JSONObject = [
            "applicationInstanceId": .string(applicationInstanceId.text), "jwks": .object(jwks.json), "pushToken": .string(pushToken),
            "osType": .string(osType), "pingBaseUrl": .string(pingBaseUrl),
        ]
        return JSONValue.object(members).text
    }
}
