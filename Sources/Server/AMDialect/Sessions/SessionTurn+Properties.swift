import HTTPBase
import HTTPTypes
import Primitives
import Sessions
import Directory

/// The properties of a session that its owner may see and set: those that the realm exposes.
extension SessionTurn {
    /// Made by the server; no client sets them. They count only where the realm exposes them, as all others do.
    private static let contextID = "AMCtxId"
    private static let authLevel = "AuthLevel"
    private static let journeys = "Service"
    /// The longest value, in bytes.
    private static let longestValue = 4096

    func visibleProperties(of session: UserSession) -> [String: String] {
        var properties = session.properties
        properties[UserSession.logoutDetails] = nil
        properties[Self.contextID] = session.contextID
        properties[Self.authLevel] = String(session.authLevel)
        properties[Self.journeys] = ([session.journey] + session.earlierJourneys).joined(separator: "|")
        return properties.filter { realm.settings[SessionSettings.self].exposedSessionProperties.contains($0.key) }
    }

    /// `{"properties": ["a"]}` → the values of those; without a list, of all.
    func properties() async throws -> JSONValue {
        let visible = visibleProperties(of: try await session())
        guard let wanted = body["properties"] else { return Self.json(visible) }
        guard let names = wanted.strings else { throw WireError(.badRequest, "properties is an array of names") }
        for name in names { try requireExposed(name) }
        return .object(JSONObject(names.map { ($0, .string(visible[$0] ?? "")) }))
    }

    /// An object of properties to set → all of them.
    func updateProperties() async throws -> JSONValue {
        guard let changes = body.object else { throw WireError(.badRequest, "the body is an object of properties") }
        var texts: [String: String] = [:]
        for member in changes.members where member.name != "tokenId" { texts[member.name] = try settable(member) }
        return Self.json(visibleProperties(of: try await set(texts)))
    }

    /// Sets some properties, or removes those that become nil.
    func set(_ changes: [String: String?]) async throws -> UserSession {
        var session = try await session()
        for (name, value) in changes { session.properties[name] = value }
        try await services.session.registry.setProperties(session.properties, of: session)
        return session
    }

    private func settable(_ member: JSONObject.Member) throws -> String {
        try requireSettable(member.name)
        guard let text = member.value.string, text.utf8.count <= Self.longestValue else {
            throw WireError(.badRequest, "the property \(member.name.prefix(64)) is a text of at most \(Self.longestValue) bytes")
        }
        return text
    }

    func requireSettable(_ name: String) throws {
        try requireExposed(name)
        guard ![Self.contextID, Self.authLevel, Self.journeys].contains(name) else {
            throw WireError(.forbidden, "the property \(name) can't be set")
        }
    }

    func requireExposed(_ name: String) throws {
        guard realm.settings[SessionSettings.self].exposedSessionProperties.contains(name) else {
            throw WireError(.forbidden, "the property \(name.prefix(64)) is not open to sessions of this realm")
        }
    }

    static func json(_ properties: [String: String]) -> JSONValue {
        .object(JSONObject(properties.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
    }
}
