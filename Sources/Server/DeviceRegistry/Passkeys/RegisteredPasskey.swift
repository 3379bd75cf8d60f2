import CBOR
package import Foundation
import Primitives
import Store
package import WebAuthn

/// A WebAuthn credential of a user: the key of a device of the type `FIDO2`, whether a journey or the platform's API registered it.
package struct RegisteredPasskey: Sendable, Equatable {
    /// The device that it is the key of.
    package let device: UUID
    /// The id of the realm.
    package let realm: UUID
    /// The id of the user.
    package let user: UUID
    /// The id of the relying party that it is for.
    package let relyingParty: String
    package var record: CredentialRecord
    /// Whether it is part of the machine that the user sits at; nil when the client didn't say.
    package let attachment: AuthenticatorAttachment?
    /// Whether it is found without its id; nil when the client didn't say.
    package let isDiscoverable: Bool?
    /// The kind of attestation that came with its registration.
    package let attestation: AttestationResult.Kind
    /// The user handle under which its authenticator keeps it, of a passkey that was registered elsewhere; nil for ``handle(of:)``.
    let foreignHandle: [UInt8]?

    /// The user handle that its assertions have.
    package var handle: [UInt8] { foreignHandle ?? Self.handle(of: user) }

    /// Whether it is on an authenticator that can be carried to other machines.
    package var isCrossPlatform: Bool { attachment == .crossPlatform }

    package var descriptor: CredentialDescriptor { CredentialDescriptor(id: record.id, transports: record.transports) }

    /// The user handle of all passkeys that a user registers here: the characters of the Base64 of the user's id, as the step protocol has it
    /// (`docs/protocols/step-protocol.md` 7.2).
    package static func handle(of user: UUID) -> [UInt8] {
        Array(Data(user.text.utf8).base64EncodedString().utf8)
    }
}

extension RegisteredPasskey {
    /// Makes the passkey of a device out of its registration.
    package init(_ new: NewPasskey, of device: UserDevice) {
        self.device = device.id
        realm = device.realm
        user = device.user
        relyingParty = new.relyingParty
        record = new.record
        attachment = new.attachment
        isDiscoverable = new.isDiscoverable
        attestation = new.attestation
        foreignHandle = new.userHandle
    }

    init(_ row: Row) throws {
        device = try row.uuid("device")
        realm = try row.uuid("realm")
        user = try row.uuid("user_id")
        relyingParty = try row.text("relying_party")
        record = CredentialRecord(
            id: try row.blob("credential"), publicKey: try COSEKey(cbor: CBORValue(decoding: try row.blob("public_key"))),
            signCount: UInt32(truncatingIfNeeded: try row.int("sign_count")), isVerified: try row.bool("verified"),
            transports: try JSONValue(parsing: try row.text("transports"), limits: .own()).strings ?? [],
            isBackupEligible: try Self.flag(row.int("backup_eligible")), isBackedUp: try row.bool("backed_up"), model: try row.text("model")
        )
        attachment = try row.optionalText("attachment").flatMap(AuthenticatorAttachment.init(exactly:))
        isDiscoverable = try row.optionalBool("discoverable")
        attestation = AttestationResult.Kind(rawValue: try row.text("attestation")) ?? .none
        foreignHandle = try row.optionalBlob("user_handle")
    }

    /// Whether a credential can be backed up, as the column has it: 2 where that isn't known yet.
    private static func flag(_ stored: Int64) -> Bool? { stored == 2 ? nil : stored == 1 }

    /// The value of the column.
    static func stored(_ isBackupEligible: Bool?) -> Int64 { isBackupEligible.map { $0 ? 1 : 0 } ?? 2 }
}
