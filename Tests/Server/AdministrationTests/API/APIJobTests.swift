@testable import AdminDialect
import Administration
import Directory
import Foundation
import Foundations
import HTTPTypes
import Primitives
import Services
import Sessions
import Store
import Testing

@Suite("The jobs of the administration API")
struct APIJobTests {
    private static func inBackground(_ others: HTTPFields = [:]) throws -> HTTPFields {
        var fields = others
        fields[try #require(HTTPField.Name("Prefer"))] = "respond-async"
        return fields
    }

    /// The path below the API of an answer's Location.
    private static func place(_ answer: APIStage.ServerResponse) throws -> String {
        String(try #require(answer.headers[.location]).dropFirst("/admin/v1".count))
    }

    @Test("an action that may take long is done in the background, and its job tells the result")
    func done() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        let begun = try await api.send(.get, "/realms/alpha/journeys:export", token: token, headers: Self.inBackground())
        #expect(begun.status == .accepted && begun.json["action"] == "journey.export")
        await api.jobs.wait()
        let job = try await api.send(.get, try Self.place(begun), token: token)
        #expect(job.status == .ok && job.json["state"] == "done" && job.json["result"] != nil && job.json["ended"] != nil, "\(job.text)")
        let list = try await api.send(.get, "/realms/alpha/jobs", token: token)
        #expect(list.json["items"]?.array?.compactMap { $0["id"]?.string } == [begun.json["id"]?.string ?? ""])
        await api.close()
    }

    @Test("a job that fails tells why")
    func fails() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        let begun = try await api.send(.get, "/realms/alpha/journeys:export?names=Nowhere", token: token, headers: Self.inBackground())
        #expect(begun.status == .accepted)
        await api.jobs.wait()
        let job = try await api.send(.get, try Self.place(begun), token: token)
        #expect(job.json["state"] == "failed" && job.json["error"]?["status"] != nil, "\(job.text)")
        await api.close()
    }

