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

/// Answers the routes of the administration API: finds realm and caller, reads the inputs, holds requests to what is stored, and calls the
/// action.
struct AdminRouter: Sendable {
    let reader: RequestReader
    private let services: AdministrationServices
    private let means: AdministrationMeans
    private let budget: AdminBudget
    private let pages: AdminPages
    private let turns = ResourceTurns()

    init(reader: RequestReader, services: AdministrationServices, means: AdministrationMeans) {
        self.reader = reader
        self.services = services
        self.means = means
        budget = AdminBudget(time: services.platform.time)
        pages = AdminPages(sealer: services.platform.sealer, time: services.platform.time)
    }

    /// The realm of a request: by its id, or by its names with colons between; `root` for the root.
    /// - Throws: a 404.
    func realm(of context: GatehouseContext, _ resource: AdminResource) async throws -> Realm {
        guard resource.base == .realm else { return try await services.directory.realms.realm(at: .root) }
        guard let segment = context.parameters.get(ActionRoute.Base.realmName)?.percentDecoded else { throw Problem.noRealm }
        if let id = UUID(text: segment) { return try await reader.realms.realm(environment: id) }
        let names = segment == "root" ? [] : segment.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard let path = RealmPath(components: names) else { throw Problem.noRealm }
        return try await reader.realms.realm(at: path)
    }

    func answer(_ request: Request, _ context: GatehouseContext, _ resource: AdminResource) async throws -> Response {
        let (action, parameters) = try Self.action(of: context, resource)
        let realm = try await realm(of: context, resource)
        let caller = try await AdminCaller.of(request, in: realm, reader, services)
        let left = try budget.take(caller.key, for: action)
        let inputs = try await AdminInputs(request, action, parameters, realm.path)
        let front = Administration(services, as: caller.administrative, means)
        try await action.admit(front, inputs.call)
        if !inputs.isDryRun { try caller.checkProof(for: action, at: services.platform.time.now) }
        var response = try await respond(request, action, resource, inputs, front)
        response.headers[.rateLimit] = "\"caller\";r=\(left);t=1"
        return response
    }

    private func respond(
        _ request: Request, _ action: DescribedAction, _ resource: AdminResource, _ inputs: AdminInputs, _ front: Administration
    ) async throws -> Response {
        guard action.route.list == nil else {
            let page = try await pages.page(of: action, inputs, front)
            return .json(["items": .array(page.items)], headers: page.headers(request))
        }
        let output = try await output(request, action, resource, inputs, front)
        guard !action.isSilent else { return Response(status: .noContent, headers: .noStore) }
        return Self.response(to: request, inputs.isDryRun ? output.without(secretsOf: action.output) : output, action)
    }

    /// Calls the action. One that changes a resource that is there holds to the state that was compared, in the transaction of its effect.
    private func output(
        _ request: Request, _ action: DescribedAction, _ resource: AdminResource, _ inputs: AdminInputs, _ front: Administration
    ) async throws -> JSONValue {
        let manner: DescribedAction.Manner = inputs.isDryRun ? .dryRun : .take
        guard let reading = resource.reader(before: action) else {
            return try await action.call(front, inputs.call, manner)
        }
        let expected = request.headers[.ifMatch]
        return try await turns.alone(with: "\(inputs.call.realm) \(resource.path) \(JSONValue.object(inputs.ofPath.values).text)") {
            for _ in 0..<Self.mostOvertakings {
                let held = front.held()
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

    private static func response(to request: Request, _ output: JSONValue, _ action: DescribedAction) -> Response {
        var headers = HTTPFields.noStore
        guard action.route.method == .get else {
            let isNew = action.route.method == .post && action.route.verb == nil
            return .json(output, status: isNew ? .created : .ok, headers: headers)
        }
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

    private static func action(
        of context: GatehouseContext, _ resource: AdminResource
    ) throws(Problem) -> (DescribedAction, [String: String]) {
        let (names, endsInParameter) = (resource.parameters, resource.endsInParameter)
        let last = endsInParameter ? names.last.flatMap { context.parameters.get($0) } : nil
        guard let (action, segment) = resource.action(of: last) else { throw Problem(.notFound, "there is no such action") }
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

extension HTTPField.Name {
    fileprivate static let rateLimit = Self.known("RateLimit")
}
