package import Primitives
import ResourceMessages
import Foundations

/// The condition on which an action of a sign-on policy is run (`docs/protocols/platform.md` 2.11).
package indirect enum SignOnCondition: Sendable, Equatable {
    case and([SignOnCondition])
    case or([SignOnCondition])
    case not(SignOnCondition)
    /// A variable of the flow, such as `${user.population.id}`, is a value.
    case equals(value: String, to: JSONValue)
    /// An address is in one of some ranges.
    case addressRange(value: String, ranges: [String])
    /// Something was more than so many seconds ago.
    case secondsSince(String, greater: Int)
    /// A condition about networks and places, which the operator's files know: `anonymousNetwork`, `geoVelocity` or `ipRisk`, as it was written.
    case network(JSONObject)

    private static let deepest = 8
    private static let most = 64
}

extension Form where Value == SignOnCondition {
    static var condition: Form {
        Form(.naming(SignOnCondition.naming, .open)) { json, reading in
            var left = SignOnCondition.mostConditions
            return SignOnCondition.read(json, depth: 0, left: &left, &reading)
        } write: {
            .object($0.json)
        }
    }
}

extension SignOnCondition {
    fileprivate static var mostConditions: Int { most }
    private static let external = ["anonymousNetwork", "geoVelocity", "ipRisk"]

    fileprivate static func read(_ json: JSONValue, depth: Int, left: inout Int, _ reading: inout ShapeReading) -> SignOnCondition? {
        left -= 1
        guard depth < deepest, left >= 0, let object = json.object else {
            reading.refuse(.invalid, "a condition is an object; at most \(most) of them, nested at most \(deepest) deep")
            return nil
        }
        if let inner = object["not"], object.count == 1 {
            return read(inner, depth: depth + 1, left: &left, &reading).map(SignOnCondition.not)
        }
        for (name, make) in [("and", SignOnCondition.and), ("or", SignOnCondition.or)] where object.names == [name] {
            guard let list = object[name]?.array, !list.isEmpty else { break }
            let read = list.map { Self.read($0, depth: depth + 1, left: &left, &reading) }
            return read.contains { $0 == nil } ? nil : make(read.compactMap(\.self))
        }
        guard let leaf = leaf(object) else {
            reading.refuse(.invalid, "it is none of and, or, not, value, contains, secondsSince, anonymousNetwork, geoVelocity, ipRisk")
            return nil
        }
        return leaf
    }

    private static func leaf(_ object: JSONObject) -> SignOnCondition? {
        let names = Set(object.names)
        if names == ["value", "equals"], let value = object["value"]?.string, let operand = object["equals"], operand.isScalar {
            return .equals(value: value, to: operand)
        }
        if names == ["contains", "ipRange"], let value = object["contains"]?.string, let ranges = object["ipRange"]?.strings,
            !ranges.isEmpty, ranges.allSatisfy({ AddressRange($0) != nil })
        {
            return .addressRange(value: value, ranges: ranges)
        }
        if names == ["secondsSince", "greater"], let value = object["secondsSince"]?.string,
            let seconds = object["greater"]?.integer.flatMap({ Int(exactly: $0) }), seconds >= 0
        {
            return .secondsSince(value, greater: seconds)
        }
        return names.contains("valid") && external.contains { names.contains($0) } && names.count <= 3 ? .network(object) : nil
    }

    /// Reads ``json``.
    /// - Throws: ``ShapeError``.
    package init(reading json: JSONValue) throws { self = try Form<SignOnCondition>.condition.value(of: json) }

    /// The wire form.
    package var json: JSONObject {
        switch self {
        case .and(let conditions): ["and": .array(conditions.map { .object($0.json) })]
        case .or(let conditions): ["or": .array(conditions.map { .object($0.json) })]
        case .not(let condition): ["not": .object(condition.json)]
        case .equals(let value, let operand): ["value": .string(value), "equals": operand]
        case .addressRange(let value, let ranges): ["contains": .string(value), "ipRange": .array(ranges.map(JSONValue.string))]
        case .secondsSince(let value, let seconds): ["secondsSince": .string(value), "greater": .integer(Int64(seconds))]
        case .network(let object): object
        }
    }
}

extension JSONValue {
    fileprivate var isScalar: Bool {
        switch self {
        case .array, .object, .null: false
        default: true
        }
    }
}
