import Administration
import Directory
import Foundations
import HTTPBase
import HTTPTypes
import Primitives

/// Calls actions, for requests and for jobs. One that changes a resource that is there holds to the state that its caller has seen, in the
/// transaction of its effect.
struct AdminPerformer: Sendable {
    private let services: AdministrationServices
    private let means: AdministrationMeans
    private let turns = ResourceTurns()

    init(services: AdministrationServices, means: AdministrationMeans) {
        self.services = services
        self.means = means
    }

    func front(for caller: AdministrativeCaller) -> Administration { Administration(services, as: caller, means) }

    /// Calls an action.
    /// - Parameter expected: the entity tags of which the resource must have one.
    /// - Throws: a 428 or a 412 for a state that its caller hasn't seen, a 409 while others change it; what the action throws.
    func perform(
        _ action: DescribedAction, of resource: AdminResource, _ call: ActionCall, _ manner: DescribedAction.Manner,
        expecting expected: String?, at front: Administration
    ) async throws -> JSONValue {
        guard let reading = resource.reader(before: action) else {
            return try await action.call(front, call, manner)
        }
        let place = resource.place(in: call)
        return try await turns.alone(with: "\(call.realm) \(resource.path) \(JSONValue.object(place.values).text)") {
            for _ in 0..<Self.mostOvertakings {
                let held = front.held()
                try await Self.checkPrecondition(expected, reading, place, held.front)
                held.hold()
                // Changed by another process since: compared and tried again.
                do { return try await action.call(held.front, call, manner) } catch is Overtaken {}
            }
            throw Problem(.conflict, "the resource is being changed by others; try again")
        }
    }

    /// The number of times that others may change meanwhile what an action has read.
    private static let mostOvertakings = 10

    /// Does what a job is about, as its caller may now.
    /// - Parameter run: the number of this run. A removal that an earlier one has done already gives null.
    /// - Throws: a 403 for a caller who may do it no more; what the action throws.
    func perform(_ order: AdminJobOrder, run: Int64) async throws -> JSONValue {
        guard let action = AdministrativeActions.described.first(where: { $0.declaration.name == order.action }),
            let resource = AdminResource.of(action)
        else { throw Problem(.notFound, "there is no such action") }
        let front = front(for: try await AdminCaller.administrative(order.caller, services))
        try await action.admit(front, order.call)
        if run > 1, action.route.method == .delete, let reading = resource.reader(before: action),
            try await Self.isGone(reading, resource.place(in: order.call), front)
        {
            return .null
        }
        return try await perform(action, of: resource, order.call, .take, expecting: order.expected, at: front)
    }

    private static func isGone(_ reading: DescribedAction, _ place: ActionCall, _ front: Administration) async throws -> Bool {
        do { return try await current(reading, place, front) == nil } catch {
            // Its realm isn't there any more.
            guard ProblemErrors.known(error)?.status == .notFound else { throw error }
            return true
        }
    }

    /// The resource as it is now; nil for none.
    private static func current(_ reading: DescribedAction, _ place: ActionCall, _ front: Administration) async throws -> JSONValue? {
        do { return try await reading.call(front, place, .take) } catch let error as AdministrationError where error.code == .unknown {
            return nil
        }
    }

    /// Holds a change of a resource to the state that its caller has seen.
    /// - Throws: a 428 without an expected one, a 412 with the resource as it is now for another state.
    private static func checkPrecondition(
        _ expected: String?, _ reading: DescribedAction, _ place: ActionCall, _ front: Administration
    ) async throws {
        guard let current = try await current(reading, place, front) else {
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
}
