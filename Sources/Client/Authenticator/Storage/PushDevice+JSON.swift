import AuthenticatorMessages
import Primitives

extension PushDevice {
    /// The record of the address to which pushes go.
    var json: JSONValue {
        ["token": .string(token), "name": .string(name), "type": .string(type), "carrier": .string(carrier.rawValue)]
    }

    init(json: JSONValue) throws(AuthenticatorError) {
        let reader = RecordReader(json: json, what: "the push device")
        guard let carrier = Carrier(exactly: try reader.text("carrier")) else { throw reader.unreadable("carrier") }
        self.init(token: try reader.text("token"), name: try reader.text("name"), type: try reader.text("type"), carrier: carrier)
    }
}
