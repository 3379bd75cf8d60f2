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
        .put("users/:userID", "Make a user known", PlainBody.form, changes: .administration, gives: shape) { call, _ in
            let user = try call.user
            try await call.orchestrations.addUser(user, to: call.customer)
            return try await body(user, call)
        },
        .get("users/:userID", "Read a user", gives: shape) { try await body(try $0.user, $0) },
        .post("users/:userID/assign", "Give a user a licence", LicenceChoice.form, changes: .administration, gives: shape) { call, asked in
            let user = try call.user
            _ = try await call.orchestrations.assign(asked.serialNumber, to: user, of: call.customer)
            return try await body(user, call)
        },
    ]

    private static func body(_ user: UserReference, _ call: OrchestrationReader.CustomerCall) async throws -> JSONObject {
        let found = try await call.orchestrations.assignment(of: user, of: call.customer)
        var body: JSONObject = [
            "userID": .string(found.user?.username ?? user.text), "domain": .string(call.customer.rules.domain),
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
