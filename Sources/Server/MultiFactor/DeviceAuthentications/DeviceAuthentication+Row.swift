import DeviceMessages
import Foundation
import Primitives
import ResourceMessages
import Store
import DeviceRegistry
import DevicePolicies

extension DeviceAuthentication {
    /// The methods that were shown, as they are stored.
    var methodsText: String { JSONValue.array(shown.map(JSONValue.string)).text }
}

extension DeviceAuthentication.Failure {
    var json: JSONValue {
        [
            "code": .string(code), "message": .string(message),
            "unavailable": .array(unavailable.map { .string($0.text) }),
        ]
    }

    init(json: JSONValue) throws {
        self.init(
            code: json["code"]?.string ?? "", message: json["message"]?.string ?? "",
            unavailable: (json["unavailable"]?.strings ?? []).compactMap { UUID(text: $0) })
    }
}

extension DeviceAuthentication.Context {
    var json: JSONValue {
        var object = JSONObject()
        object["clientContext"] = clientContext.map(JSONValue.string)
        object["application"] = requester.application.map(JSONValue.string)
        object["name"] = requester.name.map(JSONValue.string)
        object["address"] = requester.address.map(JSONValue.string)
        object["userAgent"] = requester.userAgent.map(JSONValue.string)
        object["oneTime"] = oneTime.map { ["type": .string($0.kind.rawValue), "contact": .string($0.contact), "isTest": .bool($0.isTest)] }
        object["compatibility"] = .string(browser.compatibility.rawValue)
        object["relyingParty"] = browser.relyingParty.map(JSONValue.string)
        object["payload"] = payload.map { ["installation": .string($0.installation), "id": .string($0.id)] }
        object["notification"] = notification == NotificationChoice() ? nil : .object(notification.json)
        object["challenge"] = passkeyChallenge.map { .string(Base64URL.encode($0)) }
        return .object(object)
    }

    init(json: JSONValue) throws {
        notification = try json["notification"].map { try NotificationChoice(stored: $0) } ?? NotificationChoice()
        passkeyChallenge = json["challenge"]?.string.flatMap { Base64URL.decode($0) }
        clientContext = json["clientContext"]?.string
        requester = ChallengeDocument.Requester(
            application: json["application"]?.string, name: json["name"]?.string, address: json["address"]?.string,
            userAgent: json["userAgent"]?.string)
        if let type = json["oneTime"]?["type"]?.string.flatMap(UserDevice.Kind.init), let contact = json["oneTime"]?["contact"]?.string {
            oneTime = .init(type, contact, isTest: json["oneTime"]?["isTest"]?.bool ?? false)
        }
        browser = Browser(
            json["compatibility"]?.string.flatMap(Browser.Compatibility.init) ?? .none, relyingParty: json["relyingParty"]?.string)
        if let installation = json["payload"]?["installation"]?.string, let id = json["payload"]?["id"]?.string {
            payload = .init(installation: installation, id: id)
        }
    }
}
