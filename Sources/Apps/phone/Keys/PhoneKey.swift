import DeviceBinding
import DeviceFoundation
import Foundation
import JOSE
import JourneyMessages
import Passkeys
import Primitives
import TerminalJourneys

/// A key that a journey has made on this phone for signing in: one that is bound to a user, or a passkey.
enum PhoneKey: Sendable, Identifiable {
    case bound(BoundKey)
    case passkey(Passkey)

    /// The id, by which the server knows it too: a bound key's own id, or that of the credential.
    var id: String {
        switch self {
        case .bound(let key): key.keyID
        case .passkey(let passkey): Base64URL.encode(passkey.id)
        }
    }

    var username: String {
        switch self {
        case .bound(let key): key.username
        case .passkey(let passkey): passkey.userName
        }
    }

    /// The kind, and what the user must show before it signs.
    var title: String {
        switch self {
        case .bound(let key):
            switch key.authentication {
            case .none: "bound key"
            case .biometricOnly: "bound key, behind face or finger"
            case .biometricAllowFallback: "bound key, behind face, finger or the phone's PIN"
            case .applicationPIN: "bound key, behind a PIN"
            }
        case .passkey(let passkey): "passkey for \(passkey.relyingPartyID)"
        }
    }

    var created: Date {
        switch self {
        case .bound(let key): key.created
        case .passkey(let passkey): passkey.created
        }
    }

    var object: JSONObject {
        var object: JSONObject = ["id": .string(id), "user": .string(username), "created": Self.json(created)]
        switch self {
        case .bound(let key):
            object["kind"] = "bound"
            object["userId"] = .string(key.userID)
            object["authentication"] = .string(key.authentication.rawValue)
            object["algorithm"] = .string(key.algorithm.rawValue)
        case .passkey(let passkey):
            object["kind"] = "passkey"
            object["userId"] = passkey.userID.map(JSONValue.string)
            object["relyingParty"] = .string(passkey.relyingPartyID)
            object["discoverable"] = .bool(passkey.isDiscoverable)
            object["signCount"] = .integer(Int64(passkey.signCount))
            object["lastUsed"] = passkey.lastUsed.map(Self.json)
        }
        return object
    }

    /// Seconds since 1970, as everywhere in what the phone prints.
    private static func json(_ date: Date) -> JSONValue { .integer(Int64(date.timeIntervalSince1970)) }
}

extension JourneyPlayer {
    /// Returns the keys that journeys have made on this phone, bound keys first; no server is asked.
    func keys() async throws -> [PhoneKey] { try await binding.keys().map(PhoneKey.bound) + passkeys.passkeys().map(PhoneKey.passkey) }

    /// Deletes a key at the server, as its user who is signed in there, then on this phone.
    ///
    /// - Parameter force: whether it is deleted here also where the server can't or won't.
    /// - Returns: why it wasn't deleted at the server; nil when it was.
    /// - Throws: that as an error, unless it is forced.
    func delete(_ key: PhoneKey, force: Bool) async throws -> String? {
        switch key {
        case .bound(let key):
            do { try await binding.delete(key, force: force) } catch {
                guard force, PhoneKey.isServers(error) else { throw error }
                return error.reason
            }
            return nil
        case .passkey(let passkey):
            var refusal: String?
            do { try await deleteAtServer(passkey) } catch {
                guard force else { throw error }
                refusal = error.reason
            }
            try await passkeys.remove(passkey.id)
            return refusal
        }
    }

    private func deleteAtServer(_ passkey: Passkey) async throws(PasskeyError) {
        let known = ServerPasskeys(at: address, user: passkey.userID ?? passkey.userName, on: device)
        guard let found = try await known.passkey(passkey.id) else {
            throw PasskeyError(.server, "the server knows no such passkey of \(passkey.userName)")
        }
        try await known.delete(found)
    }
}

extension PhoneKey {
    /// Whether it was the server that didn't delete a key.
    static func isServers(_ error: any Error) -> Bool {
        (error as? DeviceBindingError)?.code == .server || (error as? PasskeyError)?.code == .server
    }
}
