import Foundation
import Primitives

extension Cookie {
    /// The form in which the jar stores it.
    var json: JSONValue {
        var object: JSONObject = [
            "name": .string(name), "value": .string(value.reveal()), "domain": .string(domain), "hostOnly": .bool(isHostOnly),
            "path": .string(path), "secure": .bool(isSecure),
        ]
        object["expires"] = expiry.map { .number($0.timeIntervalSince1970) }
        return .object(object)
    }

    init?(json: JSONValue) {
        guard let name = json["name"]?.string, let value = json["value"]?.string, let domain = json["domain"]?.string,
            let isHostOnly = json["hostOnly"]?.bool, let path = json["path"]?.string, let isSecure = json["secure"]?.bool
        else { return nil }
        self.init(
            name: name, value: Secret(value), domain: domain, isHostOnly: isHostOnly, path: path, isSecure: isSecure,
            expiry: json["expires"]?.number.map { Date(timeIntervalSince1970: $0) })
    }
}
