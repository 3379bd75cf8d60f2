import Foundation
import HTTPBase
import Primitives
import ResourceMessages
import Directory
import Foundations

/// `/environments/{environmentID}`: a realm as the platform shows it (`docs/protocols/platform.md` 1.2).
enum EnvironmentResource {
    static let routes: [PlatformRoute] = [
        .get(.api(), "Read an environment", .readConfiguration, gives: shape) { turn in
            let path = turn.realm.path
            let name = path.names.last ?? "root"
            var json = turn.resource(
                ["id": .string(turn.realm.id.text), "name": .string(name), "description": .string("Realm \(path)")],
                at: turn.url(),
                links: ["populations", "users", "applications", "mfaSettings", "deviceAuthenticationPolicies"].map { ($0, turn.url($0)) })
            json["environment"] = nil
            json["type"] = .string(turn.realm.settings[EnvironmentSettings.self].environmentType.rawValue)
            json["status"] = "ACTIVE"
            return json
        }
    ]

    private static let shape = PlatformShape.told(
        "Environment",
        [
            ("name", PlatformShape.text), ("description", PlatformShape.text), ("type", .choice(EnvironmentType.allCases.map(\.rawValue))),
            ("status", .choice(["ACTIVE", "DELETE_PENDING"])),
        ])
}
