internal import DeviceRegistry
internal import Directory
internal import Foundation
internal import Primitives
internal import Services
internal import Store

/// The conditions of trust that must hold at the end, whatever went wrong on the way.
struct TrustInvariants {
    private let trust: TrustWorld

    init(_ trust: TrustWorld) { self.trust = trust }

    private struct Row: Sendable {
        let user: String
        let installation: String
        let level: String
        let device: String?
    }

    func check() async throws {
        let world = trust.world
        let rows = try await world.server.database.read { transaction in
            try transaction.rows("SELECT user_id, installation, level, device FROM pingid_trust WHERE level IN ('primary', 'trusted')").map
            {
                Row(
                    user: try $0.text("user_id"), installation: try $0.text("installation"), level: try $0.text("level"),
                    device: try $0.optionalText("device"))
            }
        }
        for (user, rows) in Dictionary(grouping: rows, by: \.user).sorted(by: { $0.key < $1.key }) {
            let primaries = rows.count { $0.level == "primary" }
            if primaries != 1 { world.violate("the user \(user) has \(primaries) primary devices") }
        }
        try await devices(rows)
        try await moved(rows)
        world.note("\(rows.count) trusted devices")
    }

    /// Each trusted installation is one device of its user, and each device of the older product is a trusted installation.
    private func devices(_ rows: [Row]) async throws {
        for (name, id) in trust.users.sorted(by: { $0.key < $1.key }) {
            let devices = try await trust.world.server.domain.deviceRegistry.devices.devices(of: id, in: trust.world.realm.id)
            let trusted = rows.filter { $0.user == id.text }
            for row in trusted where !devices.contains(where: { $0.id.text == row.device && $0.installation == row.installation }) {
                trust.world.violate("\(name): a trusted installation is no device")
            }
            let installations = devices.compactMap(\.installation)
            if Set(installations).count < installations.count { trust.world.violate("\(name) has one phone twice") }
        }
    }

    /// A phone that has moved over is one device of its user, and is trusted nowhere any more.
    private func moved(_ rows: [Row]) async throws {
        for phone in trust.phones where phone.hasMoved {
            guard let former = await phone.installation else { continue }
            if rows.contains(where: { $0.installation == former }) { trust.world.violate("\(phone.name) moved over, and is trusted still") }
            let count = try await trust.world.server.database.read { [realm = trust.world.realm.id] transaction in
                try transaction.row(
                    """
                    SELECT COUNT(*) AS count FROM devices d JOIN installations i ON i.realm = d.realm AND i.id = d.installation
                    WHERE d.realm = ?1 AND i.device LIKE ?2
                    """, realm, "%\"\(phone.name)\"%")?.int("count") ?? 0
            }
            if count != 1 { trust.world.violate("\(phone.name) moved over, and is \(count) devices") }
        }
    }
}
