import Foundation
import HTTPBase
import Hummingbird
import JourneyEngine
import OAuthMessages
import Primitives
import ResourceMessages
import Store
import Directory
import Foundations

/// One request to the platform, with what answering it needs.
struct PlatformTurn: Sendable {
    let realm: Realm
    let caller: PlatformCaller
    let query: FormBody
    let services: PlatformServices
    let address: PublicAddress
    /// The address from which the request comes.
    let peer: String
    /// The values of the path's parameters, by name.
    let parameters: [String: String]
    /// The path as it was asked for.
    let path: String
    let flows: Flows
    /// The values of the cookie that ties a flow to its client.
    let bindings: [String]
    /// The client that a flow talks to, with one of the values.
    let client: @Sendable (String?) throws -> ClientContext

    /// The caller and the address, for the audit log.
    var actor: AuditActor { caller.actor.at(peer) }

    /// The caller, as budgets of users count it.
    var budgetAsker: BudgetAsker { BudgetAsker(caller.user.map(BudgetAsker.Standing.user) ?? .customer(caller.client), at: peer) }

    /// An id that the path names.
    /// - Throws: a 404 for what is no id.
    func id(_ name: String) throws(PlatformError) -> UUID {
        guard let id = parameters[name].flatMap(UUID.init(text:)) else { throw PlatformError.notFound }
        return id
    }

    /// The user that the path names.
    func user() async throws -> User {
        guard let user = try await services.identities.users.user(try id("userID"), in: realm.id) else { throw PlatformError.notFound }
        return user
    }

    /// The application that the path names.
    func application() async throws -> Directory.Application {
        let id = parameters["applicationID"] ?? ""
        guard let application = try await services.clients.applications.application(id, in: realm.id) else { throw PlatformError.notFound }
        return application
    }

    /// Refuses what would give the caller privileges of the user or the application that the path names: a caller who sets a user's
    /// password, or reads an application's secret, has what they have.
    func checkSubject() async throws {
        if parameters["userID"] != nil, caller.user == nil { try caller.check(covers: Privileges(of: try await user())) }
        if parameters["applicationID"] != nil { try caller.check(covers: Privileges(of: try await application().settings)) }
    }

    /// The absolute URL of something of the environment on the API's host.
    func url(_ rest: String = "") -> String {
        address.url("/v1/environments/\(realm.id.text)" + (rest.isEmpty ? "" : "/" + rest))
    }

    /// The absolute URL of something of the environment on the authentication host.
    func authenticationURL(_ rest: String) -> String { address.url("/\(realm.id.text)/\(rest)") }

    /// A resource with its links; `self` and the environment are always among them.
    func resource(_ json: JSONObject, at url: String, links: [(String, String)] = []) -> JSONObject {
        var linked: JSONObject = ["self": ["href": .string(url)], "environment": ["href": .string(self.url())]]
        for (name, url) in links { linked[name] = ["href": .string(url)] }
        var whole: JSONObject = ["_links": .object(linked)]
        if let id = json["id"] { whole["id"] = id }
        whole["environment"] = ["id": .string(realm.id.text)]
        for member in json.members { whole[member.name] = member.value }
        return whole
    }
}
