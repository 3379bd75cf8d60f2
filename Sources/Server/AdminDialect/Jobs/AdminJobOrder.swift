import Administration
import Foundation
import Foundations
import HTTPTypes
import Primitives

/// The work of a job, and its caller: all that a server needs to do it.
struct AdminJobOrder: Sendable {
    /// The action's name.
    let action: String
    let caller: AdminCaller.Name
    let call: ActionCall
    /// The entity tags of which the resource has one, as the request named them; nil for a request without.
    let expected: String?

    /// The longest, in bytes: that of a request with files, of whose characters each may be written with six, and some more.
    private static let longest = 200 << 20

    init(_ action: String, _ call: ActionCall, by caller: AdminCaller.Name, expecting expected: String?) {
        self.action = action
        self.call = call
        self.caller = caller
        self.expected = expected
    }

    /// Reads one that this server or another has written.
    /// - Throws: ``Problem`` for one that a server of another version wrote in another way.
    init(_ kept: Secret) throws {
        let json = try JSONValue(parsing: kept.reveal(), limits: .own(bytes: Self.longest))
        guard let action = json["action"]?.string, let caller = json["caller"].flatMap(AdminCaller.Name.init(json:)),
            let realm = json["realm"]?.string.flatMap({ RealmPath($0) }), let values = json["values"]?.object
        else { throw Problem(.internalServerError, "the job was written by a server of another version") }
        self.init(
            action, ActionCall(realm: realm, values: values, body: json["body"]), by: caller, expecting: json["expected"]?.string)
    }

    /// The same, to be kept.
    var kept: Secret {
        var json: JSONObject = [
            "action": .string(action), "caller": caller.json, "realm": .string(call.realm.description), "values": .object(call.values),
        ]
        json["body"] = call.body
        json["expected"] = expected.map(JSONValue.string)
        return Secret(JSONValue.object(json).text)
    }
}
