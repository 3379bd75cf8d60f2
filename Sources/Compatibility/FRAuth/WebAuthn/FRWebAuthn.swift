import CallbackBridge
import DeviceFoundation
public import Foundation
import Passkeys
import Primitives

/// The keys that this SDK has made ("Unregister a WebAuthn device"). The system's passkeys are in the system's settings.
public enum FRWebAuthn {
    /// The keys for a relying party, the last used one first; none while the SDK isn't started.
    public static func loadAllCredentials(by rpId: String) -> [PublicKeyCredentialSource] {
        guard let runtime = try? SDK.runtime() else { return [] }
        let keys = Bridge.wait { (try? await runtime.keys().passkeys(for: rpId)) ?? [] }
        return keys.map(PublicKeyCredentialSource.init)
    }

    /// Removes the keys for a relying party from this device. The server isn't told.
    public static func deleteCredentials(by rpId: String) {
        guard let runtime = try? SDK.runtime() else { return }
        Bridge.wait {
            for key in (try? await runtime.keys().passkeys(for: rpId)) ?? [] { try? await runtime.keys().remove(key.id) }
        }
    }

    /// Removes one key from this device. The server isn't told.
    public static func deleteCredential(with credentialSource: PublicKeyCredentialSource) {
        guard let runtime = try? SDK.runtime() else { return }
        let id = credentialSource.id
        Bridge.wait { try? await runtime.keys().remove(id) }
    }

    /// Removes a key from the profile of the user who is signed in, then from this device.
    ///
    /// - Parameter forceDelete: whether to remove it from this device even if the server can't or won't; false by default.
    /// - Throws: the server's error when it didn't remove it, unless it is forced.
    public static func deleteCredential(publicKeyCredentialSource: PublicKeyCredentialSource, forceDelete: Bool = false) throws {
        let runtime = try SDK.runtime()
        let (id, user) = (publicKeyCredentialSource.id, publicKeyCredentialSource.userID)
        try Bridge.wait {
            do {
                // Only a key with the user in it says whose profile it is in.
                guard let user else { throw WebAuthnError.badData() }
                let known = ServerPasskeys(at: runtime.sessions.server, user: user, on: runtime.device)
                if let passkey = try await known.passkey(id) { try await known.delete(passkey) }
            } catch {
                guard forceDelete else { throw error }
            }
            try await runtime.keys().remove(id)
        }
    }
}

/// A key that this SDK has made.
public struct PublicKeyCredentialSource: Sendable, Equatable {
    /// The credential's id.
    public let id: [UInt8]
    /// The relying party's id.
    public let rpId: String
    /// The handle by which the server knows the user.
    public let userHandle: [UInt8]
    /// The user's display name.
    public let otherUI: String
    /// The number of times it has signed.
    public let signCount: UInt32
    /// The time when the credential was made on this device.
    public let created: Date

    /// The name of the private key in the device's store of keys.
    public let keyLabel: String

    init(_ passkey: Passkey) {
        keyLabel = passkey.keyName
        id = passkey.id
        rpId = passkey.relyingPartyID
        userHandle = passkey.userHandle
        otherUI = passkey.displayName
        signCount = passkey.signCount
        created = passkey.created
        userID = passkey.userID
    }

    /// The user's identifier at the server.
    let userID: String?
}
