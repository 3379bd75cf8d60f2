import Administration
import Directory
import Foundations
import HTTPTypes
import Primitives
import Testing

/// What holds for every route of the administration API.
@Suite("Every route of the administration API")
struct APIMatrixTests {
    private static let anyState: HTTPFields = [.ifMatch: "*"]

    @Test("answers an administrator of the root, and a dry run of a change changes no byte of the database")
    func dryRuns() async throws {
        let api = try await APIStage()
        let (chief, root) = (try await api.chief(of: Stage.alpha), try await api.chief(of: .root))
        // The realm beneath has its keys by now, too, which are made when they are first needed.
        _ = try await api.chief(of: try #require(AdministeredRealm("alpha/staff")))
        let before = try await api.stage.rows()
        for action in try Examples.all(on: api.stage) {
            let request = ActionRequest(action)
            let isChange = action is any ChangingAction
            let answer = try await Self.answer(
                to: request, isChange ? request.path(with: "dryRun=true") : request.path, token: request.isServerWide ? root : chief, api)
            #expect(answer.status.kind == .successful, "\(request.name): \(answer.status) \(answer.text.prefix(500))")
            if isChange { for secret in Self.secrets { #expect(answer.json[secret] == nil, "\(request.name) tells its \(secret)") } }
            let (now, then) = (Self.lasting(try await api.stage.rows()), Self.lasting(before))
            let changed = Set(now.keys).union(then.keys).filter { now[$0] != then[$0] }
            #expect(changed.isEmpty, "\(request.name)")
        }
        await api.close()
    }

    /// The members by which secrets are told that were just made.
    private static let secrets = ["key", "uri", "secret", "activationPassword", "applicationSecret"]

    /// The answer to a change of whatever state there is; of none where the change makes what it names.
    private static func answer(
        to request: ActionRequest, _ path: String, token: String, _ api: APIStage
    ) async throws -> APIStage.ServerResponse {
        let answer = try await api.send(request.method, path, request.body, token: token, headers: anyState)
        guard answer.status == .preconditionFailed else { return answer }
        return try await api.send(request.method, path, request.body, token: token)
    }

    /// The rows without those of the audit log, which tells of reading.
    private static func lasting(_ rows: [String: [String]]) -> [String: [String]] { rows.filter { !$0.key.hasPrefix("audit") } }

    @Test(
        "that changes something does so, and the audit log names the caller and the way",
        arguments: AdministrativeActions.all.filter { $0 is any ChangingAction.Type }.map { $0.declaration.name })
    func audited(_ name: String) async throws {
        let api = try await APIStage()
        let action = try #require(try Examples.all(on: api.stage).first { type(of: $0).declaration.name == name })
        let request = ActionRequest(action)
        let token = try await api.chief(of: request.isServerWide ? .root : Stage.alpha)
        let known = try await api.stage.events().last?["sequence"]?.integer ?? 0
        let answer = try await Self.answer(to: request, request.path, token: token, api)
        #expect(answer.status.kind == .successful, "\(answer.status) \(answer.text.prefix(500))")
        let events = try await api.stage.events(after: known)
        #expect(!events.isEmpty)
        for event in events {
            #expect(event["details"]?["byUser"]?.string != nil && event["details"]?["way"] == "api", "\(event)")
        }
        await api.close()
    }

    @Test("is for the roles whose permissions it needs, and for no other", arguments: AdministratorRole.allCases)
    func roles(_ role: AdministratorRole) async throws {
        let api = try await APIStage()
        let token = try await api.worker([role])
        for action in try Examples.all(on: api.stage) {
            let request = ActionRequest(action)
            let path = action is any ChangingAction ? request.path(with: "dryRun=true") : request.path
            let answer = try await api.send(request.method, path, request.body, token: token, headers: Self.anyState)
            let needed = type(of: action).declaration.permission
            if request.isServerWide || !role.permissions.isSuperset(of: needed) {
                #expect([.forbidden, .unauthorized].contains(answer.status), "\(request.name): \(answer.status)")
            } else if request.method == .get {
                #expect(answer.status == .ok, "\(request.name): \(answer.status) \(answer.text.prefix(300))")
            }
        }
        await api.close()
    }

    @Test("is refused without a token, and with one of another realm")
    func strangers() async throws {
        let api = try await APIStage()
        let beneath = try await api.chief(of: try #require(AdministeredRealm("alpha/staff")))
        // The realms above have their keys by now, which are made when they are first needed.
        for realm in [Stage.alpha, .root] { _ = try await api.chief(of: realm) }
        let before = try await api.stage.rows()
        for action in try Examples.all(on: api.stage) {
            let request = ActionRequest(action)
            guard request.name != "realm.remove" else { continue }
            for token in [nil, "none", beneath] {
                let answer = try await api.send(request.method, request.path, request.body, token: token, headers: Self.anyState)
                #expect(answer.status == .unauthorized, "\(request.name): \(answer.status)")
                #expect(answer.headers[.contentType] == "application/problem+json", "\(request.name)")
            }
        }
        let after = try await api.stage.rows()
        #expect(after.filter { !$0.key.hasPrefix("audit") } == before.filter { !$0.key.hasPrefix("audit") })
        await api.close()
    }
}
