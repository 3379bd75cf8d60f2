import Crypto
package import Foundation
package import Primitives
package import Store
package import Foundations
package import Directory

/// The flows of all realms. They outlast the process, and die when they were not used for a quarter of an hour.
package struct FlowRecords: Sendable {
    /// The table `flows`; rows go with their realm or application, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(21, "flows", tables)],
        tables: [
            .owned(
                "flows", filled: .byStrangers(.init(by: .address, bytes: 128 << 10, renewals: .withinLifetime, lifetime: .seconds(3600))),
                by: .application("application"))
        ],
        expiry: [Expiry("flows", key: "realm, id", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE flows (
            realm TEXT NOT NULL, id TEXT NOT NULL, application TEXT NOT NULL, request TEXT NOT NULL, issuer TEXT NOT NULL,
            binding TEXT NOT NULL, epoch BIGINT NOT NULL, status TEXT NOT NULL, content BLOB NOT NULL, created BIGINT NOT NULL,
            expires BIGINT NOT NULL, PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX flows_expires ON flows (expires)",
    ]

    /// The time for which nothing may happen, in seconds (`docs/protocols/platform.md` 6.2).
    package static let inactivity: TimeInterval = 900
    /// The greatest length of one, in bytes.
    private static let longest = 128 << 10
    /// The time that a flow may last in all, in seconds.
    package static let lifetime: TimeInterval = 3600

    package let database: any Database
    package let sealer: Sealer
    package let quotas: Quotas
    package let time: any TimeSource

    package init(database: any Database, sealer: Sealer, quotas: Quotas, time: any TimeSource) {
        self.database = database
        self.sealer = sealer
        self.quotas = quotas
        self.time = time
    }

    /// Returns what is stored of a cookie's value.
    package static func hash(_ binding: String) -> String { Base64URL.encode(SHA256.hash(data: Array(binding.utf8))) }

    /// A living flow of the client that has this cookie; nil when there is none.
    package func flow(_ id: UUID, binding: String, in realm: UUID) async throws -> FlowRecord? {
        let now = time.now
        let row = try await database.read { transaction in
            try transaction.row(
                "SELECT * FROM flows WHERE realm = ?1 AND id = ?2 AND binding = ?3 AND expires > ?4", realm, id, Self.hash(binding), now)
        }
        return try row.map(flow)
    }

    /// Keeps a new flow.
    /// - Throws: `throttled` when too many came from the address.
    package func insert(_ flow: FlowRecord, in realm: Realm, from address: String) async throws {
        let (status, content) = try content(of: flow)
        let bytes = Quotas.row + flow.request.utf8.count + content.count
        guard bytes <= Self.longest else { throw PasswordError(.throttled, "the request is longer than \(Self.longest) bytes") }
        try await quotas.require(.flow, bytes: bytes, from: address, in: realm)
        try await database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO flows (realm, id, application, request, issuer, binding, epoch, status, content, created, expires)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
                """, flow.realm, flow.id, flow.application, flow.request, flow.issuer, flow.binding, Int64(flow.epoch), status, content,
                flow.created, flow.expires)
        }
    }

    /// Writes where a flow stands, unless another request has brought it further.
    package func update(_ flow: FlowRecord) async throws {
        let (status, content) = try content(of: flow)
        try await database.write { transaction in
            _ = try transaction.execute(
                """
                UPDATE flows SET binding = ?3, epoch = ?4, status = ?5, content = ?6, expires = ?7
                WHERE realm = ?1 AND id = ?2 AND epoch <= ?4 AND status = 'waiting'
                """, flow.realm, flow.id, flow.binding, Int64(flow.epoch), status, content, flow.expires)
        }
    }

    private func content(of flow: FlowRecord) throws -> (status: String, content: [UInt8]) {
        let (status, json): (String, JSONValue) =
            switch flow.standing {
            case .waiting(let state, let asks): ("waiting", Self.waiting(flow, state, asks))
            case .recovering(let username, let state, let asks): ("waiting", Self.waiting(flow, state, asks, recovering: username))
            case .completed(let session, let response): ("completed", [.string(session), .string(response.reveal())])
            case .failed(let code, let message): ("failed", [.string(code), .string(message)])
            }
        return (status, try sealer.seal(Secret(json.text), context: Self.context(flow.realm, flow.id)))
    }

    private func flow(_ row: Row) throws -> FlowRecord {
        let (realm, id) = (try row.uuid("realm"), try row.uuid("id"))
        let json = try JSONValue(
            parsing: try sealer.open(try row.blob("content"), context: Self.context(realm, id)).reveal(), limits: .own())
        let parts = json.array ?? []
        let first = parts.first?.string ?? ""
        let standing: FlowRecord.Standing =
            switch try row.text("status") {
            case "waiting": Self.waiting(parts)
            case "completed": .completed(session: first, response: Secret(parts.dropFirst().first?.string ?? ""))
            default: .failed(code: first, message: parts.dropFirst().first?.string ?? "")
            }
        var flow = FlowRecord(
            id: id, realm: realm, application: try row.text("application"), request: try row.text("request"),
            issuer: try row.text("issuer"), binding: try row.text("binding"), standing: standing, created: try row.date("created"),
            expires: try row.date("expires"))
        flow.epoch = Int(try row.int("epoch"))
        flow.base = parts.count >= 3 ? Int(parts[2].integer ?? 0) : 0
        return flow
    }

    private static func waiting(_ flow: FlowRecord, _ state: String, _ asks: [String], recovering username: String? = nil) -> JSONValue {
        let parts: [JSONValue] = [.string(state), .array(asks.map(JSONValue.string)), .integer(Int64(flow.base))]
        return .array(parts + [username.map(JSONValue.string)].compactMap(\.self))
    }

    private static func waiting(_ parts: [JSONValue]) -> FlowRecord.Standing {
        let (state, asks) = (parts.first?.string ?? "", parts.dropFirst().first?.strings ?? [])
        guard parts.count == 4, let username = parts[3].string else { return .waiting(state: state, asks: asks) }
        return .recovering(username: username, state: state, asks: asks)
    }

    private static func context(_ realm: UUID, _ id: UUID) -> String {
        "flow/\(realm.text)/\(id.text)"
    }
}
