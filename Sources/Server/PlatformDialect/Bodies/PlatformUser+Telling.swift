import Foundation
import Foundations
import HTTPBase
import OAuthMessages
import Primitives
import RealmHTTP
import ResourceMessages
import Directory

extension PlatformUser {
    /// Returns what is told of a user: nothing that the realm's schema calls sensitive.
    static func json(_ user: User, _ turn: PlatformTurn, by schema: ProfileSchema) -> JSONObject {
        let known = AccountDocument.profile(user, by: schema)
        var json: JSONObject = ["id": .string(user.id.text)]
        // A value from elsewhere may be a list where the answer has one text.
        for (wire, kept) in attributes { json[wire] = known[kept].map { $0.array.map { $0.first ?? .null } ?? $0 } }
        json["enabled"] = .bool(user.status == .active)
        if json["email"] != nil { json["emailVerified"] = .bool(user.isMailProven) }
        json["mfaEnabled"] = .bool(user.isMFAEnabled)
        json["population"] = ["id": .string(user.populationID.text)]
        json["lifecycle"] = ["status": "ACCOUNT_OK"]
        json["account"] = .object(account(user, at: turn.services.time.now))
        if let last = user.lastLogin { json["lastSignOn"] = ["at": Form<Date>.time.write(last)] }
        json["createdAt"] = Form<Date>.time.write(user.created)
        let url = turn.url("users/\(user.id.text)")
        return turn.resource(
            json, at: url,
            links: [
                ("population", turn.url("populations/\(user.populationID.text)")), ("devices", url + "/devices"),
                ("password", url + "/password"), ("mfaEnabled", url + "/mfaEnabled"), ("bypassMFA", url + "/bypassMFA"),
                ("account.lock", url), ("account.unlock", url),
            ])
    }

    private static func account(_ user: User, at now: Date) -> JSONObject {
        var account: JSONObject = ["canAuthenticate": .bool(user.maySignIn(at: now)), "status": user.isLocked(at: now) ? "LOCKED" : "OK"]
        if let end = user.lockedUntil, now < end, end < .distantFuture {
            account["unlockAt"] = Form<Date>.time.write(end)
            account["secondsUntilUnlock"] = .integer(Int64(end.timeIntervalSince(now).rounded(.up)))
        }
        return account
    }
}

/// The demand of a query of users, in the platform's words.
enum PlatformUserQuery {
    /// The fields that can be filtered and ordered by, besides the profile: as the index has them.
    private static let others: [String: FieldPath] = ["id": .id, "population.id": .population, "mfaEnabled": .mfaEnabled]

    static func query(_ turn: PlatformTurn) throws -> UserQuery {
        let filter = try turn.query.value("filter").map { try renamed(QueryFilter(parsing: $0)) } ?? .literal(true)
        var query = UserQuery(filter, limit: try turn.limit(default: 100))
        if let key = try turn.query.value("order") {
            let isDescending = key.hasPrefix("-")
            let name = String(isDescending || key.hasPrefix("+") ? key.dropFirst() : key[...])
            query.order = [UserQuery.SortKey(try field(name), isDescending: isDescending)]
        }
        if let cursor = try turn.query.value("cursor") {
            guard let start = UserQuery.Start(cookie: cursor) else { throw PlatformError.invalidRequest("the cursor is none of ours") }
            query.start = start
        }
        return query
    }

    /// Returns the place at which the page after this one begins; nil when this one is the last.
    static func next(_ query: UserQuery, after users: [User]) -> String? {
        guard users.count == query.limit, let last = users.last else { return nil }
        let start: UserQuery.Start =
            if case .offset(let count) = query.start {
                .offset(count + users.count)
            } else {
                query.order.isEmpty ? .after(last.nameKey) : .offset(users.count)
            }
        return start.cookie
    }

    private static func renamed(_ filter: QueryFilter) throws -> QueryFilter {
        switch filter {
        case .literal: filter
        case .not(let inner): .not(try renamed(inner))
        case .and(let filters): .and(try filters.map(renamed))
        case .or(let filters): .or(try filters.map(renamed))
        case .present(let path): .present(try field(path.description))
        case .comparison(let path, let comparison, let operand): try comparing(path.description, comparison, operand)
        }
    }

    private static func comparing(
        _ name: String, _ comparison: QueryFilter.Comparison, _ operand: QueryFilter.Operand
    ) throws -> QueryFilter {
        guard name == "enabled" else { return .comparison(try field(name), comparison, operand) }
        guard case .flag(let flag) = operand, comparison == .equals else {
            throw PlatformError.invalidRequest("enabled is compared by eq with true or false")
        }
        return .comparison(.accountStatus, .equals, .text((flag ? User.Status.active : .inactive).rawValue))
    }

    private static func field(_ name: String) throws -> FieldPath {
        if let other = others[name] { return other }
        let wire = name.replacing(".", with: "/")
        guard let kept = PlatformUser.attributes.first(where: { $0.wire.description == wire })?.kept else {
            throw PlatformError.invalidRequest("\(name.prefix(64)) is no attribute that can be searched")
        }
        return kept
    }
}
