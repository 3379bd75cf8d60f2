import DeviceFoundation
import Foundation
import JourneyMessages
import Primitives

extension DeviceBinding {
    /// Deletes a key at the server, and then on this device.
    ///
    /// - Parameter force: whether the key is deleted on this device also where the server didn't delete it.
    /// - Throws: ``DeviceBindingError`` `.server` when the server didn't; `.storage`.
    public func delete(_ key: BoundKey, force: Bool = false) async throws(DeviceBindingError) {
        do { try await deleteAtServer(key) } catch {
            if force { try await forget(key) }
            throw error
        }
        try await forget(key)
    }

    /// `DELETE …/users/{user}/devices/2fa/binding/{key}` (`docs/protocols/step-protocol.md` 8.5). Exactly 200 counts as success.
    private func deleteAtServer(_ key: BoundKey) async throws(DeviceBindingError) {
        let response: HTTPResponse
        do {
            guard let session = try await sessions.current() else { throw DeviceBindingError(.server, "no user is signed in") }
            let users = try sessions.server.url(of: .users)
            let path = [key.userID, "devices/2fa/binding", key.keyID].map(Self.escaped).joined(separator: "/")
            guard let url = URL(string: "\(users.absoluteString)/\(path)") else {
                throw DeviceBindingError(.server, "the key's id makes no address")
            }
            var request = HTTPRequest(.delete, url)
            request.headers["Accept-API-Version"] = "resource=1.0"
            sessions.show(session, in: &request)
            response = try await device.send(request, as: .deleteBoundKey)
        } catch let error as DeviceBindingError { throw error } catch {
            throw DeviceBindingError(.server, "the server could not be told: \(error)", underlying: error)
        }
        guard response.status == 200 else { throw DeviceBindingError(.server, "the server answered \(response.status)") }
    }

    private static func escaped(_ text: String) -> String {
        text.split(separator: "/").map { String(percentEncoding: $0) }.joined(separator: "/")
    }
}
