public import Primitives

/// The question of a resource server: may this subject do something with these resources (`docs/protocols/step-protocol.md` 10.5)?
public struct PolicyRequest: Sendable, Equatable {
    /// The policy set.
    public var application: String
    /// 1 to 64 resources, each of at most 8192 bytes.
    public var resources: [String]
    /// The session token of the subject; nil for the session that asks.
    public var session: Secret?
    /// The further knowledge of the resource server: `TxId`, the transaction that was approved, and `IP`, the subject's address.
    public var environment: [String: [String]]

    /// The policy set when a request names none.
    public static let standardApplication = "iPlanetAMWebAgentService"
    /// The name in the environment of the transaction that was approved, and of the subject's address.
    public static let transaction = "TxId"
    /// The name in the environment of the subject's network address.
    public static let address = "IP"

    private static let mostResources = 64
    private static let longestResource = 8192
    private static let mostEnvironment = 64

    /// Makes a policy request of its members, which are taken unchecked. By default `session` is nil, `environment` is empty, and
    /// `application` is `PolicyRequest.standardApplication`.
    public init(
        application: String = PolicyRequest.standardApplication, resources: [String], session: Secret? = nil,
        environment: [String: [String]] = [:]
    ) {
        self.application = application
        self.resources = resources
        self.session = session
        self.environment = environment
    }

    /// The wire form.
    public var json: JSONValue {
        var object: JSONObject = ["application": .string(application), "resources": .array(resources.map(JSONValue.string))]
        object["subject"] = session.map { ["ssoToken": .string($0.reveal())] }
        let environment = environment.sorted { $0.key < $1.key }
        object["environment"] = .object(JSONObject(environment.map { ($0, .array($1.map(JSONValue.string))) }))
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``PolicyMessageError``; `notSupported` for a subject that is neither a session nor left out.
    public init(json: JSONValue) throws(PolicyMessageError) {
        guard let resources = json["resources"]?.strings, (1...Self.mostResources).contains(resources.count) else {
            throw PolicyMessageError(.malformed, "resources is an array of 1 to \(Self.mostResources) texts")
        }
        guard resources.allSatisfy({ (1...Self.longestResource).contains($0.utf8.count) }) else {
            throw PolicyMessageError(.tooLarge, "a resource has 1 to \(Self.longestResource) bytes")
        }
        self.init(
            application: json["application"]?.string ?? Self.standardApplication, resources: resources,
            session: try Self.session(json["subject"]), environment: try Self.environment(json["environment"]))
    }

    private static func session(_ subject: JSONValue?) throws(PolicyMessageError) -> Secret? {
        guard let subject else { return nil }
        guard let members = subject.object else { throw PolicyMessageError(.malformed, "subject is an object with ssoToken") }
        if members.isEmpty { return nil }
        guard let token = members["ssoToken"]?.string, !token.isEmpty, members.count == 1 else {
            throw PolicyMessageError(.notSupported, "a subject is told by its ssoToken alone")
        }
        return Secret(token)
    }

    private static func environment(_ json: JSONValue?) throws(PolicyMessageError) -> [String: [String]] {
        guard let json, json != .null else { return [:] }
        guard let members = json.object?.members, members.count <= mostEnvironment else {
            throw PolicyMessageError(.malformed, "environment is an object of at most \(mostEnvironment) arrays of texts")
        }
        var environment: [String: [String]] = [:]
        for member in members {
            guard let values = member.value.strings, values.count <= mostEnvironment else {
                throw PolicyMessageError(.malformed, "\(member.name.prefix(64)) in environment is an array of texts")
            }
            environment[member.name] = values
        }
        return environment
    }
}
