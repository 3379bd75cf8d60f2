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
        .get("", "Read the application's rules", gives: application) { call in
            guard let rules = try await call.pingID.applications.rules(of: call.application, in: call.realm) else {
                throw CustomerError.nothingThere
            }
            var body = rules.json
            body["id"] = .string(call.application)
            return body
        },
        .post("users", "Make a user known", NewUser.form, changes: .administration, gives: shape, add),
        .get("users/:username", "Read a user", expanding: ["devices"], gives: shape, read),
        .patch(
            "users/:username", "Suspend a user, or take that back", UserChange.form, changes: .administration, gives: shape
        ) { call, change in
            body(
                try await call.pingID.users.setSuspended(
                    change.status == .suspended, try call.user, of: call.application, in: call.realm))
        },
        .delete("users/:username", "Remove a user from the application; the account stays", changes: .administration) { call in
            try await call.pingID.users.remove(try call.user, from: call.application, in: call.realm)
        },
    ]

    private static func add(_ call: CustomerReader.CustomerCall, _ user: NewUser) async throws -> JSONObject {
        var attributes = JSONObject()
        for (attribute, value) in [("givenName", user.firstName), ("sn", user.lastName), ("mail", user.email)] {
            attributes[attribute] = value.map(JSONValue.string)
        }
        guard try await call.pingID.applications.rules(of: call.application, in: call.realm) != nil else {
            throw CustomerError.nothingThere
        }
        return body(try await call.pingID.users.add(UserReference(user.username), attributes, to: call.application, in: call.realm))
    }

    /// `expand=devices` brings the devices along.
    private static func read(_ call: CustomerReader.CustomerCall) async throws -> JSONObject {
        let name = try call.user
        guard let member = try await call.pingID.users.member(name, of: call.application, in: call.realm) else {
            throw PingIDUsers.unknown(name)
        }
        var body = body(member)
        if call.expands("devices") {
            body["devices"] = .array(try await CustomerDeviceResource.all(call).map { .object(CustomerDeviceResource.body($0)) })
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
