package import Directory
import Foundation
package import Foundations
import PolicyMessages
package import Primitives
import ResourceMessages
import Sessions
package import SignIn

/// Stores a policy set.
package struct SavePolicySet: ChangingAction {
    package static let declaration = ActionDeclaration(
        "policy.save", .changeConfiguration, "Store a policy set from a file, in place of one of the same name.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .put("policies/{name}"), SavedObject.form, document: .init("set", \.json, .any, .required),
            from: { Self(realm: $0, json: .null) }, .init("name", \.name, .name, .required))
    }

    package var realm: RealmPath
    /// The set as a file has it.
    package var json: JSONValue

    /// The name that the set has to have; empty for any.
    private var expected = ""
    /// ``expected``, or the name that the set has.
    fileprivate var name: String {
        get { expected.isEmpty ? json["name"]?.string ?? "" : expected }
        set { expected = newValue }
    }

    package init(realm: RealmPath, json: JSONValue) {
        self.realm = realm
        self.json = json
    }

    package func perform(in realm: Realm, at site: Site) async throws -> SavedObject {
        var set: PolicySet
        do { set = try PolicySet(json: json) } catch {
            throw AdministrationError(.invalid, error.problems)
        }
        guard expected.isEmpty || expected == set.name else { throw AdministrationError(.invalid, "the set's name is \(set.name)") }
        try await checkJourneys(of: set, in: realm, site.domain)
        set = try await site.domain.signIn.policies.settled(set, in: realm.id)
        try Self.checkUsers(of: set, in: realm)
        let old = try await site.domain.signIn.policies.shown(set.name, in: realm.id)
        if old != set { try await site.domain.signIn.policies.save(set, in: realm.id) }
        return SavedObject(name: set.name, change: old == nil ? .add : old == set ? .keep : .replace)
    }

    /// Checks that the users exist whom policies name: a policy is about those whom it was saved for, and no later user of a name.
    private static func checkUsers(of set: PolicySet, in realm: Realm) throws {
        var problems: [String] = []
        for policy in set.policies {
            for named in policy.subject.named where named.meaning == .noUser {
                problems.append("policies.\(policy.name).subject: there is no user \(named.text) in realm \(realm.path)")
            }
        }
        guard problems.isEmpty else { throw AdministrationError(.unknown, problems) }
    }

    /// Checks that the journeys exist that conditions name: a step-up that can't be made would look like a denial.
    private func checkJourneys(of set: PolicySet, in realm: Realm, _ domain: AdministrationServices) async throws {
        var problems: [String] = []
        for policy in set.policies {
            for journey in policy.condition?.journeys ?? [] where try await domain.signIn.journeys.entry(journey, in: realm.id) == nil {
                problems.append("policies.\(policy.name).condition: there is no journey \(journey) in realm \(realm.path)")
            }
        }
        guard problems.isEmpty else { throw AdministrationError(.unknown, problems) }
    }
}

/// Tries policies for a session made up for it.
package struct EvaluatePolicies: ReadingAction {
    package static let declaration = ActionDeclaration(
        "policy.evaluate", .readConfiguration, "Try policies: say what they decide about resources for a session made up here.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("policies/{name}:evaluate"), .told(.list(Self.shape)) { .array($0.map(\.json)) },
            from: { Self(realm: $0, name: "", resources: []) }, .init("name", \.name, .name, .required),
            .init("resources", \.resources, .list(.text(1...4096), count: 1...100), .required),
            .init("username", optional: \.username, .name), .init("level", \.level, .integer(0...1000)), .init("journey", \.journey, .name),
            .init("age", \.age, .integer(0...5_256_000)), .init("address", optional: \.address, .name))
    }

    package var realm: RealmPath
    /// The set's name.
    package var name: String
    /// The resources to decide about.
    package var resources: [String]
    /// The user who asks; nil for none.
    package var username: String?
    /// The level, the journey and the age in minutes of the user's session.
    package var level = 0
    /// The journey of the made-up session.
    package var journey = "Login"
    /// The age of the made-up session in minutes.
    package var age = 0
    /// The address that the request comes from.
    package var address: String?

    package init(realm: RealmPath, name: String, resources: [String]) {
        self.realm = realm
        self.name = name
        self.resources = resources
    }

    /// A decision, with the part of each policy in it.
    private static let shape: Shape = {
        guard case .object(let decision) = PolicyDecision.shape else { return PolicyDecision.shape }
        let reasons = ObjectShape.Member(
            name: "reasons", shape: .list(PolicyReason.shape), presence: .readOnly,
            help: "the part of each policy of the set: whether it counted, and what of its condition isn't met")
        return .object(ObjectShape(name: "PolicyTrial", members: decision.members + [reasons]))
    }()

    package func perform(in realm: Realm, at site: Site) async throws -> [PolicyTrial] {
        _ = try await PolicySet.existing(name, in: realm, of: site.domain)
        let environment = address.map { [PolicyRequest.address: [$0]] } ?? [:]
        let request = PolicyRequest(application: name, resources: resources, environment: environment)
        return try await site.domain.signIn.decisions.preview(request, for: session(in: realm, site.domain), in: realm)
    }

    private func session(in realm: Realm, _ domain: AdministrationServices) async throws -> UserSession? {
        guard let username else { return nil }
        let user = try await domain.existingUser(username, in: realm)
        let created = domain.platform.time.now.addingTimeInterval(-TimeInterval(age) * 60)
        return .imagined(of: user, in: realm, journey: journey, authLevel: level, created: created, at: domain.platform.time.now)
    }
}
