import DialectBase
import DeviceMessages
import Directory
import Foundation
import HTTPTypes
import PingIDMessages
import PingIDService
import Primitives
import ResourceMessages

/// `/users`: the users whom the customer's server makes known, and the application's attributes.
struct CustomerUserResource: Sendable {
    func application(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        guard let rules = try await turn.pingID.applications.rules(of: turn.application, in: turn.realm) else {
            throw CustomerError.nothingThere
        }
        var body = rules.json
        body["id"] = .string(turn.application)
        return .init(.object(body))
    }

    func add(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        let members = try turn.members
        var attributes = JSONObject()
        for (name, attribute) in [("firstName", "givenName"), ("lastName", "sn"), ("email", "mail")] {
            attributes[attribute] = try members.optionalText(name).map(JSONValue.string)
        }
        guard try await turn.pingID.applications.rules(of: turn.application, in: turn.realm) != nil else {
            throw CustomerError.nothingThere
        }
        let member = try await turn.pingID.users.add(
            members.text("username", atMost: UserSelection.longestUsername), attributes, to: turn.application, in: turn.realm)
        return .init(.object(Self.body(member)), status: .created)
    }

    /// `expand=devices` brings the devices along.
    func read(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        let name = try turn.username
        guard let member = try await turn.pingID.users.member(name, of: turn.application, in: turn.realm) else {
            throw PingIDUsers.unknown(name)
        }
        var body = Self.body(member)
        if turn.expands("devices") {
            let devices = try await turn.pingID.devices(of: name, application: turn.application, in: turn.realm)
            body["devices"] = .array(devices.compactMap(CustomerDeviceResource.body))
        }
        return .init(.object(body))
    }

    /// Suspends the user, or takes that back.
    func change(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        let status: TokenUser.Status = try turn.members.choice("status")
        let member = try await turn.pingID.users.setSuspended(
            status == .suspended, try turn.username, of: turn.application, in: turn.realm)
        return .init(.object(Self.body(member)))
    }

    func remove(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        try await turn.pingID.users.remove(try turn.username, from: turn.application, in: turn.realm)
        return .empty
    }

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
}