    @Test("a job that the domain refuses tells why too")
    func refused() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        let body: JSONValue = ["source": .string(String(repeating: "a", count: 64)), "start": 7, "end": 8, "users": []]
        let begun = try await api.send(.post, "/realms/alpha/users:import", body, token: token, headers: Self.inBackground())
        #expect(begun.status == .accepted, "\(begun.text)")
        await api.jobs.wait()
        let job = try await api.send(.get, try Self.place(begun), token: token)
        #expect(job.json["error"]?["status"] == 409 && job.json["error"]?["detail"]?.string?.contains("record 0") == true, "\(job.text)")
        await api.close()
    }

    @Test("a job's inputs may be as long as a request's")
    func long() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        let text = String(repeating: " ", count: 1 << 20)
        let files = (0..<3).map { JSONValue.object(["path": .string("\($0).json"), "text": .string(text)]) }
        let begun = try await api.send(
            .post, "/realms/alpha/journeys:import", ["files": .array(files)], token: token, headers: Self.inBackground())
        #expect(begun.status == .accepted, "\(begun.text)")
        await api.jobs.close()
        let other = api.jobsOfAnotherNode()
        await other.look()
        await other.wait()
        let job = try await api.send(.get, try Self.place(begun), token: token)
        // Spaces are no journey, which is told as for a request.
        #expect(job.json["state"] != "running" && job.json["error"]?["status"] != 500, "\(job.text)")
        await api.close()
    }

    @Test("a removed realm's job is the one above's")
    func removes() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        let fields = try Self.inBackground([.ifMatch: "*"])
        let begun = try await api.send(.delete, "/realms/alpha:staff", token: token, headers: fields)
        #expect(begun.status == .accepted)
        await api.jobs.wait()
        let job = try await api.send(.get, try Self.place(begun), token: token)
        #expect(job.json["state"] == "done", "\(job.text)")
        #expect(try await api.send(.get, "/realms/alpha:staff", token: token).status == .notFound)
        await api.close()
    }

    @Test("is for those who may do what it does; stopping needs the verb")
    func rights() async throws {
        let api = try await APIStage()
        let (chief, reader) = (try await api.chief(of: Stage.alpha), try await api.worker([.identityDataReadOnly]))
        let begun = try await api.send(.get, "/realms/alpha/journeys:export", token: chief, headers: Self.inBackground())
        await api.jobs.wait()
        let place = try Self.place(begun)
        #expect(try await api.send(.get, place, token: reader).status == .notFound)
        #expect(try await api.send(.get, "/realms/alpha/jobs", token: reader).json["items"] == [])
        #expect(try await api.send(.get, place, token: nil).status == .unauthorized)
        #expect(try await api.send(.post, place + ":stop", [:], token: reader).status == .notFound)
        #expect(try await api.send(.post, place, [:], token: chief).status == .methodNotAllowed)
        #expect(try await api.send(.post, place + ":stop", [:], token: chief).status == .ok)
        await api.close()
    }

    @Test("that another server does is told by each, and stopped by each")
    func elsewhere() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        let realm = api.stage.realm
        let other = AdminJobs(api.stage.domain.platform)
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        other.perform { _, _ in
            // Work without an end of its own.
            for await _ in stream {}
            try WorkProgress.step(by: 3)
            return .null
        }
        let order = AdminJobOrder(
            "journey.import", ActionCall(realm: realm.path, values: [:]), by: AdminCaller.Name(.client("chief"), of: realm.id),
            expecting: nil)
        let job = try await other.begin(order, of: "chief", in: realm, target: realm.path)
        let path = "/realms/alpha/jobs/\(job.id)"
        #expect(try await api.send(.get, path, token: token).json["state"] == "running")
        let stopping = try await api.send(.post, path + ":stop", [:], token: token)
        #expect(stopping.json["state"] == "running" && stopping.json["stopping"] == true, "\(stopping.text)")
        // The server that does it looks every few seconds.
        for _ in 0..<5 { await other.tick() }
        await other.wait()
        continuation.finish()
        let stopped = try await api.send(.get, path, token: token)
        #expect(stopped.json["state"] == "stopped" && stopped.json["ended"] != nil, "\(stopped.text)")
        await api.close()
    }

    @Test("is not made of a dry run, which is answered at once and leaves nothing")
    func dryRun() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        let action = try #require(try Examples.all(on: api.stage).first { $0 is ImportJourneys })
        let request = ActionRequest(action)
        let before = try await api.stage.rows()
        let answer = try await api.send(
            request.method, request.path(with: "dryRun=true"), request.body, token: token, headers: Self.inBackground())
        #expect(answer.status == .ok && answer.json["changes"]?.array?.count == 1 && answer.headers[.location] == nil, "\(answer.text)")
        #expect(try await api.stage.rows() == before)
        #expect(try await api.send(.get, "/realms/alpha/jobs", token: token).json["items"] == [])
        await api.close()
    }

    @Test("that ends a user's sessions tells how many")
    func progress() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        let stage = api.stage
        for _ in 0..<3 {
            _ = try await stage.domain.platform.database.write { [domain = stage.domain, user = stage.user, realm = stage.realm] in
                try domain.session.registry.create(NewSession(user: user, journey: "Login"), in: realm, $0)
            }
        }
        let begun = try await api.send(
            .post, "/realms/alpha/sessions:end", ["username": "ada"], token: token, headers: Self.inBackground())
        #expect(begun.status == .accepted, "\(begun.text)")
        await api.jobs.wait()
        let job = try await api.send(.get, try Self.place(begun), token: token)
        #expect(job.json["state"] == "done" && job.json["done"] == 4 && job.json["result"]?["ended"] == 4, "\(job.text)")
        await api.close()
    }

    @Test("that ends each server which does it isn't begun for ever, and was cut off")
    func cut() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        let platform = api.stage.domain.platform
        let jobs = Jobs(platform.database, platform.sealer, random: platform.random)
        let job = try #require(
            try await jobs.begin(
                "journey.import", Secret("work"), in: api.stage.realm.id, target: api.stage.realm.path, at: platform.time.now))
        let path = "/realms/alpha/jobs/\(job.id)"
        for run in 2...Jobs.mostRuns {
            #expect(try await jobs.takeLeft(at: platform.time.now) == nil, "before anything is amiss")
            api.passSilence()
            #expect(try await api.send(.get, path, token: token).json["state"] == "running")
            let taken = try #require(try await jobs.takeLeft(at: platform.time.now))
            #expect(taken.job.id == job.id && taken.job.runs == run && taken.work.reveal() == "work")
        }
        api.passSilence()
        #expect(try await jobs.takeLeft(at: platform.time.now) == nil)
        #expect(try await api.send(.get, path, token: token).json["state"] == "cut")
        await api.close()
    }
}
