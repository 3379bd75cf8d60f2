import Foundation
import Foundations
import HTTPBase
import HTTPTypes
import Primitives
import Sessions
import Directory

/// The actions that only version 1 of the resource has, each answering with one value.
extension SessionTurn {
    func isActive() async throws -> JSONValue {
        guard let session = try await services.session.registry.peek(token, in: realm.id) else { return ["active": false] }
        if refreshes { try await services.session.registry.touch(session) }
        return ["active": true]
    }

    /// Lifetimes in minutes, what has passed or is left in seconds.
    func measure(_ action: SessionAction) async throws -> JSONValue {
        let session = try await session()
        let now = services.time.now
        return switch action {
        case .getMaxIdle: ["maxidletime": Self.minutes(session.idleTime)]
        case .getMaxSessionTime: ["maxsessiontime": Self.minutes(session.lifetime)]
        case .getTimeLeft: ["maxtime": .integer(Int64(session.ends.timeIntervalSince(now)))]
        default: ["idletime": .integer(Int64(now.timeIntervalSince(session.lastUsed)))]
        }
    }

    func oneProperty(_ action: SessionAction) async throws -> JSONValue {
        switch action {
        case .getPropertyNames:
            let names = visibleProperties(of: try await session()).keys.sorted()
            return ["properties": .array(names.map(JSONValue.string))]
        case .setProperty:
            _ = try await updateProperties()
            return ["success": true]
        case .deleteProperty:
            let name = try propertyName()
            try requireSettable(name)
            _ = try await set([name: nil])
            return ["success": true]
        default:
            let name = try propertyName()
            try requireExposed(name)
            return Self.json([name: visibleProperties(of: try await session())[name] ?? ""])
        }
    }

    private func propertyName() throws -> String {
        guard let name = body["name"]?.string else { throw WireError(.badRequest, "the body names no property: {\"name\": …}") }
        return name
    }
}
