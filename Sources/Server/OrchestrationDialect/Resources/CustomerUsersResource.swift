import Directory
import CommandChannel
import DialectBase
import Foundation
import OrchestrationService
import Primitives
import ResourceMessages

/// `/users/{user}`: the users whom the customer's server makes known, and their licences.
enum CustomerUsersResource {
    static let routes: [OrchestrationRoute] = [
        .put("users/:userID", "Make a user known", PlainBody.form, changes: .administration, gives: shape) { turn, _ in
            let name = try turn.username
            try await turn.orchestrations.addUser(name, to: turn.customer)
            return try await body(name, turn)
        },
        .get("users/:userID", "Read a user", gives: shape) { try await body(try $0.username, $0) },
        .post("users/:userID/assign", "Give a user a licence", LicenceChoice.form, changes: .administration, gives: shape) { turn, asked in
            let name = try turn.username
            _ = try await turn.orchestrations.assign(asked.serialNumber, to: name, of: turn.customer)
            return try await body(name, turn)
        },
    ]

    private static func body(_ name: String, _ turn: OrchestrationReader.Turn) async throws -> JSONObject {
        let found = try await turn.orchestrations.assignment(of: name, of: turn.customer)
        var body: JSONObject = [
            "userID": .string(found.user?.username ?? name), "domain": .string(turn.customer.rules.domain),
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
    var objectType: String?
    var serialNumber: String?

    static let shapeName = "LicenceChoice"
    static let members: [Member<Self>] = [
        Member("objectType", optional: \.objectType, .text(1...64)), Member("serialNumber", optional: \.serialNumber, .text(10...10)),
    ]
}
