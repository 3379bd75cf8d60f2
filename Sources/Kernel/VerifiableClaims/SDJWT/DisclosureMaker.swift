import Primitives

/// The claims of a token in the making, and the Disclosures of what they hide (RFC 9901 §4.2).
struct DisclosureMaker<Random: RandomSource> {
    let hash: DisclosureHash
    let random: Random
    private(set) var disclosures: [String] = []

    init(hash: DisclosureHash, random: Random) {
        self.hash = hash
        self.random = random
    }

    /// The names that only the format may use.
    static var reserved: [String] { ["_sd", "..."] }

    mutating func object(_ object: DisclosableObject, depth: Int) throws(SDJWTError) -> JSONObject {
        var members: [JSONObject.Member] = []
        var digests: [String] = []
        try Self.check(object.members.map(\.name))
        for member in object.members {
            if case .disclosable(let hidden) = member.value {
                digests.append(disclose(member.name, try value(hidden, depth: depth - 1)))
            } else {
                members.append(JSONObject.Member(member.name, try value(member.value, depth: depth - 1)))
            }
        }
        for _ in 0..<max(object.decoys, 0) { digests.append(decoy()) }
        // The order of the digests must not tell that of the claims (§4.2.4.1).
        if !digests.isEmpty { members.append(JSONObject.Member("_sd", .array(digests.sorted().map(JSONValue.string)))) }
        return JSONObject(unique: members)
    }

    private mutating func value(_ tree: ClaimTree, depth: Int) throws(SDJWTError) -> JSONValue {
        guard depth > 0 else { throw SDJWTError(.tooLarge, "claims nested too deeply") }
        switch tree {
        case .value(let value):
            try Self.check(value)
            return value
        case .object(let object): return .object(try self.object(object, depth: depth))
        case .array(let elements, let decoys): return .array(try array(elements, decoys, depth: depth))
        case .disclosable(let inner): return try value(inner, depth: depth)
        }
    }

    private mutating func array(_ elements: [ClaimTree], _ decoys: Int, depth: Int) throws(SDJWTError) -> [JSONValue] {
        var values: [JSONValue] = []
        for element in elements {
            if case .disclosable(let hidden) = element {
                values.append(Self.placeholder(disclose(nil, try value(hidden, depth: depth - 1))))
            } else {
                values.append(try value(element, depth: depth - 1))
            }
        }
        for _ in 0..<max(decoys, 0) {
            let place = random.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % UInt64(values.count + 1)
            values.insert(Self.placeholder(decoy()), at: Int(place))
        }
        return values
    }

    private mutating func disclose(_ name: String?, _ value: JSONValue) -> String {
        let disclosure = Disclosure(salt: Base64URL.encode(random.bytes(16)), name: name, value: value)
        disclosures.append(disclosure.text)
        return hash.digest(of: disclosure.text)
    }

    private func decoy() -> String { random.bytes(32).withUnsafeBytes { hash.digest(of: $0) } }

    private static func placeholder(_ digest: String) -> JSONValue { .object(["...": .string(digest)]) }

    private static func check(_ names: [String]) throws(SDJWTError) {
        guard !names.contains(where: { reserved.contains($0) || $0 == "_sd_alg" }) else {
            throw SDJWTError(.reservedName, "a claim has a name that only the format may use")
        }
        // By bytes, since Swift takes some names for equal that are two (docs/decisions/0046-exact-text.md).
        guard Set(names.map { Array($0.utf8) }).count == names.count else {
            throw SDJWTError(.duplicateName, "two claims of one object have the same name")
        }
    }

    private static func check(_ value: JSONValue) throws(SDJWTError) {
        switch value {
        case .object(let object):
            try check(object.names)
            for member in object.members { try check(member.value) }
        case .array(let elements): for element in elements { try check(element) }
        default: break
        }
    }
}
