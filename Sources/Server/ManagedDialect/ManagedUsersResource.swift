import Foundation
import HTTPBase
import HTTPTypes
import Hummingbird
import OAuthMessages
import Primitives
import RealmHTTP
import ResourceMessages
import Directory
import Foundations

/// `…/managed/user`: users as the resource protocol has them. Access is decided by ``ManagedCaller`` and by the
/// realm's schema.
struct ManagedUsersResource: Sendable {
    private let reader: RequestReader
    private let users: Users
    private let accounts: Accounts

    init(reader: RequestReader, users: Users, accounts: Accounts) {
        self.reader = reader
        self.users = users
        self.accounts = accounts
    }

    /// `GET …?_queryFilter=…`
    func query(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let turn = try await turn(request, context)
        try turn.caller.checkAdministrator()
        let asked = try ManagedQuery(turn.query)
        if asked.countsOnly {
            let count = try await accounts.count(asked.query.filter, in: turn.realm)
            return .json(Self.page([], count: count, total: count, next: nil), headers: .noStore)
        }
        let found = try await accounts.users(asked.query, in: turn.realm)
        let total = asked.countsAll ? try await accounts.count(asked.query.filter, in: turn.realm) : nil
        let result = found.map { asked.fields.json($0, by: turn.schema) }
        return .json(
            Self.page(result, count: found.count, total: total, next: asked.next(after: found)?.cookie), headers: .noStore)
    }

    /// `POST …?_action=create`
    func act(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let turn = try await turn(request, context)
        try turn.caller.checkAdministrator()
        let action = try turn.query.required("_action")
        guard action == "create" else { throw WireError(.badRequest, "Action \(action.prefix(64)) is not supported") }
        return try await create(ManagedDocument(try await request.json()), as: nil, turn)
    }

    /// `GET …/{id}`
    func read(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let turn = try await turn(request, context)
        _ = try turn.caller.check(mayTouch: turn.id)
        return try turn.answer(try await turn.user(users))
    }

    /// `PUT …/{id}`: makes a user of this id, or replaces the one there is. With `If-None-Match: *` only the former, with `If-Match` only
    /// the latter.
    func put(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let turn = try await turn(request, context)
        try turn.caller.checkAdministrator()
        guard let id = turn.id else { throw WireError(.badRequest, "the id of a user is a UUID") }
        let precondition = try Precondition(request)
        let document = try ManagedDocument(try await request.json())
        let there = try await users.user(id, in: turn.realm.id)
        if let there { try turn.caller.check(mayChange: there) }
        if there == nil, precondition.allowsCreation { return try await create(document, as: id, turn) }
        guard there != nil, precondition != .absent else { throw WireError.preconditionFailed }
        return try await turn.answering(precondition) {
            try await accounts.change(
                id, in: turn.realm, revision: precondition.revision, password: document.password, by: turn.actor
            ) {
                document.replace(&$0, by: turn.schema)
            }
        }
    }

    /// `PATCH …/{id}`
    func patch(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let turn = try await turn(request, context)
        let author = try turn.caller.check(mayTouch: turn.id)
        guard let id = turn.id else { throw Self.notFound }
        if let there = try await users.user(id, in: turn.realm.id) { try turn.caller.check(mayChange: there) }
        let precondition = try Precondition(request)
        guard precondition != .absent else { throw WireError(.badRequest, "If-None-Match makes no sense for a patch") }
        let patch = try ManagedPatch(try await request.json() ?? .null)
        guard author == .administrator || patch.password == nil else {
            throw WireError(.forbidden, "a password is changed by a journey that asks for the old one")
        }
        return try await turn.answering(precondition) {
            try await accounts.change(
                id, in: turn.realm, as: author, revision: precondition.revision, password: patch.password, by: turn.actor,
                patch.apply)
        }
    }

    /// `DELETE …/{id}`
    func delete(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let turn = try await turn(request, context)
        try turn.caller.checkAdministrator()
        let precondition = try Precondition(request)
        let user = try await turn.user(users)
        try turn.caller.check(mayChange: user)
        return try await turn.answering(precondition) {
            try await users.delete(
                user.id, in: turn.realm.id, revision: precondition.revision, by: turn.actor)
            return user
        }
    }

    private func create(_ document: ManagedDocument, as id: UUID?, _ turn: ManagedTurn) async throws -> Response {
        var new = NewAccount(document.members, password: document.password)
        new.id = id
        do {
            return try turn.answer(try await accounts.create(new, in: turn.realm, by: turn.actor), status: .created)
        } catch let error as DomainError where error.code == .alreadyExists {
            if let id, try await users.user(id, in: turn.realm.id) != nil { throw WireError.preconditionFailed }
            let name = document.members["userName"]?.string ?? ""
            guard try await users.user(named: name, in: turn.realm.id) != nil else { throw error }
            throw WireError.nameTaken
        }
    }

    private func turn(_ request: Request, _ context: GatehouseContext) async throws -> ManagedTurn {
        let type = try context.parameters.require("type")
        guard type == "user" || type.hasSuffix("_user") else { throw Self.notFound }
        let query = try request.query()
        let realm = try await reader.realm(of: request, context, query: query)
        let caller = try await ManagedCaller.of(request, in: realm, reader)
        return ManagedTurn(
            realm: realm, caller: caller, query: query, schema: try await accounts.schema(of: realm),
            id: context.parameters.get("id").flatMap { UUID(text: $0) }, peer: reader.address(of: request, context))
    }

    private static func page(_ result: [JSONValue], count: Int, total: Int?, next: String?) -> JSONValue {
        [
            "result": .array(result), "resultCount": .integer(Int64(count)), "pagedResultsCookie": next.map(JSONValue.string) ?? .null,
            "totalPagedResultsPolicy": total == nil ? "NONE" : "EXACT", "totalPagedResults": .integer(Int64(total ?? -1)),
            "remainingPagedResults": -1,
        ]
    }

    private static let notFound = WireError(.notFound, "Not Found")
}
