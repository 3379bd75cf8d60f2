import Directory
import Foundation
import Foundations
import MultiFactor
import Primitives
import ResourceMessages
import Risk
import Services
import VerificationMessages
import VerificationPolicies
import Verifications

@testable import DevicePolicies
@testable import SignIn

/// A place at which a kind of thing names another: how one is saved with a name, and the other is made and removed.
struct ReferenceCase: Sendable {
    let noun: String
    let place: String
    let referent: Shape.Referent
    /// A name of nothing.
    var missing = UUID(uuidString: "00000000-0000-4000-8000-000000000000")?.text ?? ""
    /// Whether the thing may be removed all the same.
    var mayBeAbsent = false
    let save: @Sendable (DomainHarness, String) async throws -> Void
    let make: @Sendable (DomainHarness) async throws -> String
    let remove: @Sendable (DomainHarness, String) async throws -> Void

    var key: String { Self.key(noun, place, referent) }

    static func key(_ noun: String, _ place: String, _ referent: Shape.Referent) -> String { "\(noun) \(place): \(referent.rawValue)" }

    static let all = clients + devices + signOn + risk + verification
}

// MARK: - Clients and policies for devices

extension ReferenceCase {
    private static let clients = [
        ReferenceCase(noun: "client", place: "requiredJourneys", referent: .journey) { harness, name in
            var settings = ApplicationSettings()
            settings.requiredJourneys = [name]
            let client = Application(id: "client", realm: harness.realm.id, settings: settings, secret: nil)
            try await harness.domain.directory.applications.create(client)
        } make: { harness in
            try await harness.domain.signIn.journeys.save(["name": "There"], named: "There", in: harness.realm.id)
            return "There"
        } remove: { harness, name in
            try await harness.domain.signIn.journeys.delete(name, in: harness.realm.id)
        }
    ]

    private static let devices = [
        ReferenceCase(noun: DeviceAuthenticationPolicy.noun, place: "notificationPolicy.id", referent: .notificationPolicy) {
            harness, name in
            try await savePolicy(harness) { $0.notificationsPolicy = name }
        } make: { harness in
            let policy = NotificationPolicy(id: .zero, name: "Few")
            return try await harness.domain.devicePolicies.notificationPolicies.create(policy, in: harness.realm).id.text
        } remove: { harness, name in
            try await harness.domain.devicePolicies.notificationPolicies.delete(try id(name), in: harness.realm)
        },
        ReferenceCase(noun: DeviceAuthenticationPolicy.noun, place: "fido2.policy", referent: .fido2Policy) { harness, name in
            try await savePolicy(harness) {
                $0.fido2 = FIDO2Method(isEnabled: true)
                $0.fido2?.policy = name
            }
        } make: { harness in
            try await harness.domain.devicePolicies.fido2Policies.create(FIDO2Policy(id: .zero, name: "Keys"), in: harness.realm).id.text
        } remove: { harness, name in
            try await harness.domain.devicePolicies.fido2Policies.delete(try id(name), in: harness.realm)
        },
        ReferenceCase(noun: DeviceAuthenticationPolicy.noun, place: "mobile.applications.id", referent: .nativeApplication) {
            harness, name in
            try await savePolicy(harness) { $0.mobile.applications = [MobileApplicationRules(name)] }
        } make: { harness in
            try await makeNative("phone", harness)
            return "phone"
        } remove: { harness, name in
            try await harness.domain.directory.applications.delete(name, in: harness.realm.id)
        },
    ]

    static func savePolicy(
        _ harness: DomainHarness, _ change: (inout DeviceAuthenticationPolicy) -> Void = { _ in }
    ) async throws {
        var policy = DeviceAuthenticationPolicy.standard(.zero)
        (policy.name, policy.isDefault) = ("Bank", false)
        change(&policy)
        _ = try await harness.domain.devicePolicies.mfaPolicies.create(policy, in: harness.realm)
    }

    static func makeNative(_ id: String, _ harness: DomainHarness) async throws {
        var settings = ApplicationSettings()
        settings.kind = .native
        try await harness.domain.directory.applications.create(
            Application(id: id, realm: harness.realm.id, settings: settings, secret: nil))
    }

    static func nameAuthenticator(_ id: String, _ harness: DomainHarness) async throws {
        var realm = try await harness.domain.directory.realms.realm(id: harness.realm.id)
        realm.settings[AuthenticatorSettings.self].authenticatorApplication = id
        try await harness.domain.directory.realms.update(realm)
    }

