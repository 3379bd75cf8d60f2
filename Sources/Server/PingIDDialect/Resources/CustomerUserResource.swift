import Directory
import Foundation
import HTTPBase
import PingIDMessages
import PingIDService
import Primitives
import ResourceMessages

/// `/users`: the users whom the customer's server makes known, and the application's attributes.
enum CustomerUserResource {
    static let routes: [CustomerRoute] = [
        .get("", "Read the application's rules", gives: application) { turn in
            guard let rules = try await turn.pingID.applications.rules(of: turn.application, in: turn.realm) else {
                throw CustomerError.nothingThere
            }
            var body = rules.json
            body["id"] = .string(turn.application)
            return body
        },
        .post("users", "Make a user known", NewUser.form, changes: .administration, gives: shape, add),
        .get("users/:username", "Read a user", expanding: ["devices"], gives: shape, read),
        .patch(
            "users/:username", "Suspend a user, or take that back", UserChange.form, changes: .administration, gives: shape
        ) { turn, change in
            body(
                try await turn.pingID.users.setSuspended(
                    change.status == .suspended, try turn.user, of: turn.application, in: turn.realm))
        },
        .delete("users/:username", "Remove a user from the application; the account stays", changes: .administration) { turn in
            try await turn.pingID.users.remove(try turn.user, from: turn.application, in: turn.realm)
        },
    ]

    private static func add(_ turn: CustomerReader.Turn, _ user: NewUser) async throws -> JSONObject {
        var attributes = JSONObject()
        for (attribute, value) in [("givenName", user.firstName), ("sn", user.lastName), ("mail", user.email)] {
            attributes[attribute] = value.map(JSONValue.string)
        }
        guard try await turn.pingID.applications.rules(of: turn.application, in: turn.realm) != nil else {
            throw CustomerError.nothingThere
        }
        return body(try await turn.pingID.users.add(UserReference(user.username), attributes, to: turn.application, in: turn.realm))
    }

    /// `expand=devices` brings the devices along.
    private static func read(_ turn: CustomerReader.Turn) async throws -> JSONObject {
        let name = try turn.user
        guard let member = try await turn.pingID.users.member(name, of: turn.application, in: turn.realm) else {
            throw PingIDUsers.unknown(name)
        }
        var body = body(member)
        if turn.expands("devices") {
            body["devices"] = .array(try await CustomerDeviceResource.all(turn).map { .object(CustomerDeviceResource.body($0)) })
        }
        return body
    }

    // MARK: - Bodies

    private static func body(_ member: PingIDUsers.Member) -> JSONObject {
        var body: JSONObject = [
            "username": .string(member.user.username),
            "status": .string((member.isSuspended ? TokenUser.Status.suspended : .active).rawValue),
            "created": .string(member.created.formatted(.iso8601)),
        ]
        body["firstName"] = member.user.attribute("givenName").map(JSONValue.string)
        body["lastName"] = member.user.attribute("sn").map(JSONValue.string)
        return body
    }

    private static let shape = AnswerShape.told(
        "User",
        [("username", AnswerShape.text), ("status", AnswerShape.choice(TokenUser.Status.self)), ("created", AnswerShape.time)],
        or: [
            ("firstName", AnswerShape.text), ("lastName", AnswerShape.text),
            ("devices", .list(CustomerDeviceResource.shape, count: 0...100)),
        ])

    private static let application: Shape = {
        guard case .object(let rules) = PingIDRules.form.shape else { return PingIDRules.form.shape }
        return AnswerShape.told("Application", [("id", AnswerShape.text)] + rules.members.map { ($0.name, $0.shape) })
    }()
}

private struct NewUser: Shaped {
    var username = ""
    var firstName: String?
    var lastName: String?
    var email: String?

    static let shapeName = "NewUser"
    static let members: [Member<Self>] = [
        Member("username", \.username, .bytes(1...UserSelection.longestUsername), .required),
        Member("firstName", optional: \.firstName, .bytes(1...UserSelection.longestUsername)),
        Member("lastName", optional: \.lastName, .bytes(1...UserSelection.longestUsername)),
        Member("email", optional: \.email, .bytes(1...UserSelection.longestUsername)),
    ]
}

private struct UserChange: Shaped {
    var status = TokenUser.Status.active

    static let shapeName = "UserChange"
    static let members: [Member<Self>] = [Member("status", \.status, .choice, .required)]
}
