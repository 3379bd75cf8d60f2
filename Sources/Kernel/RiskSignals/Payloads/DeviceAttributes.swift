public import Primitives

/// The attributes of a device, as bounded texts.
public struct DeviceAttributes: Sendable, Equatable {
    /// The texts by attribute.
    public let values: [DeviceAttribute: String]
    /// The device's identifier, where another module has made one; nil where none has.
    public let identifier: String?

    /// Makes attributes of some texts; those that are empty or longer than ``SignalLimits/attribute`` bytes are left out, and an identifier of
    /// more than 64 bytes likewise.
    public init(_ values: [DeviceAttribute: String] = [:], identifier: String? = nil) {
        self.values = values.filter { (1...SignalLimits.attribute).contains($0.value.utf8.count) }
        self.identifier = identifier.flatMap { (1...Self.longestIdentifier).contains($0.utf8.count) ? $0 : nil }
    }

    /// Takes from a device's profile what may be sent.
    /// - Parameter ignored: names of attributes that aren't wanted; names that aren't known change nothing.
    public init(profile: JSONObject, ignoring ignored: [String] = [], identifier: String? = nil) {
        var values: [DeviceAttribute: String] = [:]
        for attribute in DeviceAttribute.allCases where !ignored.contains(attribute.rawValue) {
            values[attribute] = Self.text(of: attribute, in: profile)
        }
        self.init(values, identifier: identifier)
    }

    /// The tampering that was noticed, in thousandths; 0 when nothing is told.
    public var tampering: Int { (values[.tampering].flatMap { Int($0) } ?? 0).clamped(to: 0...1000) }

    /// The JSON object of the wire: the attributes by name, and `id`.
    public var json: JSONValue {
        var object = JSONObject()
        object["id"] = identifier.map(JSONValue.string)
        for attribute in DeviceAttribute.allCases { object[attribute.rawValue] = values[attribute].map(JSONValue.string) }
        return .object(object)
    }

    init(_ members: RiskMembers) throws(RiskError) {
        var values: [DeviceAttribute: String] = [:]
        for attribute in DeviceAttribute.allCases {
            guard members.has(attribute.rawValue) else { continue }
            values[attribute] = try members.text(attribute.rawValue, atMost: SignalLimits.attribute)
        }
        self.values = values
        identifier = try members.has("id") ? members.text("id", atMost: Self.longestIdentifier) : nil
    }

    private static func text(of attribute: DeviceAttribute, in profile: JSONObject) -> String? {
        let value = attribute.profilePath.reduce(JSONValue.object(profile) as JSONValue?) { $0?[$1] }
        switch value {
        case .string(let text): return text
        case .integer(let number): return attribute == .tampering ? "\(number * 1000)" : "\(number)"
        case .number(let number) where attribute == .tampering && (0...1).contains(number): return "\(Int(number * 1000))"
        case .bool(let flag): return "\(flag)"
        default: return nil
        }
    }

    private static let longestIdentifier = 64
}