    private static func id(_ text: String) throws -> UUID {
        guard let id = UUID(text: text) else { throw DomainError(.invalid, "no id") }
        return id
    }
}

// MARK: - Sign-on policies

extension ReferenceCase {
    private static let action = "sign-on policy action"

    private static let signOn = [
        ReferenceCase(noun: action, place: "devicePolicy.id", referent: .devicePolicy) { harness, name in
            try await saveAction(.mfa, harness) { $0.devicePolicy = UUID(text: name) }
        } make: { harness in
            try await savePolicy(harness)
            return try await harness.domain.devicePolicies.mfaPolicies.all(in: harness.realm).first { $0.name == "Bank" }?.id.text ?? ""
        } remove: { harness, name in
            try await harness.domain.devicePolicies.mfaPolicies.delete(try id(name), in: harness.realm)
        },
        ReferenceCase(noun: action, place: "condition", referent: .population) { harness, name in
            try await saveAction(.login, harness) {
                $0.condition = .not(.and([.equals(value: "${user.population.id}", to: .string(name)), .secondsSince("x", greater: 1)]))
            }
        } make: { harness in
            try await harness.domain.directory.populations.create(Population(id: .zero, name: "Staff"), in: harness.realm).id.text
        } remove: { harness, name in
            try await harness.domain.directory.populations.delete(try id(name), in: harness.realm)
        },
        ReferenceCase(noun: action, place: "condition", referent: .userID, mayBeAbsent: true) { harness, name in
            try await saveAction(.login, harness) { $0.condition = .equals(value: "${user.id}", to: .string(name)) }
        } make: {
            $0.user.id.text
        } remove: { harness, name in
            try await harness.domain.directory.users.delete(try id(name), in: harness.realm.id)
        },
        ReferenceCase(noun: action, place: "condition", referent: .user, missing: "DEMO", mayBeAbsent: true) { harness, name in
            try await saveAction(.login, harness) { $0.condition = .or([.equals(value: "${user.username}", to: .string(name))]) }
        } make: {
            $0.user.username
        } remove: { harness, _ in
            try await harness.domain.directory.users.delete(harness.user.id, in: harness.realm.id)
        },
        ReferenceCase(noun: "sign-on policy assignment", place: "policy.id", referent: .signOnPolicy) { harness, name in
            let assignment = SignOnAssignment(id: .zero, policy: try id(name))
            _ = try await harness.domain.signIn.signOnAssignments.create(assignment, of: "app", in: harness.realm)
        } make: { harness in
            try await makeSignOnPolicy(harness).id.text
        } remove: { harness, name in
            try await harness.domain.signIn.signOnPolicies.delete(try id(name), in: harness.realm)
        },
    ]

    private static func saveAction(
        _ kind: SignOnAction.Kind, _ harness: DomainHarness, _ change: (inout SignOnAction) -> Void
    ) async throws {
        let policies = harness.domain.signIn.signOnPolicies
        let known = try await policies.all(in: harness.realm).first { $0.name == "Strict" }
        let policy = if let known { known } else { try await makeSignOnPolicy(harness) }
        var action = SignOnAction(id: .zero, type: kind, priority: 1)
        change(&action)
        _ = try await policies.add(action, to: policy.id, in: harness.realm)
    }

    private static func makeSignOnPolicy(_ harness: DomainHarness) async throws -> SignOnPolicy {
        try await harness.domain.signIn.signOnPolicies.create(SignOnPolicy(id: .zero, name: "Strict"), in: harness.realm)
    }
}

// MARK: - Verifications

extension ReferenceCase {
    private static let verification = [
        ReferenceCase(
            noun: VerifyPolicy.noun, place: "governmentId.provider.auto", referent: .verificationProvider, missing: "acme"
        ) { harness, name in
            let policy = try VerifyPolicy(json: ["name": "Outside", "governmentId": ["provider": ["auto": .string(name)]]])
            _ = try await harness.domain.verifications.rules.policies.create(policy, in: harness.realm)
        } make: { harness in
            try await harness.domain.verifications.rules.providers.save(try WebhookProvider.sample(), in: harness.realm)
            return "acme"
        } remove: { harness, name in
            try await harness.domain.verifications.rules.providers.delete(name, in: harness.realm)
        }
    ]
}

