import Directory
import CommandChannel
import Foundation
import HTTPBase
import OrchestrationService
import Primitives
import ResourceMessages

/// `/authenticators`: licences by their serial numbers (`GTH0000001`), and the authenticators under them (`GTH0000001-2`).
enum AuthenticatorResource {
    static let routes: [OrchestrationRoute] = [
        .get("authenticators", "List licences", queries: [.serialNumber, .assigned, .offset, .limit], gives: list) { call in
            var query = Orchestrations.LicenceQuery()
            query.serial = try call.query(.serialNumber)
            query.isAssigned = try flag(.assigned, call)
            query.offset = try number(.offset, call) ?? 0
            query.limit = try number(.limit, call) ?? query.limit
            let found = try await call.orchestrations.assignments(query, of: call.customer)
            return ["authenticators": .array(found.map { .object(body($0)) })]
        },
        .get("authenticators/:serialNumber", "Read a licence, or one authenticator", gives: licence) { call in
            body(try await call.orchestrations.assignment(try call.segment("serialNumber"), of: call.customer))
        },
        .post("authenticators/:serialNumber/assign", "Give a licence to a user", Holder.form, changes: .administration, gives: licence) {
            call, holder in
            try RegistrationResource.checkDomain(holder.domain, call)
            let serial = try await call.orchestrations.assign(
                try call.segment("serialNumber"), to: call.user(holder.userID), of: call.customer)
            return body(try await call.orchestrations.assignment(serial, of: call.customer))
        },
        .post(
            "authenticators/:serialNumber/unassign", "Take a licence from its user with all authenticators, or remove one authenticator",
            PlainBody.form, changes: .administration, gives: AnswerShape.nothing
        ) { call, _ in
            try await call.orchestrations.unassign(try call.segment("serialNumber"), of: call.customer)
            return [:]
        },
        .post(
            "authenticators/:serialNumber/applications/:application/unlock", "Give an authenticator's tries back", PlainBody.form,
            changes: .administration, gives: AnswerShape.nothing
        ) { call, _ in
            guard let index = Int(try call.segment("application")), CryptographicApplication.usual.contains(where: { $0.index == index })
            else {
                throw OrchestrationRefusal(.authenticatorUnknown, "an authenticator has no application of this number")
            }
            try await call.orchestrations.unlock(try call.segment("serialNumber"), of: call.customer)
            return [:]
        },
    ]

    private static func flag(_ parameter: OrchestrationQuery, _ call: OrchestrationReader.CustomerCall) throws -> Bool? {
        guard let text = try call.query(parameter) else { return nil }
        switch text {
        case "true": return true
        case "false": return false
        default: throw OrchestrationRefusal(.invalid, "\(parameter.name) is true or false")
        }
    }

    private static func number(_ parameter: OrchestrationQuery, _ call: OrchestrationReader.CustomerCall) throws -> Int? {
        guard let text = try call.query(parameter) else { return nil }
        guard let number = Int(decimal: text, in: 0...1_000_000) else {
            throw OrchestrationRefusal(.invalid, "\(parameter.name) is a number from 0 on")
        }
        return number
    }

    // MARK: - Bodies

    private static func body(_ found: Orchestrations.Assignment) -> JSONObject {
        var body: JSONObject = [
            "serialNumber": .string(found.serial), "assigned": .bool(found.user != nil),
            "instances": .array(found.authenticators.map { .object(Self.body($0)) }),
        ]
        body["userID"] = found.user.map { .string($0.username) }
        return body
    }

    static func body(_ authenticator: AuthenticatorRecord) -> JSONObject {
        [
            "serialNumber": .string(authenticator.name), "locked": .bool(authenticator.isLocked),
            "attemptsLeft": .integer(Int64(authenticator.attemptsLeft)), "notifications": .bool(authenticator.notification != nil),
            "created": .string(authenticator.created.formatted(.iso8601)), "lastUsed": .string(authenticator.used.formatted(.iso8601)),
        ]
    }

    static let instance = AnswerShape.told(
        "Authenticator",
        [
            ("serialNumber", AnswerShape.text), ("locked", .flag), ("attemptsLeft", .integer(0...99)), ("notifications", .flag),
            ("created", AnswerShape.time), ("lastUsed", AnswerShape.time),
        ])
    private static let licence = AnswerShape.told(
        "Licence",
        [("serialNumber", AnswerShape.text), ("assigned", .flag), ("instances", .list(instance, count: 0...99))],
        or: [("userID", AnswerShape.text)])
    private static let list = AnswerShape.told(
        "Licences", [("authenticators", .list(licence, count: 0...Orchestrations.LicenceQuery.most))])
}

private struct Holder: Shaped {
    var userID = ""
    var domain: String?

    static let shapeName = "Holder"
    static let members: [Member<Self>] = [
        Member("userID", \.userID, .text(1...ChannelUser.longestName), .required),
        Member("domain", optional: \.domain, .text(0...ChannelUser.longestDomain)),
    ]
}
