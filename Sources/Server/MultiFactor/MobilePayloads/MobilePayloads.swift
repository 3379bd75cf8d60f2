import Crypto
package import DeviceMessages
import Foundation
import JOSE
package import OAuthMessages
package import Primitives
package import Store
package import DevicePolicies
package import DeviceRegistry
package import Directory
package import Foundations

/// Mobile payloads that came with authorization requests (`docs/protocols/device-protocol.md` 4).
///
/// A payload lives two minutes, a sign-in may take longer. So it is checked and used up when it comes, and what it showed waits under a
/// reference: for one device authentication, then for the session that the sign-in makes, then for the grant of that very request.
package struct MobilePayloads: Sendable {
    /// The table `mobile_payloads`; rows go with their realm, user, installation or application, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(20, "mobile payloads", tables)],
        tables: [
            .owned(
                "mobile_payloads", filled: .byStrangers(.init(by: .address, bytes: 1024, renewals: .none, lifetime: .seconds(1_800))),
                by: .user("user_id"), .installation("installation"), .application("application"))
        ],
        expiry: [Expiry("mobile_payloads", key: "realm, id", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE mobile_payloads (
            realm TEXT NOT NULL, id TEXT NOT NULL, application TEXT NOT NULL, installation TEXT NOT NULL, payload TEXT NOT NULL,
            authentication TEXT, policy TEXT, user_id TEXT, session TEXT, grant_id TEXT, expires BIGINT NOT NULL,
            PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX mobile_payloads_expires ON mobile_payloads (expires)",
    ]

    /// The parameter of an authorization request that brings a payload (`docs/protocols/platform.md` 6.1).
    static let parameter = "mobilePayload"
    /// The parameter that takes its place while the user signs in.
    package static let reference = "mobile_payload_reference"
    /// The time that a sign-in may take, in seconds.
    static let lifetime: TimeInterval = 1800

    package let database: any Database
    package let quotas: Quotas
    package let applications: Applications
    package let policies: DeviceAuthenticationPolicies
    package let settings: RealmMFASettings
    package let keys: PairingKeys
    package let time: any TimeSource
    package let random: any RandomSource

    package init(
        database: any Database, quotas: Quotas, applications: Applications, policies: DeviceAuthenticationPolicies,
        settings: RealmMFASettings,
        keys: PairingKeys, time: any TimeSource, random: any RandomSource
    ) {
        self.database = database
        self.quotas = quotas
        self.applications = applications
        self.policies = policies
        self.settings = settings
        self.keys = keys
        self.time = time
        self.random = random
    }

    /// Checks a payload, uses it up and keeps what it shows.
    ///
    /// - Returns: the reference to it.
    /// - Throws: `invalid_request` for one that is refused; `throttled` when too many came from the address.
    func submit(_ text: String, of application: String, in realm: Realm, issuer: DeviceIssuer?) async throws -> String {
        guard let issuer else { throw Self.refused("this server has no public address for devices") }
        let (now, reference) = (time.now, random.token(16))
        do {
            let payload = try Self.verified(text, of: application, issuer, at: now)
            // Any key makes a payload of a new installation.
            try await quotas.require(.mobilePayload, bytes: Quotas.row * 2, from: Requester.address ?? "local", in: realm)
            try await database.write { [realm = realm.id] transaction in
                let shown = try Self.spend(payload, realm: realm, in: transaction)
                try transaction.execute(
                    "INSERT INTO mobile_payloads (realm, id, application, installation, payload, expires) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                    realm, Self.id(reference), application, shown.installation, shown.id, now.addingTimeInterval(Self.lifetime))
            }
        } catch let error as SecondFactorError { throw Self.refused(error.reason) }
        return reference
    }

    private static func refused(_ reason: String) -> OAuthError { OAuthError(.invalidRequest, reason) }

    /// Reads a payload.
    /// - Throws: ``SecondFactorError`` `.payload`.
    static func verified(
        _ text: String, of application: String?, _ issuer: DeviceIssuer, at now: Date
    ) throws(SecondFactorError) -> MobilePayload {
        let payload: MobilePayload
        do { payload = try MobilePayload(verifying: text, audience: issuer.description, at: now) } catch {
            throw SecondFactorError(.payload, "the mobile payload is refused: \(error.message)")
        }
        guard payload.client == application else { throw SecondFactorError(.payload, "the mobile payload is of another application") }
        return payload
    }

    /// Uses a payload up, whose key must be the installation's.
    /// - Throws: ``SecondFactorError`` `.payload`.
    static func spend(
        _ payload: MobilePayload, realm: UUID, in transaction: any WriteTransaction
    ) throws -> DeviceAuthentication.Payload {
        let isFirst = try SpentOnce.spend(
            payload.id, .mobilePayload, realm: realm, expires: payload.expires.addingTimeInterval(MobilePayload.lifetime), in: transaction)
        guard isFirst else { throw SecondFactorError(.payload, "the mobile payload was used before") }
        let known = try Installations.installation(payload.installation, realm: realm, in: transaction)
        // A new installation is named by its first key.
        guard payload.key.thumbprintText == known?.signing.thumbprint ?? payload.installation else {
            throw SecondFactorError(.payload, "the mobile payload's key isn't the installation's")
        }
        return DeviceAuthentication.Payload(installation: payload.installation, id: payload.id)
    }

    /// Returns what is stored in place of a reference, so that a stolen database holds none.
    static func id(_ reference: String) -> String { Base64URL.encode(SHA256.hash(data: Array(reference.utf8))) }

}

extension MobilePayloads {
    /// A request's parameters with a reference in the place of its payload. Those of one that names a pushed request stay as they are: its
    /// payload, if it has one, was pushed with it.
    package func keeping(
        _ form: FormBody, pushedURI: String?, of application: String, in realm: Realm, issuer: DeviceIssuer?
    ) async throws -> FormBody {
        guard pushedURI == nil, let text = try form.value(Self.parameter) else { return form }
        let reference = try await submit(text, of: application, in: realm, issuer: issuer)
        let ours = [Self.parameter, Self.reference]
        var kept = FormBody(form.parameters.filter { !ours.contains($0.name) }.map { ($0.name, $0.value) })
        kept.append(Self.reference, reference)
        return kept
    }
}
