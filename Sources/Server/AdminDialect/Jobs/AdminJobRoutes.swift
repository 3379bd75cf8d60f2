import Administration
import Directory
import Foundation
import Foundations
import HTTPBase
import HTTPTypes
import Hummingbird
import Primitives
import RealmHTTP
import ResourceMessages

/// `…/jobs`: actions that take long and are done in the background.
struct AdminJobRoutes: Sendable {
    let router: AdminRouter
    let services: AdministrationServices
    let jobs: AdminJobs

    /// The jobs of which the caller may know, the latest first.
    func list(_ request: Request, _ context: GatehouseContext, _ base: ActionRoute.Base) async throws -> Response {
        let (realm, caller) = try await caller(request, context, base)
        let all = try await jobs.kept.all(in: realm.id, at: services.platform.time.now)
        let seen = all.filter { Self.may(caller, see: $0) }
        return .json(["items": .array(seen.map { .object(jobs.json(of: $0)) })], headers: .noStore)
    }

    func one(_ request: Request, _ context: GatehouseContext, _ base: ActionRoute.Base) async throws -> Response {
        let (realm, caller) = try await caller(request, context, base)
        let job = try await job(context.parameters.get(Self.name) ?? "", in: realm, for: caller)
        return .json(try whole(job), headers: .noStore)
    }

    /// `POST …/jobs/{job}:stop`.
    func stop(_ request: Request, _ context: GatehouseContext, _ base: ActionRoute.Base) async throws -> Response {
        let (realm, caller) = try await caller(request, context, base)
        let segment = context.parameters.get(Self.name) ?? ""
        guard segment.hasSuffix(Self.verb) else { throw ProblemErrors().wrongMethod(allowed: "GET") }
        let job = try await job(String(segment.dropLast(Self.verb.count)), in: realm, for: caller)
        try await jobs.kept.stop(job)
        jobs.cancel(job.id)
        return .json(try whole(try await self.job(job.id, in: realm, for: caller)), headers: .noStore)
    }

    /// The parameter that names a job.
    static let name = "job"
    private static let verb = ":stop"

    private func caller(
        _ request: Request, _ context: GatehouseContext, _ base: ActionRoute.Base
    ) async throws -> (realm: Realm, caller: AdminCaller) {
        let (realm, caller) = try await router.caller(of: request, context, base)
        try router.budget.take(caller)
        return (realm, caller)
    }

    /// - Throws: a 404 for one that isn't there, or of which the caller may not know.
    private func job(_ id: String, in realm: Realm, for caller: AdminCaller) async throws -> Jobs.Job {
        guard let job = try await jobs.kept.job(id, in: realm.id, at: services.platform.time.now), Self.may(caller, see: job) else {
            throw Problem(.notFound, "there is no such job")
        }
        return job
    }

    /// A job is for those who may do what it does.
    private static func may(_ caller: AdminCaller, see job: Jobs.Job) -> Bool {
        guard let action = AdministrativeActions.described.first(where: { $0.declaration.name == job.action }) else { return false }
        return caller.administrative.may(action.declaration, in: job.target)
    }

    private func whole(_ job: Jobs.Job) throws -> JSONValue {
        var json = jobs.json(of: job)
        guard let result = try jobs.kept.result(of: job) else { return .object(json) }
        json[job.state == .done ? "result" : "error"] = try JSONValue(parsing: result.reveal(), limits: .own())
        return .object(json)
    }

    /// The shape of a job.
    static let shape: Shape = {
        let moment: Shape = .text(.init(length: 20...20, format: "date-time"))
        return .object(
            ObjectShape(
                name: "Job",
                members: [
                    .init(name: "id", shape: .text, presence: .required), .init(name: "action", shape: .text, presence: .required),
                    .init(name: "state", shape: .choice(Jobs.JobState.allCases.map(\.rawValue)), presence: .required),
                    .init(name: "done", shape: .integer(), presence: .required), .init(name: "begun", shape: moment, presence: .required),
                    .init(name: "ended", shape: moment, presence: .optional), .init(name: "stopping", shape: .flag, presence: .optional),
                    .init(name: "result", shape: .any, presence: .optional), .init(name: "error", shape: .any, presence: .optional),
                ]))
    }()
}
