import AuthenticatorMessages
import Foundation
public import Primitives

extension PushNotification {
    /// The record of a notification (`docs/protocols/step-protocol.md` 6.7).
    public var json: JSONValue {
        var object: JSONObject = [
            "id": .string(id), "mechanismUID": .string(mechanism), "messageId": .string(messageID),
            "challenge": .string(Base64URL.encode(challenge)), "amlbCookie": .string(loadBalancerCookie),
            "timeAdded": .integer(added.millisecondsSince1970), "timeExpired": .integer(expires.millisecondsSince1970),
            "pending": .bool(answer == nil), "approved": .bool(answer == .approved), "pushType": .string(kind.rawValue),
            "ttl": .integer((expires.millisecondsSince1970 - added.millisecondsSince1970) / 1000),
        ]
        object["customPayload"] = customPayload.map(JSONValue.string)
        object["message"] = message.map(JSONValue.string)
        if !numbers.isEmpty { object["numbersChallenge"] = .string(numbers.joined(separator: ",")) }
        object["contextInfo"] = contextText.map(JSONValue.string)
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: `.storage`.
    public init(json: JSONValue) throws(AuthenticatorError) {
        let reader = RecordReader(json: json, what: "a notification")
        guard let kind = PushRequest.Kind(exactly: try reader.text("pushType")) else { throw reader.unreadable("pushType") }
        self.init(
            mechanism: try reader.text("mechanismUID"), messageID: try reader.text("messageId"),
            challenge: try reader.bytes("challenge") { Base64URL.decode($0) }, loadBalancerCookie: try reader.text("amlbCookie"),
            added: try reader.time("timeAdded"), expires: try reader.time("timeExpired"), kind: kind,
            numbers: reader.optionalText("numbersChallenge")?.split(separator: ",").map(String.init) ?? [],
            message: reader.optionalText("message"), customPayload: reader.optionalText("customPayload"),
            contextText: reader.optionalText("contextInfo"),
            answer: json["pending"]?.bool != false ? nil : json["approved"]?.bool == true ? .approved : .denied)
    }
}
