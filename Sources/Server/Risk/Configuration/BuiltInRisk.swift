import Foundation
import Foundations
import Primitives
import Store

/// The predictors and the policy set that every realm begins with (docs/risk.md).
enum BuiltInRisk {
    /// A predictor: its compact name, name, type, weight in the default policy set, and members of the type.
    private typealias Line = (compactName: String, name: String, type: String, score: Int, members: JSONObject)

    private static let lines: [Line] = [
        ("anonymousNetwork", "Anonymous network", "ANONYMOUS_NETWORK", 50, [:]),
        ("geoVelocity", "Geovelocity", "GEO_VELOCITY", 50, [:]),
        ("ipAddressReputation", "Reputation of the address", "IP_REPUTATION", 50, [:]),
        ("userLocationAnomaly", "Place of the user", "USER_LOCATION_ANOMALY", 40, [:]),
        ("newDevice", "New device", "DEVICE", 30, ["detect": "NEW_DEVICE"]),
        ("suspiciousDevice", "Suspicious device", "DEVICE", 60, ["detect": "SUSPICIOUS_DEVICE"]),
        ("botDetection", "Bot", "BOT", 60, ["includeRepeatedEventsWithoutSdk": false]),
        ("adversaryInTheMiddle", "Adversary in the middle", "ADVERSARY_IN_THE_MIDDLE", 80, [:]),
        ("trafficAnomaly", "Users of the device", "TRAFFIC_ANOMALY", 40, ["rules": [usersPerDay]]),
        (
            "userRiskBehavior", "Behaviour among all users", "USER_RISK_BEHAVIOR", 20,
            ["predictionModel": ["name": "login_anomaly_statistic"]]
        ),
        ("userBasedRiskBehavior", "Behaviour of the user", "USER_RISK_BEHAVIOR", 20, ["predictionModel": ["name": "points"]]),
        ("ipVelocityByUser", "Addresses of the user", "VELOCITY", 30, velocity(of: "${event.ip}", by: "${event.user.id}")),
        ("userVelocityByIp", "Users of the address", "VELOCITY", 30, velocity(of: "${event.user.id}", by: "${event.ip}")),
        ("emailReputation", "Reputation of the mail domain", "EMAIL_REPUTATION", 40, [:]),
    ]

    private static let usersPerDay: JSONValue = [
        "type": "UNIQUE_USERS_PER_DEVICE", "enabled": true, "interval": ["unit": "DAY", "quantity": 1],
        "threshold": ["medium": 4, "high": 8],
    ]

    private static func velocity(of value: String, by key: String) -> JSONObject {
        [
            "of": .string(value), "by": [.string(key)], "measure": "DISTINCT_COUNT",
            "use": ["type": "POISSON_WITH_MAX", "medium": 2, "high": 4],
            "fallback": ["strategy": "ENVIRONMENT_MAX", "medium": 20, "high": 30],
            "every": ["unit": "HOUR", "quantity": 1, "minSample": 5], "slidingWindow": ["unit": "DAY", "quantity": 7, "minSample": 3],
        ]
    }

    static func predictors(of realm: UUID) -> [RiskDeclaration] {
        lines.map { line in
            var members: JSONObject = [
                "name": .string(line.name), "compactName": .string(line.compactName), "type": .string(line.type),
            ]
            for member in line.members.members { members[member.name] = member.value }
            return RiskDeclaration(id: .derived(from: realm, "risk predictor \(line.compactName)"), members: members, isBuiltIn: true)
        }
    }

    /// - Parameter isDefault: whether no other set of the realm is the default.
    static func policySet(of realm: UUID, isDefault: Bool) -> RiskDeclaration {
        let scores: JSONValue = .array(
            lines.map { ["value": .string("${details.\($0.compactName).level}"), "score": .integer(Int64($0.score))] })
        func policy(_ name: String, _ least: Int64, _ most: Int64, _ level: String) -> JSONValue {
            [
                "name": .string(name),
                "condition": [
                    "type": "AGGREGATED_SCORES", "aggregatedScores": scores,
                    "between": ["minScore": .integer(least), "maxScore": .integer(most)],
                ], "result": ["level": .string(level), "type": "VALUE"],
            ]
        }
        let members: JSONObject = [
            "name": "Default Risk Policy", "default": .bool(isDefault),
            "riskPolicies": [policy("High", 75, 1000, "HIGH"), policy("Medium", 40, 74, "MEDIUM")],
            "defaultResult": ["level": "LOW", "type": "VALUE"],
        ]
        return RiskDeclaration(id: .derived(from: realm, "risk policy set"), members: members, isBuiltIn: true)
    }
}
