import Crypto
import DeviceFoundation
import Foundation
import Primitives
public import WebAuthn

extension PasskeyAuthenticator {
    /// Signs with a passkey (WebAuthn L3 §6.3.3).
    /// - Throws: ``PasskeyError`` `.noPasskey`, `.origin`, `.constraint`, `.cancelled`, `.notAllowed`, `.timeout`.
    public func authenticate(_ options: RequestOptions, from origin: String? = nil) async throws(PasskeyError) -> AuthenticationResponse {
        let place = try CeremonyPlace(options.relyingPartyID, from: origin)
        var options = options
        options.relyingPartyID = place.relyingPartyID
        let started = time.now
        let passkey = try await chosen(options)
        guard options.userVerification != .required || configuration.verification != nil else {
            throw PasskeyError(.constraint, "the user must be verified, and this device can't")
        }
        let verified = try await verify(
            options.userVerification, configuration.prompt ?? "\(passkey.relyingPartyName): \(passkey.userName)")
        try require(options.timeout, since: started)
        let asked = options
        return try await gate.run { () async throws(PasskeyError) in
            try await sign(asked, with: passkey.id, at: place.origin, verified: verified)
        }
    }

    /// Steps 3 to 7: without a list, those that are found without their id, and the user chooses.
    private func chosen(_ options: RequestOptions) async throws(PasskeyError) -> Passkey {
        let here = try await passkeys(for: options.relyingPartyID)
        let isOpen = options.allowed.isEmpty
        let fitting = here.filter { passkey in isOpen ? passkey.isDiscoverable : options.allowed.contains { $0.id == passkey.id } }
        guard let first = fitting.first else { throw PasskeyError(.noPasskey, "this device has no passkey for \(options.relyingPartyID)") }
        guard isOpen else { return first }
        guard let chosen = await configuration.consent.choose(among: fitting, for: options), fitting.contains(where: { $0.id == chosen.id })
        else { throw PasskeyError(.cancelled, "the user chose no passkey") }
        return chosen
    }

    /// Steps 8 to 13. The counter is stored before the signature is given.
    private func sign(
        _ options: RequestOptions, with id: [UInt8], at origin: String, verified: Bool
    ) async throws(PasskeyError) -> AuthenticationResponse {
        guard var record = try await book.record(of: id) else { throw PasskeyError(.noPasskey, "the passkey was removed meanwhile") }
        guard record.passkey.signCount < .max else { throw PasskeyError(.storage, "the passkey has signed as often as can be counted") }
        record.passkey.signCount += 1
        record.passkey.lastUsed = time.now
        try await book.save(record)
        var draft: AssertionDraft
        do {
            draft = try model.draft(
                for: options, origin: origin, id: id, userHandle: record.passkey.userHandle, userVerified: verified,
                signCount: record.passkey.signCount)
        } catch { throw PasskeyError(error) }
        let secrets = PseudoRandomFunction(record.seed, userVerified: verified)
        if let results = secrets.results(signing: options.extensions, with: id) { draft.extensionResults["prf"] = results }
        return draft.response(signature: try await sign(draft.toSign, by: id))
    }
}

extension PasskeyAuthenticator {
    /// A signature of a passkey's key in DER, as WebAuthn has it (L3 §6.5.5).
    func sign(_ bytes: [UInt8], by id: [UInt8]) async throws(PasskeyError) -> [UInt8] {
        let raw: [UInt8]
        do { raw = try await book.keys.sign(bytes, with: PasskeyBook.keyName(id)) } catch { throw PasskeyError(error) }
        do { return Array(try P256.Signing.ECDSASignature(rawRepresentation: raw).derRepresentation) } catch {
            throw PasskeyError(.storage, "the passkey's key doesn't sign", underlying: error)
        }
    }

    /// Whether the user was verified. Where it is only preferred, a device that can't does without.
    func verify(_ wanted: WebAuthn.UserVerificationRequirement, _ reason: String) async throws(PasskeyError) -> Bool {
        guard wanted != .discouraged, let verification = configuration.verification else { return false }
        do throws(DeviceFoundation.UserVerificationError) {
            // A touch shows that a person is there, not who.
            let method = try await verification.verify(reason, by: .biometricsOrPasscode)
            guard method != .presence else {
                if wanted == .required { throw UserVerificationError(.unavailable, "the user must be verified, and was only there") }
                return false
            }
            return true
        } catch {
            if wanted == .preferred, error.code == .unavailable { return false }
            throw PasskeyError(error)
        }
    }

    /// Checks that the relying party still waits.
    func require(_ timeout: Int?, since start: Date) throws(PasskeyError) {
        guard let timeout, time.now.timeIntervalSince(start) * 1000 > Double(timeout) else { return }
        throw PasskeyError(.timeout, "it took longer than the relying party waits")
    }
}
