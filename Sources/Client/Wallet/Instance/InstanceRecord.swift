import DeviceFoundation
import Foundation
import Primitives
import WalletMessages

/// The data that the store has of the instance itself.
struct InstanceRecord: Sendable, Equatable {
    /// Keys that were replaced, with the time until which they may still be of use.
    struct Earlier: Sendable, Equatable {
        var keys: KeyPairNames
        var ended: Date
    }

    let id: UUID
    var keys: KeyPairNames
    /// Keys that take the place of ``keys`` once the server has accepted a request by them.
    var successor: KeyPairNames?
    var earlier: [Earlier] = []
    var reach: WalletReach?
    var osType: String
    /// The server's number of the instance's state; nil before it was registered.
    var revision: Int64?
    /// The log's description, as the server gave it at registration.
    var log: JSONObject?

    init(id: UUID, keys: KeyPairNames, reach: WalletReach?, osType: String) {
        self.id = id
        self.keys = keys
        self.reach = reach
        self.osType = osType
    }
}

extension InstanceRecord {
    /// The version of the format; a reader refuses newer ones.
    private static let version: Int64 = 1

    var json: JSONObject {
        var members: JSONObject = [
            "version": .integer(Self.version), "id": .string(id.text), "keys": keys.json, "osType": .string(osType),
            "earlier": .array(earlier.map { ["keys": $0.keys.json, "ended": .integer($0.ended.secondsSince1970)] }),
        ]
        members["successor"] = successor?.json
        members["revision"] = revision.map(JSONValue.integer)
        members["log"] = log.map(JSONValue.object)
        members["reach"] = reach?.json
        return members
    }

    init(_ members: JSONObject) throws(WalletError) {
        let version = members["version"]?.integer ?? 0
        guard version <= Self.version else {
            throw WalletError(.storage, "the stored instance is of version \(version), made by a newer app; update the app")
        }
        guard let id = members["id"]?.string.flatMap(UUID.init(text:)), let keys = KeyPairNames(json: members["keys"]),
            let osType = members["osType"]?.string
        else { throw WalletError(.storage, "the stored instance can't be read") }
        let reach = members["reach"].flatMap { try? WalletReach(json: $0) }
        self.init(id: id, keys: keys, reach: reach, osType: osType)
        successor = KeyPairNames(json: members["successor"])
        revision = members["revision"]?.integer
        log = members["log"]?.object
        earlier = (members["earlier"]?.array ?? []).compactMap { item in
            guard let keys = KeyPairNames(json: item["keys"]), let ended = item["ended"]?.integer else { return nil }
            return Earlier(keys: keys, ended: Date(timeIntervalSince1970: Double(ended)))
        }
    }
}
