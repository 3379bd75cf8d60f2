import Directory
import Foundation
import Foundations
import HTTPBase
import HTTPTypes
import Hummingbird
import NIOCore
import OAuthMessages
import OrchestrationService
import Primitives
import RealmHTTP

/// Reads requests of customers' servers, each with an application's key.
struct OrchestrationReader: Sendable {
    /// The longest body, in bytes: a command with what is around it.
    private static let longestBody = 72 << 10

    let reader: RequestReader
    let services: CustomerServices

    /// A request of a customer's server that has shown its key.
    struct CustomerCall: Sendable {
        let orchestrations: Orchestrations
        let customer: OrchestrationCustomer
        /// The customer's server, as budgets of users count it.
        let asker: BudgetAsker
        private let body: [UInt8]
        private let parameters: Parameters
        private let query: FormBody
        /// The id of the answer.
        private let id: UUID

        fileprivate init(
            _ services: CustomerServices, _ customer: OrchestrationCustomer, _ context: GatehouseContext, from address: String,
            body: [UInt8],
            query: FormBody
        ) {
            orchestrations = services.orchestrations
            id = services.random.uuid()
            self.customer = customer
            self.body = body
            self.query = query
            parameters = context.parameters
            asker = BudgetAsker(.customer(customer.application), at: address)
        }

        /// The fields of the answer.
        var headers: HTTPFields { OrchestrationReader.headers(id: id) }

        /// The body; an empty object where there is none.
        var json: JSONValue {
            get throws {
                guard !body.isEmpty else { return [:] }
                do { return try JSONValue(body: body) } catch {
                    throw OrchestrationRefusal(.invalid, "the body is no JSON: \(error.reason)")
                }
            }
        }

        /// A segment of the path.
        func segment(_ name: String) throws -> String {
            guard let text = try parameters.text(name, upTo: 384) else { throw OrchestrationFailure.nothingThere }
            return text
        }

        /// A parameter of the query; nil where it is absent or empty.
        func query(_ parameter: OrchestrationQuery) throws -> String? {
            let value = try query.value(parameter.name)
            return value.flatMap { $0.isEmpty ? nil : $0 }
        }

        /// The user whom the path names, perhaps with the application's domain behind an `@`.
        var user: UserReference { get throws { user(try segment("userID")) } }

        /// A user as the customer's server names them, perhaps with the application's domain behind an `@`.
        func user(_ text: String) -> UserReference { UserReference(text, domain: customer.rules.domain) }
    }

    /// The fields of every answer.
    /// - Parameter id: of the answer, for the caller's log.
    static func headers(id: UUID) -> HTTPFields {
        var headers = HTTPFields.noStore
        headers[.known("log-correlation-id")] = id.text
        return headers
    }

    /// A route that gives JSON.
    func called(_ route: OrchestrationRoute) -> RouteDeclaration.Handler {
        { request, context in
            let call = try await authenticated(request, context)
            return .json(.object(try await route.run(call)), headers: call.headers)
        }
    }

    /// A route that gives something else.
    func called(_ run: @escaping @Sendable (CustomerCall) async throws -> Response) -> RouteDeclaration.Handler {
        { request, context in try await run(try await authenticated(request, context)) }
    }

    /// A tenant that isn't there is told as a wrong key.
    private func authenticated(_ request: Request, _ context: GatehouseContext) async throws -> CustomerCall {
        let text = try context.parameters.require("tenantID")
        guard let key = Self.key(of: request), let id = UUID(text: text),
            let realm = try? await services.realms.realm(id: id),
            let customer = try await services.orchestrations.customer(presenting: key, in: realm)
        else { throw OrchestrationFailure.unauthorized }
        NotedCaller.note(.client(customer.application))
        let body = Array(try await request.bytes(upTo: Self.longestBody).readableBytesView)
        let query = try FormBody(parsing: request.uri.query ?? "")
        return CustomerCall(services, customer, context, from: reader.address(of: request, context), body: body, query: query)
    }

    private static func key(of request: Request) -> Secret? {
        request.bearerToken.map { Secret($0) }
    }
}
