import Administration
import Directory
import Foundation
import Foundations
import HTTPBase
import HTTPTypes
import Hummingbird
import Logging
import OAuthMessages
import Primitives
import RealmHTTP
import ResourceMessages

/// Answers the routes of the administration API: finds realm and caller, reads the inputs, holds requests to what is stored, and calls the
/// action.
struct AdminRouter: Sendable {
    let reader: RequestReader
    private let services: AdministrationServices
    private let means: AdministrationMeans
    let budget: AdminBudget
    private let pages: AdminPages
    private let turns = ResourceTurns()
    private let repeats: AdminRepeats
    private let jobs: AdminJobs

    init(reader: RequestReader, services: AdministrationServices, means: AdministrationMeans, jobs: AdminJobs) {
        self.jobs = jobs
        self.reader = reader
        self.services = services
        self.means = means
        budget = AdminBudget(services.platform)
        repeats = AdminRepeats(services.platform)
        pages = AdminPages(sealer: services.platform.sealer, time: services.platform.time)
    }

    /// The realm of a request: by its id, or by its names with colons between; `root` for the root.
    /// - Throws: a 404.
    func realm(of context: GatehouseContext, _ base: ActionRoute.Base) async throws -> Realm {
        guard base == .realm else { return try await services.directory.realms.realm(at: .root) }
        let segment = context.parameters.get(ActionRoute.Base.realmName)?.percentDecoded
        if let id = segment.flatMap({ UUID(text: $0) }) { return try await reader.realms.realm(environment: id) }
        guard let path = segment.flatMap(Self.path) else { throw Problem.noRealm }
        return try await reader.realms.realm(at: path)
    }

    private static func path(_ segment: String) -> RealmPath? {
        let names = segment == "root" ? [] : segment.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        return RealmPath(components: names)
    }

    /// The realm and the caller of a request. That there is no such realm is told to a caller from one above alone.
    func caller(
        of request: Request, _ context: GatehouseContext, _ base: ActionRoute.Base
    ) async throws -> (realm: Realm, caller: AdminCaller) {
        let realm: Realm
        do { realm = try await self.realm(of: context, base) } catch {
            _ = try await AdminCaller.of(request, in: try await nearest(to: context), reader, services)
            throw error
        }
        return (realm, try await AdminCaller.of(request, in: realm, reader, services))
    }

    /// The lowest realm that is there of those above the one that a path names.
    private func nearest(to context: GatehouseContext) async throws -> Realm {
        var names = context.parameters.get(ActionRoute.Base.realmName)?.percentDecoded.flatMap(Self.path)?.names ?? []
        while !names.isEmpty {
            names.removeLast()
            guard let path = RealmPath(components: names) else { break }
            if let realm = try? await reader.realms.realm(at: path) { return realm }
        }
        return try await services.directory.realms.realm(at: .root)
    }

    /// A request for an action, read and admitted.
    private struct Call: Sendable {
        let request: Request
        let action: DescribedAction
        let resource: AdminResource
        let inputs: AdminInputs
        let front: Administration
    }

    func answer(_ request: Request, _ context: GatehouseContext, _ resource: AdminResource) async throws -> Response {
        let (action, parameters) = try Self.action(of: context, resource)
        let (realm, caller) = try await caller(of: request, context, resource.base)
        let left = try await budget.take(caller, for: action)
        // A body may be long: it isn't read for callers who may do nothing with it.
        guard caller.administrative.may(action.declaration, in: resource.base == .realm ? realm.path : nil) else {
            throw Problem(.forbidden, "\(action.declaration.name) needs a privilege that the caller doesn't have")
        }
        let inputs = try await AdminInputs(request, action, parameters, realm.path)
        let front = Administration(services, as: caller.administrative, means)
        try await action.admit(front, inputs.call)
        if !inputs.isDryRun { try caller.checkProof(for: action, at: services.platform.time.now) }
        let call = Call(request: request, action: action, resource: resource, inputs: inputs, front: front)
        let isJob = action.route.isLong && !inputs.isDryRun && request.prefersAnswerAtOnce
        var response =
            if action.isChanging {
                try await repeats.once(request, action.declaration.name, inputs, by: caller, in: realm) {
                    if isJob { return try await begin(call, by: caller, in: realm, context.logger) }
                    return try await change(call)
                }
            } else if isJob {
                try await begin(call, by: caller, in: realm, context.logger).response()
            } else {
                try await respond(call)
            }
        response.headers[.rateLimit] = "\"caller\";r=\(left);t=1"
        return response
    }

    private func respond(_ call: Call) async throws -> Response {
        guard call.action.route.list == nil else {
            let page = try await pages.page(of: call.action, call.inputs, call.front)
            return .json(["items": .array(page.items)], headers: page.headers(call.request))
        }
        return Self.response(to: call.request, try await output(call))
    }

