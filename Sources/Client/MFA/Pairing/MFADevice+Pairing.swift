internal import Crypto
import DeviceFoundation
import DeviceMessages
import Foundation
import JOSE
import OneTimePassword
import Primitives

extension MFADevice {
    /// Pairs the device with a user, by a pairing key: as it is typed, or the address in a QR code.
    ///
    /// When it fails or the process ends half-way, the same call with the same key finishes it.
    /// - Throws: ``MFAError`` `.pairingKey`, `.application`, `.otherServer`, `.pairingRunning`, `.connectivity` and others.
    public func pair(with text: String) async throws(MFAError) -> PairingOutcome {
        let key = try translating(message: try PairingKeyText(text))
        return try await pair(.key(key.key), at: try issuer(of: key))
    }

    func pair(_ entitlement: PairingRequest.Entitlement, at issuer: DeviceIssuer) async throws(MFAError) -> PairingOutcome {
        try begin(.pairing, orThrow: .pairingRunning)
        defer { end(.pairing) }
        try await requireRoom(for: issuer)
        if let outcome = try await finish(entitlement.hash, at: issuer) { return outcome }
        let installation = try await introduced(at: issuer)
        let grant = try await claim(entitlement, for: installation)
        let pending = try await keep(grant, entitlement.hash, for: installation)
        return try await confirm(pending, at: issuer)
    }

    /// Finishes pairings that the end of a process cut off. Calls that use the network do so themselves.
    /// - Throws: ``MFAError/Code/pairingRunning`` when a pairing is under way; other codes when store or server fail.
    public func finishPairings() async throws(MFAError) {
        try begin(.pairing, orThrow: .pairingRunning)
        defer { end(.pairing) }
        for installation in try await book.all() {
            for pending in installation.pending { _ = try await attempt(pending, at: installation.issuer) }
        }
    }

    // MARK: - Where to

    /// The issuer that a key names, which must be a configured one; the first for a bare key.
    private func issuer(of key: PairingKeyText) throws(MFAError) -> DeviceIssuer {
        guard let base = key.base else { return configuration.issuers[0] }
        let found = configuration.issuers.first { $0.base == base && ($0.realm == key.realm || key.realm == nil) }
        guard let found else {
            throw MFAError(.otherServer, "the pairing key is of \(base), which this app may not talk to")
        }
        return found
    }

    private func requireRoom(for issuer: DeviceIssuer) async throws(MFAError) {
        guard !configuration.allowsSeveralRealms else { return }
        let others = try await book.all().filter { $0.isPaired && $0.issuer != issuer }
        guard others.isEmpty else {
            throw MFAError(.otherServer, "this device is paired with another server; remove that pairing first")
        }
    }

    // MARK: - Step one: the grant

    /// The installation at an issuer, with keys that the server will believe: of one that was rotated and is paired with no user any more,
    /// the server may know nothing, so it starts again.
    func introduced(at issuer: DeviceIssuer) async throws(MFAError) -> RealmInstallation {
        let known = try await book.installation(at: issuer)
        if let known, known.isRotated, !known.isPaired, known.pending.isEmpty { try await forget(known) }
        return try await book.installation(at: issuer) { [keys] () async throws(MFAError) in
            let names = try await keys.make()
            return RealmInstallation(issuer: issuer, id: names.thumbprint, keys: names)
        }
    }

    private func claim(
        _ entitlement: PairingRequest.Entitlement, for installation: RealmInstallation
    ) async throws(MFAError) -> PairingGrant {
        let push = try await pushSettings()
        let request = PairingRequest(
            entitlement, agreement: try await keys.publicKey(installation.keys.agreement), app: configuration.app,
            device: configuration.description, push: push.address(configuration), isPushAllowed: push.isAllowed)
        let signer = try await channel.introduction(installation)
        let json = try await channel.call(.post, "/pairings", at: installation.issuer, as: signer, json: request.json)
        let grant = try translating(message: try PairingGrant(json: json))
        guard grant.realm == installation.issuer.realm, grant.keys == installation.issuer.keys else {
            throw MFAError(.untrusted, "the server granted a pairing in another realm than the one that was asked")
        }
        return grant
    }

    /// Keeps what the server granted, all in one write, before anything is confirmed.
    func keep(
        _ grant: PairingGrant, _ entitlement: String, for installation: RealmInstallation
    ) async throws(MFAError) -> RealmInstallation.Pending {
        let issuer = installation.issuer
        try await clock.learn(grant.serverTime, at: issuer)
        var seed: PasscodeSeed?
        if let sealed = grant.passcode { seed = try await keys.open(sealed, with: installation.keys.agreement) }
        let pairing = MFAPairing(id: grant.pairing, deviceID: grant.device, user: grant.user, issuer: issuer)
        let pending = RealmInstallation.Pending(entitlement: entitlement, pairing: pairing, nonce: grant.nonce)
        try await book.update(issuer) { [seed] installation in
            installation.seed = seed ?? installation.seed
            installation.pending.removeAll { $0.pairing.id == pairing.id }
            installation.pending.append(pending)
        }
        return pending
    }

    // MARK: - Step two: the confirmation

    func confirm(_ pending: RealmInstallation.Pending, at issuer: DeviceIssuer) async throws(MFAError) -> PairingOutcome {
        guard let installation = try await book.installation(at: issuer) else { throw Self.notPaired }
        let confirmation = PairingConfirmation(nonce: pending.nonce, passcode: try await currentPasscode(of: installation))
        let json = try await channel.call(
            .post, "/pairings/\(pending.pairing.id)/confirmation", at: issuer, as: channel.signer(installation), json: confirmation.json)
        let result = try translating(message: try PairingResult(json: json))
        try await book.update(issuer) { $0.confirm(pending.pairing) }
        journal.note(.info, "paired")
        wakeListeners()
        return PairingOutcome(pairing: pending.pairing, failures: result.failures)
    }

    private func currentPasscode(of installation: RealmInstallation) async throws(MFAError) -> Secret? {
        guard let seed = installation.seed else { return nil }
        return Secret(try Self.generator(seed).code(at: try await clock.now(at: installation.issuer)))
    }

    /// Finishes the pairing of an entitlement that was granted before; nil when there is none, or the server has forgotten it.
    private func finish(_ entitlement: String, at issuer: DeviceIssuer) async throws(MFAError) -> PairingOutcome? {
        let pending = try await book.installation(at: issuer)?.pending.first { $0.entitlement == entitlement }
        guard let pending else { return nil }
        return try await attempt(pending, at: issuer)
    }

    /// Confirms the pairings that were granted before. A pairing that the server doesn't know any more is dropped.
    func attempt(_ pending: RealmInstallation.Pending, at issuer: DeviceIssuer) async throws(MFAError) -> PairingOutcome? {
        do {
            return try await confirm(pending, at: issuer)
        } catch {
            guard [.pairingKey, .notPaired, .expired, .deviceMismatch].contains(error.code) else { throw error }
            journal.note(.info, "a pairing that was begun has lapsed: \(error.code)")
            try await book.update(issuer) { $0.pending.removeAll { $0.pairing.id == pending.pairing.id } }
            return nil
        }
    }
}

extension PairingRequest.Entitlement {
    /// The hash by which it is known again. It was given once and is short-lived, so the hash needs no salt.
    var hash: String {
        let secret =
            switch self {
            case .key(let key): key
            case .ticket(let ticket): ticket
            }
        return secret.withBytes { Base64URL.encode(SHA256.hash(data: $0)) }
    }
}
