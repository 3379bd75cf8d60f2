public import DeviceFoundation
public import Foundation
import Primitives

/// The passkeys that a server knows of the user who is signed in (`docs/protocols/step-protocol.md` 13).
///
/// ```swift
/// let known = ServerPasskeys(at: server, user: "demo", on: device)
/// for passkey in try await known.list() { print(passkey.name) }
/// ```
public struct ServerPasskeys: Sendable {
    private static let version = "resource=1.0"

    private let server: ServerAddress
    private let user: String
    private let device: Device
    private let sessions: SessionKeeper

    /// - Parameter user: the user's name or identifier; users see and change only their own.
    public init(at server: ServerAddress, user: String, on device: Device) {
        self.server = server
        self.user = user
        self.device = device
        sessions = SessionKeeper(at: server, on: device)
    }

    /// All of the user's.
    /// - Throws: ``PasskeyError`` `.server`.
    public func list() async throws(PasskeyError) -> [ServerPasskey] {
        let json = try await call(.get, "", [("_queryFilter", "true")])
        return json["result"]?.array?.compactMap(ServerPasskey.init) ?? []
    }

    /// The one with a credential's id; nil when the server knows none.
    public func passkey(_ credential: [UInt8]) async throws(PasskeyError) -> ServerPasskey? {
        do { return ServerPasskey(try await call(.get, "/" + Base64URL.encode(credential))) } catch {
            if error.code == .noPasskey { return nil }
            throw error
        }
    }

    /// Gives one another name.
    /// - Throws: ``PasskeyError/Code/server`` when the answer is no passkey; other codes when the server refuses or can't be reached.
    public func rename(_ passkey: ServerPasskey, to name: String) async throws(PasskeyError) -> ServerPasskey {
        var json = passkey.json
        json["deviceName"] = .string(name)
        guard let renamed = ServerPasskey(try await call(.put, "/" + passkey.id, body: .object(json))) else {
            throw PasskeyError(.server, "the server's answer is no passkey")
        }
        return renamed
    }

    /// Has the server forget one: it can't be used for signing in any more.
    /// - Throws: ``PasskeyError`` when the server refuses or can't be reached.
    public func delete(_ passkey: ServerPasskey) async throws(PasskeyError) { _ = try await call(.delete, "/" + passkey.id) }

    private func call(
        _ method: HTTPMethod, _ path: String, _ query: [(name: String, value: String)] = [], body: JSONValue? = nil
    ) async throws(PasskeyError) -> JSONValue {
        let response: HTTPResponse
        do {
            var request = HTTPRequest(method, try url(path))
            request.addQuery(query)
            request.headers["Accept-API-Version"] = Self.version
            if let body { request.setJSON(body) }
            if let session = try? await sessions.current() { sessions.show(session, in: &request) }
            response = try await device.send(request, as: RequestAction("DEVICES"))
        } catch { throw PasskeyError(.server, "the server can't be reached: \(error)", underlying: error) }
        guard response.isSuccess else {
            throw PasskeyError(response.status == 404 ? .noPasskey : .server, "the server answers with status \(response.status)")
        }
        do { return try response.json() } catch { throw PasskeyError(.server, "the server's answer is no JSON", underlying: error) }
    }

    private func url(_ path: String) throws(TransportError) -> URL {
        try server.url(ofResource: "users/\(String(percentEncoding: user))/devices/2fa/webauthn\(path)")
    }
}

/// A passkey as the server knows it.
public struct ServerPasskey: Sendable, Equatable, Identifiable {
    /// The server's identifier.
    public let id: String
    /// The name that the user knows the passkey by.
    public let name: String
    /// The credential's id.
    public let credential: [UInt8]
    /// The time when the passkey was registered.
    public let created: Date
    let json: JSONObject

    init?(_ json: JSONValue) {
        guard let object = json.object, let id = json["_id"]?.string,
            let credential = json["credentialId"]?.string.flatMap({ Base64URL.decode($0) })
        else { return nil }
        self.id = id
        name = json["deviceName"]?.string ?? ""
        self.credential = credential
        created = Date(timeIntervalSince1970: Double(json["createdDate"]?.integer ?? 0) / 1000)
        self.json = object
    }
}
