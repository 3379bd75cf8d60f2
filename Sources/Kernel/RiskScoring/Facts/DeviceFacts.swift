import Primitives
import RiskSignals

/// The facts about the device of an event, as a server counts them.
public struct DeviceFacts: Sendable, Equatable {
    /// The signature of the payload.
    public enum Signature: String, Sendable { case valid, invalid, none }

    /// Whether the user has signed in with this device before.
    public var isKnown: Bool
    /// The number of devices that the user has signed in with, 0 to 1000.
    public var knownCount: Int
    /// ``DeviceDistance/between(_:_:)`` of this device and the nearest one that is known, 0 to 100; 100 without one.
    public var distance: Int
    /// Whether the payload's signature is good.
    public var signature: Signature
    /// The tampering that the device noticed, in thousandths.
    public var tampering: Int
    /// The number of users of the device by the length of the window in seconds, up to 16 windows.
    public var users: [Int: Int]

    /// Makes facts of their members; numbers beyond a bound become the bound.
    public init(
        isKnown: Bool, knownCount: Int, distance: Int = 100, signature: Signature = .none, tampering: Int = 0, users: [Int: Int] = [:]
    ) {
        self.isKnown = isKnown
        self.knownCount = knownCount.clamped(to: 0...1000)
        self.distance = distance.clamped(to: 0...100)
        self.signature = signature
        self.tampering = tampering.clamped(to: 0...1000)
        self.users = users
    }

    var json: JSONValue {
        let windows = users.sorted { $0.key < $1.key }
        return [
            "known": .bool(isKnown), "knownCount": .integer(Int64(knownCount)), "distance": .integer(Int64(distance)),
            "signature": .string(signature.rawValue), "tampering": .integer(Int64(tampering)),
            "users": .array(windows.map { ["seconds": .integer(Int64($0.key)), "count": .integer(Int64($0.value))] }),
        ]
    }

    init(_ members: RiskMembers) throws(RiskError) {
        var users: [Int: Int] = [:]
        for json in try members.list("users", atMost: 16) {
            let window = try RiskMembers(json, of: "users")
            users[try window.integer("seconds", in: 1...RiskFacts.longest)] = try window.integer("count", in: 0...RiskFacts.most)
        }
        guard let signature = Signature(exactly: try members.optionalText("signature", atMost: 8) ?? "none") else {
            throw members.wrong("signature", "valid, invalid or none")
        }
        self.init(
            isKnown: try members.flag("known"), knownCount: try members.integer("knownCount", in: 0...1000),
            distance: try members.integer("distance", in: 0...100, default: 100), signature: signature,
            tampering: try members.integer("tampering", in: 0...1000, default: 0), users: users)
    }
}