extension WebhookProvider {
    /// A provider `acme` with the key of RFC 7517, appendix A.1.
    static func sample() throws -> WebhookProvider {
        try WebhookProvider(json: [
            "id": "acme", "address": "https://verify.example.com/orders",
            "key": [
                "kty": "EC", "crv": "P-256", "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
                "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
            ],
        ])
    }
}

// MARK: - Risk

extension ReferenceCase {
    private static let risk =
        ["high", "medium", "low"].map { level in
            result(.predictor, "map.\(level).contains") { path in
                ["type": "MAP", "map": [level: ["contains": .string(path), "list": ["x"]]]]
            }
        }
        + conditions.map { place, condition in
            result(.predictor, "compositions.condition.\(place)") { path in
                ["type": "COMPOSITE", "compositions": [["level": "HIGH", "condition": nested(condition(.string(path)))]]]
            }
        }
        + conditions.map { place, condition in
            result(.policySet, "riskPolicies.condition.\(place)") { path in
                ["riskPolicies": [["name": "p", "condition": nested(condition(.string(path))), "result": ["level": "HIGH"]]]]
            }
        } + [
            declared(.policySet, "evaluatedPredictors.id", .riskPredictor) { ["evaluatedPredictors": [["id": .string($0)]]] },
            declared(.policySet, "triggers.policySet.id", .riskPolicySet) {
                ["triggers": [["type": "POLICY_SET_STAGING", "policySet": ["id": .string($0)]]]]
            },
        ]

    /// A condition for each place at which one has a path.
    private static let conditions: [(place: String, make: @Sendable (JSONValue) -> JSONValue)] = [
        ("value", { ["type": "VALUE_COMPARISON", "value": $0, "equals": "HIGH"] }),
        ("contains", { ["type": "STRING_LIST", "contains": $0, "list": ["HIGH"]] }),
        ("equals", { ["type": "IP_COMPARISON", "value": "${event.ip}", "equals": $0] }),
        (
            "aggregatedWeights.value",
            {
                [
                    "type": "AGGREGATED_WEIGHTS", "aggregatedWeights": [["value": $0, "weight": 1]],
                    "between": ["minScore": 1, "maxScore": 2],
                ]
            }
        ),
        (
            "aggregatedScores.value",
            { ["type": "AGGREGATED_SCORES", "aggregatedScores": [["value": $0, "score": 1]], "between": ["minScore": 1, "maxScore": 2]] }
        ),
    ]

    private static func nested(_ condition: JSONValue) -> JSONValue {
        ["type": "AND", "and": [["type": "NOT", "not": condition]]]
    }

    /// A declaration with a path to a predictor's result.
    private static func result(
        _ kind: RiskDeclarations.Kind, _ place: String, _ members: @escaping @Sendable (_ path: String) -> JSONObject
    ) -> ReferenceCase {
        var made = declared(kind, place, .riskPredictorResult) { members("${details.\($0).level}") }
        made.missing = "own"
        return made
    }

    private static func declared(
        _ kind: RiskDeclarations.Kind, _ place: String, _ referent: Shape.Referent,
        _ members: @escaping @Sendable (_ name: String) -> JSONObject
    ) -> ReferenceCase {
        let thing = referent == .riskPolicySet ? RiskDeclarations.Kind.policySet : .predictor
        let noun = kind == .predictor ? "risk predictor" : "risk policy set"
        return ReferenceCase(noun: noun, place: place, referent: referent) { harness, name in
            var own: JSONObject = ["name": "Naming"]
            if kind == .predictor { own["compactName"] = "naming" }
            for member in members(name).members { own[member.name] = member.value }
            _ = try await harness.domain.risk.declarations.create(own, kind, in: harness.realm)
        } make: { harness in
            var own: JSONObject = ["name": "Own"]
            if thing == .predictor { (own["compactName"], own["type"]) = ("own", "BOT") }
            let made = try await harness.domain.risk.declarations.create(own, thing, in: harness.realm)
            return referent == .riskPredictorResult ? "own" : made.id.text
        } remove: { harness, _ in
            let own = try await harness.domain.risk.declarations.all(thing, in: harness.realm).first { $0.text("name") == "Own" }
            try await harness.domain.risk.declarations.delete(own?.id ?? .zero, thing, in: harness.realm)
        }
    }
}
