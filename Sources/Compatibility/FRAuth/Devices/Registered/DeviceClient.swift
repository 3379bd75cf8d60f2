import CallbackBridge
import DeviceFoundation
import FRCore
import Foundation
import JourneyMessages
import Primitives

/// Lists, renames and removes the devices of the user who is signed in.
///
/// ```swift
/// let client = DeviceClient()
/// let names = try await client.oath.get().map(\.deviceName)
/// ```
public final class DeviceClient: Sendable {
    private let options: FROptions?
    private let token: Handoff<() async throws -> Token>

    /// Makes a client.
    /// - Parameters:
    ///   - options: the server's address; that of the started SDK by default.
    ///   - ssoTokenBlock: the session; that of the started SDK by default.
    public init(options: FROptions? = FRAuth.shared?.options, ssoTokenBlock: @escaping () async throws -> Token = { ssoToken() }) {
        self.options = options?.copied()
        token = Handoff(ssoTokenBlock)
    }

    /// The session of the started SDK; an empty one when no user is signed in.
    public static func ssoToken() -> Token { FRSession.currentSession?.sessionToken ?? Token("") }

    /// The user's accounts for one-time passwords.
    public var oath: any ImmutableDevice<OathDevice> {
        ImmutableDeviceImplementation<OathDevice>(endpoint: "devices/2fa/oath", deviceClient: self)
    }

    /// The user's accounts for push notifications.
    public var push: any ImmutableDevice<PushDevice> {
        ImmutableDeviceImplementation<PushDevice>(endpoint: "devices/2fa/push", deviceClient: self)
    }

    /// The keys of apps that are bound to the user.
    public var bound: any MutableDevice<BoundDevice> {
        MutableDeviceImplementation<BoundDevice>(endpoint: "devices/2fa/binding", deviceClient: self)
    }

    /// The devices that the server has saved a profile of.
    public var profile: any MutableDevice<ProfileDevice> {
        MutableDeviceImplementation<ProfileDevice>(endpoint: "devices/profile", deviceClient: self)
    }

    /// The user's passkeys.
    public var webAuthn: any MutableDevice<WebAuthnDevice> {
        MutableDeviceImplementation<WebAuthnDevice>(endpoint: "devices/2fa/webauthn", deviceClient: self)
    }

    /// The user's devices below an address such as `devices/2fa/oath`.
    func list<R: Device>(_ endpoint: String) async throws -> [R] {
        let answer = try await call(.get, endpoint, query: [("_queryFilter", "true")])
        guard let items = answer["result"]?.array else { throw Self.unexpected }
        do { return try items.map { try JSONDecoder().decode(R.self, from: Data($0.encoded)) } } catch { throw Self.unexpected }
    }

    func update(_ device: some Device) async throws {
        let body = try JSONValue(body: Array(JSONEncoder().encode(device)))
        _ = try await call(.put, "\(device.urlSuffix)/\(String(percentEncoding: device.id))", body: body)
    }

    func delete(_ device: some Device) async throws {
        _ = try await call(.delete, "\(device.urlSuffix)/\(String(percentEncoding: device.id))")
    }

    private static let unexpected = AuthApiError.apiFailureWithMessage(
        "Bad Result", "The server's answer is no list of devices", nil, nil)

    /// Sends a request about the user whose session it is (`docs/protocols/step-protocol.md` 13).
    private func call(
        _ method: HTTPMethod, _ path: String, query: [(name: String, value: String)] = [], body: JSONValue? = nil
    ) async throws -> JSONValue {
        guard let options else { throw ConfigError.invalidSDKState }
        let device = try options.passingDevice(in: .current)
        let sessions = SessionKeeper(at: try options.serverAddress(), on: device)
        let session = Session(token: Secret(try await token.value().value))
        do {
            let info = try Self.read(
                try await sessions.call("getSessionInfo", version: "resource=2.1, protocol=1.0", with: session, as: .sessionInfo))
            guard let user = info["username"]?.string else { throw Self.unexpected }
            let users = try sessions.server.url(of: .users).absoluteString
            guard let url = URL(string: "\(users)/\(String(percentEncoding: user))/\(path)") else { throw Self.unexpected }
            var request = HTTPRequest(method, url)
            request.addQuery(query)
            request.headers["Accept-API-Version"] = "resource=1.0"
            if let body { request.setJSON(body) }
            sessions.show(session, in: &request)
            return try Self.read(try await device.send(request, as: RequestAction("DEVICES")))
        } catch let error as TransportError { throw NetworkError(error) }
    }

    private static func read(_ response: HTTPResponse) throws -> JSONValue {
        let json = try? response.json()
        guard response.status == 200, let json else {
            throw AuthApiError.apiFailureWithMessage(
                json?["reason"]?.string ?? "Bad Request", json?["message"]?.string ?? "The server answered \(response.status)",
                response.status, nil)
        }
        return json
    }
}

/// Devices of a kind that can be listed and removed, at the server.
public struct ImmutableDeviceImplementation<R: Device>: ImmutableDevice {
    private let endpoint: String
    private let client: DeviceClient

    /// Makes the devices of a kind, which `endpoint` names, such as `devices/2fa/oath`.
    public init(endpoint: String, deviceClient: DeviceClient) {
        self.endpoint = endpoint
        client = deviceClient
    }

    public func get() async throws -> [R] { try await client.list(endpoint) }
    public func delete(_ device: R) async throws { try await client.delete(device) }
}

/// Devices of a kind that can be listed, renamed and removed, at the server.
public struct MutableDeviceImplementation<R: Device>: MutableDevice {
    private let endpoint: String
    private let client: DeviceClient

    /// Makes the devices of a kind, which `endpoint` names, such as `devices/profile`.
    public init(endpoint: String, deviceClient: DeviceClient) {
        self.endpoint = endpoint
        client = deviceClient
    }

    public func get() async throws -> [R] { try await client.list(endpoint) }
    public func delete(_ device: R) async throws { try await client.delete(device) }
    public func update(_ device: R) async throws { try await client.update(device) }
}
