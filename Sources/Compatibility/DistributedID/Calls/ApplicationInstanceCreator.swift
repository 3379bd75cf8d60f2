import Foundation
import Primitives

/// Makes an ``ApplicationInstance``, once in the life of an application. It makes no call: the server learns of the instance when it is first
/// used.
public final class ApplicationInstanceCreator {
    private var pingBaseUrl = "https://api.pingone.com/v1/"
    private var jwks: JsonWebKeySet?
    private var pushToken: String?
    private var callbackURL: String?

    /// Makes a creator.
    public init() {}

    /// Sets the address of the server, `{base}/wallets/{realm}/v1/`; `https://api.pingone.com/v1/` by default.
    @discardableResult
    public func withPingBaseUrl(_ pingBaseUrl: String) -> ApplicationInstanceCreator {
        self.pingBaseUrl = pingBaseUrl
        return self
    }

    /// Sets the keys, of ``JwksGenerator``; new ones are made by default.
    @discardableResult
    public func withJsonWebKeySet(_ jsonWebKeySet: JsonWebKeySet) -> ApplicationInstanceCreator {
        jwks = jsonWebKeySet
        return self
    }

    /// Sets the token for push notifications, of Apple's service or of Google's, which a wallet needs.
    @discardableResult
    public func withPushToken(_ pushToken: String) -> ApplicationInstanceCreator {
        self.pushToken = pushToken
        return self
    }

    /// Sets the URL that the server calls with an empty body when there is mail, which a service needs.
    @discardableResult
    public func withCallbackURL(_ callbackURL: String) -> ApplicationInstanceCreator {
        self.callbackURL = callbackURL
        return self
    }

    /// Makes the instance, and keeps it in the store of this device.
    /// - Throws: ``DIDException`` unless there is either a push token or a callback URL; for an address that is no URL, and keys that aren't in
    ///   the key store of this device.
    public func build() throws -> ApplicationInstance {
        let address = pingBaseUrl
        guard let url = URL(string: address), ["https", "http"].contains(url.scheme), url.host() != nil else {
            throw DIDException("\(address.prefix(200)) is no address of a server")
        }
        let reach: String
        switch (pushToken, callbackURL) {
        case (let token?, nil): reach = token
        case (nil, let url?): reach = url
        default: throw DIDException("a wallet needs a push token, a service a callback URL, and none has both")
        }
        let keys = try jwks ?? JwksGenerator().generate()
        return try SDK.wait {
            let sdk = try SDK.shared()
            let instance = ApplicationInstance(
                id: sdk.environment.random.uuid(), jwks: keys, pushToken: reach, osType: sdk.environment.osType, pingBaseUrl: address)
            try await sdk.prepare(instance)
            return instance
        }
    }
}
