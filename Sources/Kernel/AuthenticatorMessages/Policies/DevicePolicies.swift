public import Primitives

/// The demands of an issuer on the device that an account is on: the JSON of the parameter `policies`
/// (`docs/protocols/step-protocol.md` 6.8).
///
/// `{ "biometricAvailable": {}, "deviceTampering": { "score": 0.8 } }`
public struct DevicePolicies: Sendable, Equatable {
    /// The longest text that is read, in bytes.
    public static let longest = 8192

    /// One of them.
    public struct Policy: Sendable, Equatable {
        /// The policy's name, such as `biometricAvailable` or `deviceTampering`.
        public var name: String
        /// The settings of the policy, such as `score`; empty when there are none.
        public var parameters: JSONObject

        /// Makes a policy of its members, which are taken unchecked. By default `parameters` is empty.
        public init(_ name: String, _ parameters: JSONObject = [:]) {
            self.name = name
            self.parameters = parameters
        }
    }

    /// The policies in the issuer's order.
    public var all: [Policy]

    /// Makes device policies of its `all`, which is taken unchecked.
    public init(_ all: [Policy]) { self.all = all }

    /// JSON text.
    public var text: String { JSONValue.object(JSONObject(all.map { ($0.name, .object($0.parameters)) })).text }

    /// Reads ``text``. A policy without parameters may have null or an empty text for them.
    /// - Throws: ``PushMessageError/Code/malformed`` when the text is no JSON object of at most ``longest`` bytes, or a policy's parameters
    ///   are no object.
    public init(_ text: String) throws(PushMessageError) {
        guard let object = (try? JSONValue(parsing: text, limits: JSONLimits(bytes: Self.longest, depth: 16, values: 512)))?.object else {
            throw PushMessageError(.malformed, "the policies are no JSON object of at most \(Self.longest) bytes")
        }
        all = []
        for member in object.members {
            switch member.value {
            case .object(let parameters): all.append(Policy(member.name, parameters))
            case .null, .string(""): all.append(Policy(member.name))
            default: throw PushMessageError(.malformed, "the parameters of the policy \(member.name.prefix(64)) are no JSON object")
            }
        }
    }
}

extension DevicePolicies.Policy {
    /// The device has a biometric to verify its owner with.
    public static let biometricAvailable = "biometricAvailable"
    /// The device is less likely tampered with than ``score`` says.
    public static let deviceTampering = "deviceTampering"

    /// The likelihood from which on ``deviceTampering`` fails: 0 to 1, by default 1.
    public var score: Double { parameters["score"]?.number ?? 1 }
}
