import AdminDialect
import Administration
import Directory
import Foundation
import Foundations
import HTTPTypes
import Primitives
import Services
import Store
import Testing

@Suite("The stream of events of the administration API")
struct APIEventTests {
    /// Follows the events: the stream is ended, so that what was sent until then is the whole answer.
    private static func follow(
        _ api: APIStage, _ path: String, token: String?, headers: HTTPFields = [:]
    ) async throws -> APIStage.ServerResponse {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while !api.streams.hasStreams, !Task.isCancelled { await Task.yield() }
                api.streams.close()
            }
            let answer = try await api.send(.get, path, token: token, headers: headers)
            group.cancelAll()
            return answer
        }
    }

    @Test("tells what happened since the last event that was seen, of the kinds that are wanted")
    func follows() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        let database = api.stage.domain.platform.database
        let place = try await api.stage.domain.platform.audit.checkpoint(of: database).sequence
        _ = try await api.stage.domain.directory.users.create("newcomer", in: api.stage.realm.id)
        #expect(
            try await api.send(.post, "/realms/alpha/users/ada:unlock", [:], token: token).status == .ok)
        try await AuditLog.seal(database)
        let last: HTTPFields = [try #require(HTTPField.Name("Last-Event-ID")): "\(place)"]
        let all = try await Self.follow(api, "/realms/alpha/events", token: token, headers: last)
        #expect(all.status == .ok && all.headers[.contentType] == "text/event-stream")
        #expect(all.text.hasPrefix("retry: 2000\n\n") && all.text.contains("event: account.unlocked\n"))
        await api.close()
    }

    @Test("shows a caller what the caller's roles may read")
    func sight() async throws {
        let api = try await APIStage()
        let token = try await api.worker([.configurationReadOnly])
        let database = api.stage.domain.platform.database
        let place = try await api.stage.domain.platform.audit.checkpoint(of: database).sequence
        let chief = try await api.chief(of: Stage.alpha)
        _ = try await api.send(.post, "/realms/alpha/users/ada:unlock", [:], token: chief)
        _ = try await api.send(.patch, "/realms/alpha", ["sessionLifetime": 3600], token: chief, headers: [.ifMatch: "*"])
        try await AuditLog.seal(database)
        let last: HTTPFields = [try #require(HTTPField.Name("Last-Event-ID")): "\(place)"]
        let seen = try await Self.follow(api, "/realms/alpha/events", token: token, headers: last)
        #expect(seen.text.contains("event: realm.changed\n") && !seen.text.contains("event: account.unlocked\n"))
        await api.close()
    }

    @Test("begins anew for a reader whose place isn't there, and says so")
    func resets() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        let last: HTTPFields = [try #require(HTTPField.Name("Last-Event-ID")): "999999"]
        let answer = try await Self.follow(api, "/realms/alpha/events", token: token, headers: last)
        #expect(answer.text.contains("event: reset\n"))
        await api.close()
    }

    @Test("is for no stranger, and for no caller without a right to any of it")
    func refuses() async throws {
        let api = try await APIStage()
        let chief = try await api.chief(of: Stage.alpha)
        for path in ["/realms/alpha/events", "/server/events"] {
            #expect(try await api.send(.get, path, token: nil).status == .unauthorized)
        }
        #expect(try await api.send(.get, "/realms/beta/events", token: chief).status == .unauthorized)
        #expect([.forbidden, .unauthorized].contains(try await api.send(.get, "/server/events", token: chief).status))
        #expect(try await api.send(.get, "/realms/alpha/events?kinds=NO", token: chief).status == .unprocessableContent)
        #expect(try await api.send(.get, "/realms/alpha/events?colour=red", token: chief).status == .unprocessableContent)
        await api.close()
    }
}
