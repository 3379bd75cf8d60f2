import Administration
import Directory
import Foundation
import Foundations
import HTTPBase
import HTTPTypes
import Hummingbird
import OAuthMessages
import Primitives
import RealmHTTP
import ResourceMessages

/// Answers the routes of the administration API: finds realm and caller, reads the inputs, and calls the action.
struct AdminRouter: Sendable {
    let reader: RequestReader
    private let services: AdministrationServices
    private let performer: AdminPerformer
    let budget: AdminBudget
    private let pages: AdminPages
    private let repeats: AdminRepeats
    private let jobs: AdminJobs

    init(reader: RequestReader, services: AdministrationServices, means: AdministrationMeans, jobs: AdminJobs) {
        self.jobs = jobs
        self.reader = reader
        self.services = services
        performer = AdminPerformer(services: services, means: means)
        budget = AdminBudget(services.platform)
        repeats = AdminRepeats(services.platform)
        pages = AdminPages(sealer: services.platform.sealer, time: services.platform.time)
        jobs.perform { [performer] in try await performer.perform($0, run: $1) }
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
        let front = performer.front(for: caller.administrative)
        try await action.admit(front, inputs.call)
        if !inputs.isDryRun { try caller.checkProof(for: action, at: services.platform.time.now) }
        let call = Call(request: request, action: action, resource: resource, inputs: inputs, front: front)
        let isJob = action.route.isLong && !inputs.isDryRun && request.prefersAnswerAtOnce
        var response =
            if action.isChanging {
                try await repeats.once(request, action.declaration.name, inputs, by: caller, in: realm) {
                    if isJob { return try await begin(call, by: caller, in: realm) }
                    return try await change(call)
                }
            } else if isJob {
                try await begin(call, by: caller, in: realm).response()
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
    private func begin(_ call: Call, by caller: AdminCaller, in realm: Realm) async throws -> AdminAnswer {
        let route = call.action.route
        // A job that removes its realm is kept in the one above.
        let removesRealm = route.path.isEmpty && route.method == .delete
        let above = RealmPath(components: Array(realm.path.names.dropLast())) ?? .root
        let home = removesRealm ? try await services.directory.realms.realm(at: above) : realm
        let order = AdminJobOrder(
            call.action.declaration.name, call.inputs.call, by: caller.name, expecting: call.request.headers[.ifMatch])
        let job = try await jobs.begin(order, of: caller.key, in: home, target: route.base == .realm ? realm.path : nil)
        let place = route.base == .realm ? "realms/\(home.id.text)" : "server"
        return AdminAnswer(status: 202, output: .object(jobs.json(of: job)), location: "/admin/v1/\(place)/jobs/\(job.id)")
    }

    private func change(_ call: Call) async throws -> AdminAnswer {
        let (action, output) = (call.action, try await output(call))
        guard !action.isSilent else { return AdminAnswer(status: 204, output: nil) }
        let isNew = action.route.method == .post && action.route.verb == nil
        return AdminAnswer(status: isNew ? 201 : 200, output: call.inputs.isDryRun ? output.without(secretsOf: action.output) : output)
    }

    private func output(_ call: Call) async throws -> JSONValue {
        try await performer.perform(
            call.action, of: call.resource, call.inputs.call, call.inputs.isDryRun ? .dryRun : .take,
            expecting: call.request.headers[.ifMatch], at: call.front)
    }

    private static func response(to request: Request, _ output: JSONValue) -> Response {
        var headers = HTTPFields.noStore
        guard request.method == .get else { return .json(output, headers: headers) }
        let tag = EntityTag(of: output)
        headers[.eTag] = tag.text
        if EntityTag.list(request.headers[.ifNoneMatch]).contains(tag) { return Response(status: .notModified, headers: headers) }
        return .json(output, headers: headers)
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
