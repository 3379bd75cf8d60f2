import DeviceMessages
import Foundation
import JOSE
import PingIDMessages
import Primitives
import Store
import DeviceRegistry
import Directory
import Foundations

extension PingID {
    /// Opens a device's payload. That it wasn't there before is seen where it has its effect.
    ///
    /// - Throws: ``/DeviceMessages/DeviceError`` `.payload`, `.invalidProof`, `.expired`, `.malformed`.
    func opened(_ text: String, in realm: Realm, issuer: DeviceIssuer) async throws -> DevicePayload {
        let now = time.now
        let openers = try await keys.keys(of: realm.id).openers(at: now)
        return try DevicePayload(opening: text, with: openers, audience: issuer.description, at: now)
    }

    /// Spends a payload, and writes down what it says of the installation that made it.
    ///
    /// - Throws: ``/DeviceMessages/DeviceError`` `.payload` for one that was there before, or whose keys aren't those of the installation.
    func introduce(
        _ payload: DevicePayload, _ realm: UUID, at now: Date, in transaction: any WriteTransaction
    ) throws -> PingIDInstallation {
        let end = payload.expires.addingTimeInterval(2 * DeviceProof.tolerance)
        guard try SpentOnce.spend(payload.installation + " " + payload.id, .pingIDPayload, realm: realm, expires: end, in: transaction)
        else { throw DeviceError(.payload, "the payload was there before; a new one is made for each request") }
        try Self.requireUnmoved(payload.installation, realm, in: transaction)
        let known = try Installations.installation(payload.installation, realm: realm, in: transaction, keeping: .changed)
        let isPushAllowed = payload.capability != .passcodeOnly
        if var known {
            guard known.signing.key.thumbprintText == payload.key.thumbprintText,
                known.agreement.thumbprintText == payload.agreement.thumbprintText
            else { throw DeviceError(.payload, "the payload's keys are not the installation's") }
            let push = payload.push ?? known.push
            if known.app != payload.app || known.device != payload.device || known.push != push || known.isPushAllowed != isPushAllowed {
                (known.app, known.device, known.push) = (payload.app, payload.device, push)
                known.isPushAllowed = isPushAllowed
                try Installations.update(&known, in: transaction)
            }
        } else {
            try installations.insert(
                Installation(
                    id: payload.installation, realm: realm, signing: try ProofKey(payload.key), agreement: payload.agreement,
                    app: payload.app, device: payload.device, push: payload.push, isPushAllowed: isPushAllowed, created: now),
                in: transaction)
        }
        if let counter = payload.counter { try Passcodes.raise(payload.installation, to: counter, realm: realm, in: transaction) }
        var installation =
            try PingIDInstallation.find(payload.installation, realm: realm, in: transaction)
            ?? PingIDInstallation(realm: realm, installation: payload.installation, application: payload.application, accessed: now)
        guard installation.application == payload.application else { throw Self.otherApplication }
        installation.capability = payload.capability
        installation.isRootDetectionActive = payload.isRootDetectionActive
        installation.accessed = now
        try installation.save(in: transaction)
        return installation
    }

    static var otherApplication: DeviceError { DeviceError(.application, "the app is another application's") }

    // MARK: - Standing

    /// The facts that a device is told of itself, before its seed is sealed for it.
    struct Report: Sendable {
        var users: [TrustedUser] = []
        var isRootDetectionRequired = false
        var counter: UInt64?
        /// The seed, for a device that has none.
        var seed: CounterSeed?
        var agreement: JWK?
    }

    /// Reads how an installation stands.
    ///
    /// - Parameter knowsSeed: whether the device named a counter; one that didn't has no seed.
    func report(
        on installation: String, application: String, rules: PingIDRules, knowsSeed: Bool, _ realm: UUID, at now: Date,
        in transaction: any ReadTransaction
    ) throws -> Report {
        var report = Report(isRootDetectionRequired: rules.requiresRootDetection)
        let records = try TrustRecord.all(ofInstallation: installation, application: application, realm: realm, in: transaction)
        report.users = try records.compactMap { record in
            guard let level = record.level(at: now), let user = try Users.user(record.user, realm: realm, in: transaction) else {
                return nil
            }
            return TrustedUser(username: user.username, level: level, ignoredUntil: level == .ignored ? record.ignoredUntil : nil)
        }
        guard report.users.contains(where: \.level.isTrusted),
            let known = try Installations.installation(installation, realm: realm, in: transaction),
            let (secret, counter) = try passcodes.counted(of: installation, realm: realm, in: transaction)
        else { return report }
        report.counter = counter
        report.agreement = known.agreement
        if !knowsSeed { report.seed = CounterSeed(secret: secret, counter: counter) }
        return report
    }

    func standing(_ report: Report) throws -> Standing {
        var standing = Standing(
            users: report.users, isRootDetectionRequired: report.isRootDetectionRequired, counter: report.counter)
        if let seed = report.seed, let agreement = report.agreement {
            standing.passcode = try seed.sealed(for: agreement, random: self.random)
        }
        return standing
    }

    /// Makes the server's payload that answers a device's.
    func answer(
        to payload: String, of installation: String, agreement: JWK, _ authentication: PingIDAuthentication?, _ report: Report,
        refusal: DeviceError? = nil, in realm: Realm, issuer: DeviceIssuer
    ) async throws -> String {
        let now = time.now
        let signer = try await keys.keys(of: realm.id).signer(.devices, at: now).signer
        let hasChoice = authentication.map { $0.chooser == installation && $0.nonce == nil && !$0.levels.isEmpty } ?? false
        let answer = ServerPayload(
            issuer: issuer.description, audience: installation, issuedAt: now, id: random.token(16), answers: payload,
            flow: authentication?.flow ?? .done, trustLevels: hasChoice ? authentication?.levels ?? [] : [],
            session: hasChoice ? authentication?.id.text : nil, standing: try standing(report), refusal: refusal)
        return try answer.sealed(with: signer, for: agreement, random: self.random)
    }
}
