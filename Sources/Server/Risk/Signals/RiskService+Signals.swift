import Crypto
package import Directory
package import Foundation
import Foundations
import JOSE
import Metrics
package import Primitives
package import RiskSignals
import Store

/// The environment that signals are for: a realm, or an app of one.
struct SignalEnvironment: Sendable {
    let realm: Realm
    let issuer: SignalsIssuer
    /// The application, and the secret by which its copies key their registration; nil for the realm itself.
    var app: (application: String, secret: Secret)?
}

extension RiskService {
    /// Registers an instance, or renews its token: `POST {issuer}/instances` (docs/risk.md).
    ///
    /// - Parameters:
    ///   - environment: the id in the path.
    ///   - base: this server's address.
    ///   - address: the caller's network address, for the quota.
    /// - Throws: ``/RiskSignals/RiskError``.
    package func register(
        _ body: JSONValue, environment id: String, base: SignalsIssuer.Base, from address: String
    ) async throws -> InstanceGrant {
        try await counting {
            let environment = try await environment(id, base: base)
            let (realm, now) = (environment.realm, time.now)
            guard try await quotas.admits(.signalInstance, bytes: Quotas.row, from: address, in: realm) else {
                throw RiskError(.rateLimited, "one network address registers too many instances")
            }
            let registration = try InstanceRegistration(json: body, issuer: environment.issuer, at: now)
            if let app = environment.app, !registration.isMade(with: app.secret) {
                throw RiskError(.wrongKey, "the registration isn't keyed by the app's secret")
            }
            let key = try await keys.keys(of: realm.id).payloadKey(at: now)
            let token = registration.instance + "." + random.token(32)
            let renewal = Renewal(
                registration: registration, realm: realm, application: environment.app?.application, token: Self.digest(token), now: now)
            try await database.write { try Self.renew(renewal, in: $0) }
            var grant = InstanceGrant(
                instance: registration.instance, token: Secret(token), key: key, words: realm.settings[RiskSettings.self].signalWords)
            grant.tags = realm.settings[RiskSettings.self].signalTags.compactMap { SelectedTag($0) }
            return grant
        }
    }

    private struct Renewal: Sendable {
        let registration: InstanceRegistration
        let realm: Realm
        let application: String?
        let token: [UInt8]
        let now: Date

        var id: String { registration.instance + " " + registration.id }
    }

    private static func renew(_ renewal: Renewal, in transaction: any WriteTransaction) throws {
        let (registration, realm, now) = (renewal.registration, renewal.realm, renewal.now)
        let lasts = registration.issuedAt.addingTimeInterval(Double(SignalLimits.age + SignalLimits.skew))
        guard try SpentOnce.spend(renewal.id, .signalInstance, realm: realm.id, expires: lasts, in: transaction) else {
            throw RiskError(.replayed, "the registration was taken before")
        }
        let expires = now.addingTimeInterval(Double(SignalLimits.tokenLifetime))
        var instance =
            try SignalInstance.find(registration.instance, realm: realm.id, in: transaction)
            ?? SignalInstance(
                realm: realm.id, id: registration.instance, issuer: registration.issuer.description,
                sealingThumbprint: registration.sealingThumbprint, token: renewal.token,
                tokenExpires: expires, accessed: now, expires: now)
        (instance.token, instance.tokenExpires, instance.issuer) = (renewal.token, expires, registration.issuer.description)
        (instance.application, instance.sealingThumbprint) = (renewal.application, registration.sealingThumbprint)
        instance.expires = now.addingTimeInterval(Double(realm.settings[RiskSettings.self].signalsLifetime))
        try instance.save(in: transaction)
    }

