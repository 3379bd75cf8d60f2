import Foundation
import HTTPBase
import HTTPTypes
import Hummingbird
import JourneyMessages
import OAuthMessages
import Primitives
import Directory
import Foundations
import RealmHTTP

/// One request about managed users, with what answering it needs.
struct ManagedTurn: Sendable {
    let realm: Realm
    let caller: ManagedCaller
    let query: FormBody
    let schema: ProfileSchema
    /// The user that the path names; nil when it names none, or something that is no id.
    let id: UUID?
    /// The address from which the request comes.
    let peer: String

    /// The caller and the address, for the audit log.
    var actor: AuditActor { caller.actor.at(peer) }

    /// The user that the path names.
    /// - Throws: a 404.
    func user(_ users: Users) async throws -> User {
        guard let id, let user = try await users.user(id, in: realm.id) else { throw WireError(.notFound, "Not Found") }
        return user
    }

    /// The user as the answer, with the revision as its tag.
    func answer(_ user: User, status: HTTPResponse.Status = .ok) throws -> Response {
        var fields = HTTPFields.noStore
        fields[.eTag] = "\"\(user.revision)\""
        return .json(try ManagedFields(query).json(user, by: schema), status: status, headers: fields)
    }

    /// Answers with what a change makes of a user.
    func answering(_ precondition: Precondition, _ change: () async throws -> User) async throws -> Response {
        // Before the change: a wrong `_fields` must not be found when it is made.
        _ = try ManagedFields(query)
        do {
            return try answer(try await change())
        } catch let error as DomainError where error.code == .conflict && precondition.revision != nil {
            throw WireError.preconditionFailed
        } catch let error as DomainError where error.code == .alreadyExists {
            throw WireError.nameTaken
        }
    }
}

/// The demand of `If-Match` and `If-None-Match` (RFC 9110 §13.1).
enum Precondition: Sendable, Equatable {
    case none
    /// `If-None-Match: *`
    case absent
    /// `If-Match: *`
    case present
    /// `If-Match: "3"`
    case matching(Int64)

    /// - Throws: a 400 for a tag that can't be one of ours, a list of tags, or both fields.
    init(_ request: Request) throws(WireError) {
        let (match, noneMatch) = (request.headers[.ifMatch], request.headers[.ifNoneMatch])
        switch (match?.trimmingSpaces, noneMatch?.trimmingSpaces) {
        case (nil, nil): self = .none
        case (nil, "*"): self = .absent
        case ("*", nil): self = .present
        case (let tag?, nil):
            let bare = tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count > 1 ? tag.dropFirst().dropLast() : tag[...]
            guard let revision = Int64(decimal: bare) else { throw WireError(.badRequest, "If-Match is the _rev of the user, or *") }
            self = .matching(revision)
        default: throw WireError(.badRequest, "send either If-Match with the _rev, or If-None-Match: *")
        }
    }

    var revision: Int64? { if case .matching(let revision) = self { revision } else { nil } }

    var allowsCreation: Bool { self == .none || self == .absent }
}

extension WireError {
    static let preconditionFailed = WireError(.preconditionFailed, "the user is there already, is gone, or has another revision")

    /// A user name that another user has, told as every other policy.
    static let nameTaken = WireError(
        .forbidden, "Policy validation failed",
        detail: PolicyViolation(properties: [PolicyViolation.Property(name: "userName", failed: [FailedPolicy(.unique)])]).detail)
}