    /// Has an action done in the background.
    private func begin(_ call: Call, by caller: AdminCaller, in realm: Realm, _ logger: Logger) async throws -> AdminAnswer {
        let route = call.action.route
        // A job that removes its realm is kept in the one above.
        let removesRealm = route.path.isEmpty && route.method == .delete
        let above = RealmPath(components: Array(realm.path.names.dropLast())) ?? .root
        let home = removesRealm ? try await services.directory.realms.realm(at: above) : realm
        let job = try await jobs.begin(
            call.action.declaration.name, of: caller.key, in: home, target: route.base == .realm ? realm.path : nil, logger
        ) {
            try await output(call)
        }
        let place = route.base == .realm ? "realms/\(home.id.text)" : "server"
        return AdminAnswer(status: 202, output: .object(jobs.json(of: job)), location: "/admin/v1/\(place)/jobs/\(job.id)")
    }

    private func change(_ call: Call) async throws -> AdminAnswer {
        let (action, output) = (call.action, try await output(call))
        guard !action.isSilent else { return AdminAnswer(status: 204, output: nil) }
        let isNew = action.route.method == .post && action.route.verb == nil
        return AdminAnswer(status: isNew ? 201 : 200, output: call.inputs.isDryRun ? output.without(secretsOf: action.output) : output)
    }

    /// Calls the action. One that changes a resource that is there holds to the state that was compared, in the transaction of its effect.
    private func output(_ call: Call) async throws -> JSONValue {
        let (action, inputs) = (call.action, call.inputs)
        let manner: DescribedAction.Manner = inputs.isDryRun ? .dryRun : .take
        guard let reading = call.resource.reader(before: action) else {
            return try await action.call(call.front, inputs.call, manner)
        }
        let expected = call.request.headers[.ifMatch]
        return try await turns.alone(with: "\(inputs.call.realm) \(call.resource.path) \(JSONValue.object(inputs.ofPath.values).text)") {
            for _ in 0..<Self.mostOvertakings {
                let held = call.front.held()
                try await Self.checkPrecondition(expected, reading, inputs, held.front)
                held.hold()
                // Changed by another process since: compared and tried again.
                do { return try await action.call(held.front, inputs.call, manner) } catch is Overtaken {}
            }
            throw Problem(.conflict, "the resource is being changed by others; try again")
        }
    }

    /// The number of times that others may change meanwhile what an action has read.
    private static let mostOvertakings = 10

    private static func response(to request: Request, _ output: JSONValue) -> Response {
        var headers = HTTPFields.noStore
        guard request.method == .get else { return .json(output, headers: headers) }
        let tag = EntityTag(of: output)
        headers[.eTag] = tag.text
        if EntityTag.list(request.headers[.ifNoneMatch]).contains(tag) { return Response(status: .notModified, headers: headers) }
        return .json(output, headers: headers)
    }

    /// Holds a change of a resource to the state that its caller has seen.
    /// - Throws: a 428 without `If-Match`, a 412 with the resource as it is now for another state.
    private static func checkPrecondition(
        _ expected: String?, _ reading: DescribedAction, _ inputs: AdminInputs, _ front: Administration
    ) async throws {
        let current: JSONValue
        do { current = try await reading.call(front, inputs.ofPath, .take) } catch let error as AdministrationError
            where error.code == .unknown
        {
            guard expected == nil else { throw Problem(.preconditionFailed, "there is no such resource") }
            return
        }
        guard let expected else {
            throw Problem(.preconditionRequired, "send If-Match with the ETag of the resource that is changed, or with * for any")
        }
        let tag = EntityTag(of: current)
        guard expected.trimmingSpaces == "*" || EntityTag.list(expected).contains(tag) else {
            var problem = Problem(.preconditionFailed, "the resource was changed since")
            problem.current = current
            problem.headers[.eTag] = tag.text
            throw problem
        }
    }

    private static func action(of context: GatehouseContext, _ resource: AdminResource) throws -> (DescribedAction, [String: String]) {
        let (names, endsInParameter) = (resource.parameters, resource.endsInParameter)
        let last = endsInParameter ? names.last.flatMap { context.parameters.get($0) } : nil
        let (action, segment) =
            switch resource.match(last) {
            case .action(let action, let segment): (action, segment)
            case .otherMethods(let methods): throw ProblemErrors().wrongMethod(allowed: methods.joined(separator: ", "))
            case .nothing: throw Problem(.notFound, "there is no such action")
            }
        var values: [String: String] = [:]
        for name in names {
            let raw = endsInParameter && name == names.last ? segment : context.parameters.get(name)
            guard let value = raw?.percentDecoded, !value.utf8.contains(0) else {
                throw Problem(.notFound, "there is nothing at this path")
            }
            values[name] = value
        }
        return (action, values)
    }
}

extension Request {
    /// True when the caller would rather be answered before the work is done (RFC 7240 §4.1).
    fileprivate var prefersAnswerAtOnce: Bool {
        let words = (headers[.prefer] ?? "").split(separator: ",").map { String($0.trimmingSpaces) }
        return words.contains { $0.lowercased() == "respond-async" }
    }
}

extension HTTPField.Name {
    fileprivate static let prefer = Self.known("Prefer")
    fileprivate static let rateLimit = Self.known("RateLimit")
}