    /// Takes a payload: `POST {issuer}/batches` (docs/risk.md).
    ///
    /// - Parameter token: the instance's.
    /// - Throws: ``/RiskSignals/RiskError``.
    package func ingest(
        _ text: String, by token: Secret?, environment id: String, base: SignalsIssuer.Base
    ) async throws -> IngestReceipt {
        try await counting {
            let environment = try await environment(id, base: base)
            guard let token, let instance = Self.instance(of: token) else { throw Self.unknownInstance }
            let (realm, now) = (environment.realm, time.now)
            let openers = try await keys.keys(of: realm.id).openers(at: now, agreements: agreements)
            let opened = try SignalEnvelope.open(text, with: openers, issuer: environment.issuer, at: now)
            let payload = opened.payload
            guard payload.instance == instance else { throw Self.unknownInstance }
            let (digest, lifetime) = (Self.digest(token.reveal()), Double(realm.settings[RiskSettings.self].signalsLifetime))
            try await database.write { transaction in
                let known = try Self.instance(instance, showing: digest, realm: realm.id, at: now, in: transaction)
                try known.taking(opened, at: now, lifetime: lifetime, in: transaction)
            }
            return IngestReceipt(number: payload.number, accepted: payload.events.count)
        }
    }

    /// The instance that shows a token.
    static func instance(
        _ id: String, showing digest: [UInt8], realm: UUID, at now: Date, in transaction: any ReadTransaction
    ) throws -> SignalInstance {
        guard let known = try SignalInstance.find(id, realm: realm, in: transaction), constantTimeEqual(known.token, digest) else {
            throw unknownInstance
        }
        guard known.tokenExpires > now else { throw RiskError(.expired, "the instance's token is no longer good") }
        return known
    }

    /// The environment of an id: a realm's, or an app's.
    private func environment(_ id: String, base: SignalsIssuer.Base) async throws -> SignalEnvironment {
        guard let uuid = UUID(text: id), let issuer = SignalsIssuer(base: base, environment: id) else { throw Self.noEnvironment }
        if let realm = realms.known(uuid) { return SignalEnvironment(realm: realm, issuer: issuer) }
        if let (app, secret) = try await applications.app(uuid) {
            return SignalEnvironment(
                realm: try await realms.realm(id: app.realm), issuer: issuer, app: (app.application, secret))
        }
        guard let realm = try await realm(uuid) else { throw Self.noEnvironment }
        return SignalEnvironment(realm: realm, issuer: issuer)
    }

    /// The issuers whose payloads a realm's evaluations take.
    func issuers(of realm: Realm, origin: String) async throws -> [SignalsIssuer] {
        let ids = [realm.id] + (try await applications.all(in: realm).map(\.id))
        guard let base = SignalsIssuer.Base(origin) else { return [] }
        return ids.flatMap { [$0.text, $0.text.uppercased()] }.compactMap { SignalsIssuer(base: base, environment: $0) }
    }

    /// The realm of an environment, which is the realm itself or an app of it; nil when there is no such environment.
    package func realm(ofEnvironment id: UUID) async throws -> Realm? {
        if let realm = realms.known(id) { return realm }
        return try await realm(try await applications.realm(of: id) ?? id)
    }

    private func realm(_ id: UUID) async throws -> Realm? {
        do { return try await realms.realm(id: id) } catch let error as DomainError where error.code == .unknownRealm { return nil }
    }

    /// The id that a token begins with.
    static func instance(of token: Secret) -> String? {
        let text = token.reveal()
        guard text.utf8.count <= 256, let dot = text.firstIndex(of: ".") else { return nil }
        return String(text[..<dot])
    }

    static func digest(_ token: String) -> [UInt8] { SHA256.hash(data: Array(token.utf8)).bytes }

    static let unknownInstance = RiskError(.unknownInstance, "the token is of no instance, or of another one")
    private static let noEnvironment = RiskError(.malformed, "there is no such environment")

    /// Counts what is refused, by its reason.
    private func counting<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let error as RiskError {
            Counter(label: "risk_signals_refused_total", dimensions: [("reason", error.code.rawValue)]).increment()
            throw error
        }
    }
}
