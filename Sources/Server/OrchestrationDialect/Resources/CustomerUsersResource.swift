import Directory
import CommandChannel
import Foundation
import HTTPBase
import OrchestrationService
import Primitives
import ResourceMessages

/// `/users/{user}`: the users whom the customer's server makes known, and their licences.
enum CustomerUsersResource {
    static let routes: [OrchestrationRoute] = [
        .put("users/:userID", "Make a user known", PlainBody.form, changes: .administration, gives: shape) { turn, _ in
            let user = try turn.user
            try await turn.orchestrations.addUser(user, to: turn.customer)
            return try await body(user, turn)
        },
        .get("users/:userID", "Read a user", gives: shape) { try await body(try $0.user, $0) },
        .post("users/:userID/assign", "Give a user a licence", LicenceChoice.form, changes: .administration, gives: shape) { turn, asked in
            let user = try turn.user
            _ = try await turn.orchestrations.assign(asked.serialNumber, to: user, of: turn.customer)
            return try await body(user, turn)
        },
    ]

    private static func body(_ user: UserReference, _ turn: OrchestrationReader.Turn) async throws -> JSONObject {
        let found = try await turn.orchestrations.assignment(of: user, of: turn.customer)
        var body: JSONObject = [
            "userID": .string(found.user?.username ?? user.text), "domain": .string(turn.customer.rules.domain),
            "authenticators": .array(found.authenticators.map { .object(AuthenticatorResource.body($0)) }),
        ]
        if !found.serial.isEmpty { body["serialNumber"] = .string(found.serial) }
        return body
    }

    private static let shape = AnswerShape.told(
        "User",
        [
            ("userID", AnswerShape.text), ("domain", AnswerShape.text),
            ("authenticators", .list(AuthenticatorResource.instance, count: 0...99)),
        ], or: [("serialNumber", AnswerShape.text)])
}

private struct LicenceChoice: Shaped {
    var serialNumber: String?

    static let shapeName = "LicenceChoice"
    static let members: [Member<Self>] = [
        Member("serialNumber", optional: \.serialNumber, .text(10...10))
    ]
}
