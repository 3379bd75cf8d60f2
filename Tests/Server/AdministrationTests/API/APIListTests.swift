import AdminDialect
import Administration
import Directory
import Foundation
import Foundations
import HTTPTypes
import Primitives
import Risk
import RiskSignals
import Services
import Sessions
import Store
import Testing

/// Lists that grow, page by page: each object once, whatever comes and goes meanwhile.
@Suite("The growing lists of the administration API")
struct APIListTests {
    @Test("clients and realms come in the order of their names")
    func names() async throws {
        let api = try await APIStage()
        let (token, root) = (try await api.chief(of: Stage.alpha), try await api.chief(of: .root))
        for number in 0..<230 {
            let settings = ApplicationSettings()
            try await api.stage.domain.directory.applications.create(
                Application(id: "c\(number)", realm: api.stage.realm.id, settings: settings, secret: nil))
        }
        let clients = try await all(api, "/realms/alpha/applications?limit=100", by: "id", token)
        #expect(clients.count >= 233 && clients == clients.sorted() && Set(clients).count == clients.count)
        let realms = try await all(api, "/server/realms?limit=1", by: "path", root)
        #expect(realms == ["/", "/alpha", "/alpha/staff"])
        await api.close()
    }

    @Test("the sessions of a user continue where they were when the last of a page has ended")
    func sessions() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        let (stage, time) = (api.stage, api.stage.domain.platform.time as? ManualTime)
        var handles = [stage.session]
        for number in 0..<6 {
            // Some of the same moment.
            if number.isMultiple(of: 2) { time?.advance(by: 1) }
            let session = try await stage.domain.platform.database.write {
                [domain = stage.domain, user = stage.user, realm = stage.realm] in
                try domain.session.registry.create(NewSession(user: user, journey: "Login"), in: realm, $0).0
            }
            handles.append(session.handle)
        }
        let path = "/realms/alpha/users/ada/sessions?limit=2"
        #expect(Set(try await all(api, path, by: "handle", token)) == Set(handles))
        let first = try await api.send(.get, path, token: token)
        let shown = first.json["items"]?.array?.compactMap { $0["handle"]?.string } ?? []
        _ = try await stage.domain.session.registry.end(handle: try #require(shown.last), in: stage.realm.id)
        let rest = try await all(api, try #require(Self.next(first)), by: "handle", token)
        // One object moves up to the page before; none comes twice.
        #expect(Set(rest).isDisjoint(with: shown) && rest.count >= handles.count - 3)
        await api.close()
    }

    @Test("the audit log is read backwards to its beginning, and what comes meanwhile moves nothing")
    func audit() async throws {
        let api = try await APIStage()
        let root = try await api.chief(of: .root)
        let first = try await api.send(.get, "/server/audit?limit=3", token: root)
        let shown = first.json["items"]?.array?.compactMap { $0["sequence"]?.integer } ?? []
        #expect(shown.count == 3 && shown == shown.sorted().reversed(), "\(first.text)")
        _ = try await api.stage.domain.directory.users.create("late", in: api.stage.realm.id)
        var (sequences, path) = (shown, Self.next(first))
        while let next = path {
            let page = try await api.send(.get, next, token: root)
            sequences += page.json["items"]?.array?.compactMap { $0["sequence"]?.integer } ?? []
            path = Self.next(page)
        }
        #expect(sequences.last == 1 && sequences == (1...(shown.first ?? 0)).reversed())
        await api.close()
    }

    @Test("all evaluations of risk can be reached")
    func evaluations() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        var ids = [api.stage.riskEvaluation]
        for number in 0..<5 {
            if number == 3 { (api.stage.domain.platform.time as? ManualTime)?.advance(by: 1) }
            let event = RiskEvent(address: "192.0.2.\(number)", user: api.stage.user.id.uuidString)
            let made = try await api.stage.domain.risk.evaluate(event, origin: "https://login.example.com", in: api.stage.realm)
            ids.append(made.id.text)
        }
        let found = try await all(api, "/realms/alpha/risk-evaluations?limit=2", by: "id", token)
        #expect(Set(found) == Set(ids) && found.count == ids.count)
        await api.close()
    }

    @Test("users that a query finds come in whatever order is asked for")
    func query() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        for name in ["bob", "cleo", "dan"] {
            _ = try await api.stage.domain.directory.users.create(name, in: api.stage.realm.id)
        }
        let path = "/realms/alpha/users:query?where=true&limit=2"
        #expect(try await all(api, path, by: "username", token).prefix(3) == ["ada", "bob", "chief"])
        let backwards = try await all(api, path + "&sort=-userName", by: "username", token)
        #expect(backwards.first == "dan" && backwards.last == "ada" && Set(backwards).count == backwards.count)
        await api.close()
    }

    @Test("the inputs by which pages are read are no parameters, but for the beginning")
    func inputs() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        let later = try await api.send(.get, "/realms/alpha/users?after=ada", token: token)
        #expect(later.status == .ok && later.json["items"]?.array?.first?["username"] != "ada")
        #expect(try await api.send(.get, "/realms/alpha/users/ada/sessions?passed=1", token: token).status == .unprocessableContent)
        await api.close()
    }

    /// A member of all objects of a list.
    private func all(_ api: APIStage, _ path: String, by key: String, _ token: String) async throws -> [String] {
        var (found, next): ([String], String?) = ([], path)
        while let path = next {
            let page = try await api.send(.get, path, token: token)
            #expect(page.status == .ok, "\(path): \(page.text)")
            found += page.json["items"]?.array?.compactMap { $0[key]?.string } ?? []
            next = Self.next(page)
        }
        return found
    }

    /// The path below the API of the next page.
    private static func next(_ page: APIStage.ServerResponse) -> String? {
        let link = HTTPField.Name("Link").flatMap { page.headers[$0] }
        return link?.split(separator: ">").first.map { String($0.dropFirst("</admin/v1".count)) }
    }
}
