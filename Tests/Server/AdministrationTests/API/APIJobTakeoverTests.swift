@testable import AdminDialect
import Administration
import Directory
import Foundation
import Foundations
import HTTPTypes
import Primitives
import Services
import Store
import Testing

@Suite("Jobs whose server has ended")
struct APIJobTakeoverTests {
    /// A stage with a job for an administrator, which was begun at a server that never ends it.
    private struct Left {
        let api: APIStage
        let token: String
        let path: String
        /// Has the first server end its work after all.
        let awaken: AsyncStream<Void>.Continuation

        init(_ method: HTTPRequest.Method = .get, _ target: String = "/realms/alpha/journeys:export") async throws {
            let (stream, continuation) = AsyncStream<Void>.makeStream()
            (api, awaken) = (try await APIStage(), continuation)
            token = try await api.chief(of: Stage.alpha)
            api.jobs.perform { _, _ in
                for await _ in stream {}
                try Task.checkCancellation()
                return "of the first"
            }
            var fields: HTTPFields = method == .delete ? [.ifMatch: "*"] : [:]
            fields[try #require(HTTPField.Name("Prefer"))] = "respond-async"
            let begun = try await api.send(method, target, token: token, headers: fields)
            path = String(try #require(begun.headers[.location], "\(begun.text)").dropFirst("/admin/v1".count))
        }

        /// Has another node look for what was left, and waits until it is done.
        func takeOver(by other: AdminJobs) async {
            await other.look()
            await other.wait()
        }

        func job() async throws -> JSONValue { try await api.send(.get, path, token: token).json }

        func close() async {
            awaken.finish()
            await api.jobs.wait()
            await api.close()
        }
    }

    @Test("go on at another after a minute, and the first one's end counts no more")
    func goesOn() async throws {
        let left = try await Left()
        let other = left.api.jobsOfAnotherNode()
        await left.takeOver(by: other)
        #expect(try await left.job()["state"] == "running")
        left.api.passSilence()
        await left.takeOver(by: other)
        let job = try await left.job()
        #expect(job["state"] == "done" && job["result"]?["files"] != nil, "\(job.text)")
        left.awaken.finish()
        await left.api.jobs.wait()
        #expect(try await left.job() == job)
        await left.close()
    }

    @Test("end at a server that is slow once another has taken them over")
    func endsAtTheFirst() async throws {
        let left = try await Left()
        left.api.passSilence()
        await left.takeOver(by: left.api.jobsOfAnotherNode())
        await left.api.jobs.look()
        // Its work has no end of its own, but was cancelled.
        await left.api.jobs.wait()
        #expect(try await left.job()["state"] == "done")
        await left.close()
    }

    @Test("that stops goes on at another at once")
    func stopsWithItsServer() async throws {
        let left = try await Left()
        await left.api.jobs.close()
        #expect(try await left.job()["state"] == "running")
        await left.takeOver(by: left.api.jobsOfAnotherNode())
        #expect(try await left.job()["state"] == "done")
        await left.close()
    }

    @Test("end as stopped where that was asked for meanwhile")
    func stopped() async throws {
        let left = try await Left()
        let platform = left.api.stage.domain.platform
        let jobs = Jobs(platform.database, platform.sealer, random: platform.random)
        let id = String(left.path.split(separator: "/").last ?? "")
        try await jobs.stop(try #require(try await jobs.job(id, in: left.api.stage.realm.id, at: platform.time.now)))
        left.api.passSilence()
        await left.takeOver(by: left.api.jobsOfAnotherNode())
        let job = try await left.job()
        #expect(job["state"] == "stopped" && job["done"] == 0, "\(job.text)")
        await left.close()
    }

    @Test("aren't done for a caller who may do it no more")
    func forbidden() async throws {
        let left = try await Left()
        let stage = left.api.stage
        let platform = stage.domain.platform
        let jobs = Jobs(platform.database, platform.sealer, random: platform.random)
        left.api.passSilence()
        let taken = try #require(try await jobs.takeLeft(at: platform.time.now))
        let order = try AdminJobOrder(taken.work)
        let performer = AdminPerformer(services: stage.services, means: stage.means)
        let callers = [
            // A user without privileges, a client that isn't there, and one of a realm that isn't there.
            AdminCaller.Name(.user(stage.user.id), of: stage.realm.id), AdminCaller.Name(.client("nothing"), of: stage.realm.id),
            AdminCaller.Name(.client("nothing"), of: platform.random.uuid()),
        ]
        for caller in callers {
            let error = await #expect(throws: (any Error).self) {
                try await performer.perform(AdminJobOrder(order.action, order.call, by: caller, expecting: nil), run: 2)
            }
            #expect(error.flatMap(ProblemErrors.problem)?.status == .forbidden, "\(caller)")
        }
        await left.close()
    }

    @Test("that removed what they were about, and couldn't say so, are done")
    func removed() async throws {
        let left = try await Left(.delete, "/realms/alpha:staff")
        #expect(try await left.api.send(.delete, "/realms/alpha:staff", token: left.token, headers: [.ifMatch: "*"]).status == .ok)
        left.api.passSilence()
        await left.takeOver(by: left.api.jobsOfAnotherNode())
        let job = try await left.job()
        #expect(job["state"] == "done" && job["result"] == .null, "\(job.text)")
        await left.close()
    }

    @Test("while the database can't be reached are done by a later run")
    func unreachable() async throws {
        let left = try await Left()
        left.api.passSilence()
        let other = left.api.jobsOfAnotherNode()
        other.perform { _, _ in throw DatabaseError(.unreachable, "no connection") }
        await left.takeOver(by: other)
        #expect(try await left.job()["state"] == "running")
        left.api.passSilence()
        await left.takeOver(by: left.api.jobsOfAnotherNode())
        #expect(try await left.job()["state"] == "done")
        await left.close()
    }

    @Test("are taken over by one of many")
    func takenOverAtOnce() async throws {
        let left = try await Left()
        left.api.passSilence()
        let platform = left.api.stage.domain.platform
        let taken = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let jobs = Jobs(platform.database, platform.sealer, random: platform.random)
                    return (try? await jobs.takeLeft(at: platform.time.now)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(taken == 1)
        await left.close()
    }
}
