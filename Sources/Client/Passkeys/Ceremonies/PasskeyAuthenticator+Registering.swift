import DeviceFoundation
import Foundation
import Primitives
public import WebAuthn

extension PasskeyAuthenticator {
    /// Makes a passkey (WebAuthn L3 §6.3.2).
    /// - Throws: ``PasskeyError`` `.unsupported`, `.origin`, `.known`, `.constraint`, `.cancelled`, `.notAllowed`, `.timeout`.
    public func register(_ options: CreationOptions, from origin: String? = nil) async throws(PasskeyError) -> RegistrationResponse {
        let place = try CeremonyPlace(options.relyingPartyID, from: origin)
        var options = options
        options.relyingPartyID = place.relyingPartyID
        let started = time.now
        // Steps 2 to 6
        guard options.algorithms.contains(.es256), options.attachment != .crossPlatform else {
            throw PasskeyError(.unsupported, "none of the algorithms or authenticators asked for is here")
        }
        try await requireNew(options)
        guard options.userVerification != .required || configuration.verification != nil else {
            throw PasskeyError(.constraint, "the user must be verified, and this device can't")
        }
        guard await configuration.consent.mayCreate(for: options) else {
            throw PasskeyError(.cancelled, "the user doesn't want a passkey")
        }
        let verified = try await verify(
            options.userVerification, configuration.prompt ?? "\(options.relyingPartyName): \(options.user.name)")
        try require(options.timeout, since: started)
        let made = options
        return try await gate.run { () async throws(PasskeyError) in try await make(made, at: place.origin, verified: verified) }
    }

    /// Step 3: whether one of the credentials that are not to be made again is here.
    private func requireNew(_ options: CreationOptions) async throws(PasskeyError) {
        for excluded in options.excluded {
            guard let record = try await book.record(of: excluded.id), record.passkey.relyingPartyID == options.relyingPartyID else {
                continue
            }
            guard await configuration.consent.mayTellOfExisting(for: options) else {
                throw PasskeyError(.notAllowed, "no passkey was made")
            }
            throw PasskeyError(.known, "this device has a passkey for the account already")
        }
    }

    /// Steps 7 to 15
    private func make(_ options: CreationOptions, at origin: String, verified: Bool) async throws(PasskeyError) -> RegistrationResponse {
        // Without the first bit its text begins with a letter: commands would take a hyphen for an option.
        var id = random.bytes(32)
        id[0] &= 0x7F
        let point: PublicPoint
        do { point = try await book.keys.create(PasskeyBook.keyName(id), for: .signing) } catch { throw PasskeyError(error) }
        let isDiscoverable = options.residentKey != .discouraged
        let passkey = Passkey(
            id: id, relyingPartyID: options.relyingPartyID, relyingPartyName: options.relyingPartyName, userHandle: options.user.id,
            userName: options.user.name, displayName: options.user.displayName, created: time.now, isDiscoverable: isDiscoverable,
            signCount: 0)
        let record = PasskeyRecord(passkey, seed: Secret(bytes: random.bytes(2 * PseudoRandomFunction.seedLength)))
        let former = isDiscoverable ? try await book.all().filter { $0.passkey.isFormer(of: passkey) } : []
        do throws(PasskeyError) {
            var draft: RegistrationDraft
            do throws(WebAuthnError) {
                let key = try COSEKey(.es256, point: [4] + point.x + point.y)
                draft = try model.draft(
                    for: options, origin: origin, publicKey: key, id: id, userVerified: verified, isDiscoverable: isDiscoverable)
            } catch { throw PasskeyError(error) }
            if let results = PseudoRandomFunction(record.seed, userVerified: verified).results(creating: options.extensions) {
                draft.extensionResults["prf"] = results
            }
            var signature: [UInt8]?
            if let bytes = draft.toSign { signature = try await sign(bytes, by: id) }
            try await book.save(record)
            for old in former { try await book.remove(old.passkey.id) }
            return draft.response(signature: signature)
        } catch {
            try? await book.remove(id)
            throw error
        }
    }
}

extension Passkey {
    /// Whether another takes its place: an account has one passkey here that is found without its id (L3 §6.3.2 step 7).
    fileprivate func isFormer(of other: Passkey) -> Bool {
        isDiscoverable && relyingPartyID == other.relyingPartyID && userHandle == other.userHandle
    }
}
