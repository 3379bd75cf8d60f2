import AuthenticatorMessages
import Foundation
public import Primitives

extension Account {
    /// The record of an account, with the members of the documented clients (`docs/protocols/step-protocol.md` 6.7). It holds secrets.
    public var json: JSONValue {
        var object: JSONObject = ["id": .string(id), "issuer": .string(issuer), "accountName": .string(name)]
        func add(_ name: String, _ text: String?) { object[name] = text.map(JSONValue.string) }
        add("displayIssuer", displayIssuer)
        add("displayAccountName", displayName)
        add("imageURL", image)
        add("backgroundColor", backgroundColor)
        object["timeAdded"] = .integer(added.millisecondsSince1970)
        add("policies", policies?.text)
        add("lockingPolicy", lock?.policy)
        object["lock"] = .bool(isLocked)
        if lock?.isByApp == true { object["lockedByApp"] = true }
        object["mechanisms"] = .array(mechanisms.map(\.json))
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: `.storage`.
    public init(json: JSONValue) throws(AuthenticatorError) {
        let reader = RecordReader(json: json, what: "an account")
        self.init(issuer: try reader.text("issuer"), name: try reader.text("accountName"), added: try reader.time("timeAdded"))
        displayIssuer = reader.optionalText("displayIssuer")
        displayName = reader.optionalText("displayAccountName")
        image = reader.optionalText("imageURL")
        backgroundColor = reader.optionalText("backgroundColor")
        if let text = reader.optionalText("policies") {
            guard let policies = try? DevicePolicies(text) else { throw reader.unreadable("policies") }
            self.policies = policies
        }
        if json["lock"]?.bool == true {
            lock = Lock(policy: reader.optionalText("lockingPolicy") ?? "", isByApp: json["lockedByApp"]?.bool ?? false)
        }
        for record in json["mechanisms"]?.array ?? [] { mechanisms.append(try Mechanism(json: record)) }
    }
}
