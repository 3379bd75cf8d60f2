import Directory
import Foundation
import Foundations
import Primitives
import RiskSignals
import Store

/// An instance of the SDKs, as this server knows it: its token, the numbers that were taken, and the sum of its signals.
struct SignalInstance: Sendable {
    static let feature = Feature(
        history: [SchemaStep(37, "risk", place: 1, tables), SchemaStep(41, "sealing keys of signals", sealingColumn)],
        tables: [
            .owned(
                "risk_instances",
                filled: .byStrangers(
                    .init(
                        by: .address, bytes: 8 << 10, renewals: .byHolder(because: "an instance lives while its app sends events"),
                        lifetime: .seconds(31_536_000))), by: .name("user_digest"), .application("application"))
        ],
        expiry: [Expiry("risk_instances", key: "realm, id", by: "expires")], names: digests)

    private static let tables: [SQL] = [
        """
        CREATE TABLE risk_instances (
            realm TEXT NOT NULL, id TEXT NOT NULL, issuer TEXT NOT NULL, application TEXT, token BLOB NOT NULL,
            token_expires BIGINT NOT NULL, greatest BIGINT, taken BIGINT NOT NULL DEFAULT 0, slot BIGINT NOT NULL DEFAULT 0,
            slot_events BIGINT NOT NULL DEFAULT 0, user_digest TEXT, session_digest TEXT, attributes TEXT NOT NULL DEFAULT '{}',
            sums TEXT NOT NULL DEFAULT '{}', accessed BIGINT NOT NULL, expires BIGINT NOT NULL, PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX risk_instances_session ON risk_instances (realm, session_digest, accessed)",
        "CREATE INDEX risk_instances_expires ON risk_instances (expires)",
    ]

    /// The index of sessions lacks the time of the latest payload from here on, so that most payloads change no index.
    private static let sealingColumn: [SQL] = [
        "ALTER TABLE risk_instances ADD COLUMN sealing_thumbprint TEXT NOT NULL DEFAULT ''",
        "DROP INDEX risk_instances_session",
        "CREATE INDEX risk_instances_session ON risk_instances (realm, session_digest)",
    ]

    /// The number of events that an instance may bring in a minute.
    static let eventsPerMinute = SignalLimits.rate * 60 + SignalLimits.burst

    let realm: UUID
    let id: String
    var issuer: String
    var application: String?
    /// The thumbprint of the key with which it seals its payloads.
    var sealingThumbprint: String
    var token: [UInt8]
    var tokenExpires: Date
    var window = SequenceWindow()
    var slot: Int64 = 0
    var slotEvents = 0
    var user: String?
    var session: String?
    var device = DeviceAttributes()
    var sums = SignalSums()
    var accessed: Date
    var expires: Date

    /// Takes a payload, once.
    /// - Throws: ``/RiskSignals/RiskError`` `.wrongKey`, `.replayed`, `.rateLimited`.
    mutating func take(_ opened: SignalEnvelope.Opened, at now: Date, lifetime: TimeInterval) throws(RiskError) {
        let payload = opened.payload
        guard payload.instance == id, opened.sealingThumbprint == sealingThumbprint else {
            throw RiskError(.wrongKey, "another key than the instance's has sealed it")
        }
        guard window.take(payload.number) == .accepted else {
            throw RiskError(.replayed, "the payload \(payload.number) was taken before, or is too far back to tell")
        }
        if slot != Throttle.slot(now) { (slot, slotEvents) = (Throttle.slot(now), 0) }
        slotEvents += payload.events.count
        guard slotEvents <= Self.eventsPerMinute else {
            throw RiskError(.rateLimited, "more than \(Self.eventsPerMinute) events in a minute")
        }
        let isOther = user != payload.user || session != payload.session || Int(now.timeIntervalSince(accessed)) > SignalSums.rest
        if isOther { sums = SignalSums() }
        (user, session, device) = (payload.user, payload.session, payload.device)
        sums.add(payload.events)
        accessed = now
        // To a whole minute, so that not every payload changes the index of ends.
        expires = Date(timeIntervalSince1970: (now.addingTimeInterval(lifetime).timeIntervalSince1970 / 60).rounded(.up) * 60)
    }

    /// The hashes by which instances may know a user that is about to be removed: of the id, the name and the e-mail address, at each
    /// address that instances came by.
    private static func digests(of erased: Feature.ErasedUser) throws -> [String] {
        guard let user = try Users.nameAndMail(of: erased.id, realm: erased.realm, in: erased.transaction) else { return [] }
        let names = [erased.id.text, erased.id.text.uppercased(), user.username, user.mail].compactMap(\.self)
        let issuers = try erased.transaction.rows("SELECT DISTINCT issuer FROM risk_instances WHERE realm = ?1", erased.realm)
            .compactMap { SignalsIssuer(description: try $0.text("issuer")) }
        return issuers.flatMap { issuer in
            (names + names.map { $0.lowercased() }).map { SignalIdentity.digest(of: $0, at: issuer) }
        }
    }
}

extension SignalsIssuer {
    /// Reads ``description``; nil for another text.
    init?(description: String) {
        guard let slash = description.lastIndex(of: "/") else { return nil }
        let base = description[..<slash]
        guard base.hasSuffix("/signals/v1") else { return nil }
        self.init(base: String(base.dropLast("/signals/v1".count)), environment: String(description[description.index(after: slash)...]))
    }
}
