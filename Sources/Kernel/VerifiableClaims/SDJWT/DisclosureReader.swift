import Primitives

/// The claims of a verified token with its Disclosures put in (RFC 9901 §7.1 steps 3 to 5).
struct DisclosureReader {
    private let texts: [String]
    private let limits: SDJWTLimits
    /// The places of the Disclosures by their digests.
    private var places: [String: Int] = [:]
    private var seen: Set<String> = []
    /// The Disclosures that the way to the claim in hand leads through.
    private var parents: [Int] = []
    private var path: [ClaimPathPart] = []
    private var found: [VerifiedSDJWT.Disclosed?]

    init(_ texts: [String], hash: DisclosureHash, limits: SDJWTLimits) throws(SDJWTError) {
        self.texts = texts
        self.limits = limits
        found = Array(repeating: nil, count: texts.count)
        // Step 3.1.
        for (place, text) in texts.enumerated() {
            guard places.updateValue(place, forKey: hash.digest(of: text)) == nil else {
                throw SDJWTError(.duplicateDisclosure, "a Disclosure stands twice in the SD-JWT")
            }
        }
    }

    /// Reads the payload, whose `_sd_alg` was taken out.
    mutating func read(_ payload: JSONObject) throws(SDJWTError) -> (claims: JSONObject, disclosed: [VerifiedSDJWT.Disclosed]) {
        let claims = try object(payload)
        let disclosed = found.compactMap(\.self)
        // Step 5.
        guard disclosed.count == texts.count else {
            throw SDJWTError(.unreferencedDisclosure, "no digest in the token refers to a Disclosure")
        }
        return (claims, disclosed)
    }

    private mutating func value(_ value: JSONValue) throws(SDJWTError) -> JSONValue {
        guard path.count < limits.depth else { throw SDJWTError(.tooLarge, "claims nested more than \(limits.depth) deep") }
        switch value {
        case .object(let members): return .object(try object(members))
        case .array(let elements): return .array(try array(elements))
        default: return value
        }
    }

    private mutating func object(_ object: JSONObject) throws(SDJWTError) -> JSONObject {
        var members: [JSONObject.Member] = []
        members.reserveCapacity(object.count)
        var hidden: JSONValue?
        for member in object.members {
            switch member.name {
            case "_sd": hidden = member.value
            case "...", "_sd_alg": throw SDJWTError(.reservedName, "\(member.name) stands where the format doesn't use it")
            default:
                members.append(
                    JSONObject.Member(member.name, try inside(.name(member.name)) { (r) throws(SDJWTError) in try r.value(member.value) }))
            }
        }
        guard let hidden else { return JSONObject(unique: members) }
        guard let digests = hidden.strings else { throw SDJWTError(.malformed, "_sd isn't an array of texts") }
        var names = Set(members.map { Array($0.name.utf8) })
        for digest in digests {
            guard let place = try place(of: digest) else { continue }
            let disclosure = try Disclosure(parsing: texts[place], depth: limits.depth)
            // Steps 3.3.2.1 to 3.3.2.3.
            guard let name = disclosure.name else {
                throw SDJWTError(.wrongDisclosureKind, "a Disclosure of an element where a member is hidden")
            }
            guard !["_sd", "...", "_sd_alg"].contains(name) else {
                throw SDJWTError(.reservedName, "a Disclosure has a name that only the format may use")
            }
            guard names.insert(Array(name.utf8)).inserted else {
                throw SDJWTError(.duplicateName, "a Disclosure has the name of a claim that is there")
            }
            members.append(JSONObject.Member(name, try disclosed(disclosure, at: place, as: .name(name))))
        }
        return JSONObject(unique: members)
    }

    private mutating func array(_ elements: [JSONValue]) throws(SDJWTError) -> [JSONValue] {
        var values: [JSONValue] = []
        values.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            guard let digest = try Self.digest(in: element) else {
                values.append(try inside(.index(index)) { (r) throws(SDJWTError) in try r.value(element) })
                continue
            }
            // Step 3.4: an element whose Disclosure wasn't sent is left out.
            guard let place = try place(of: digest) else { continue }
            let disclosure = try Disclosure(parsing: texts[place], depth: limits.depth)
            guard disclosure.name == nil else {
                throw SDJWTError(.wrongDisclosureKind, "a Disclosure of a member where an element is hidden")
            }
            values.append(try disclosed(disclosure, at: place, as: .index(index)))
        }
        return values
    }

    /// The digest that stands in an element's place; nil for an element in the clear.
    private static func digest(in element: JSONValue) throws(SDJWTError) -> String? {
        guard let object = element.object, let hidden = object["..."] else { return nil }
        guard object.count == 1, let digest = hidden.string else {
            throw SDJWTError(.malformed, "an element's digest isn't a text by itself")
        }
        return digest
    }

    /// The place of the Disclosure of a digest; nil when it wasn't sent.
    private mutating func place(of digest: String) throws(SDJWTError) -> Int? {
        // Step 4.
        guard seen.insert(digest).inserted else { throw SDJWTError(.duplicateDigest, "a digest stands twice in the token") }
        return places[digest]
    }

    private mutating func disclosed(_ disclosure: Disclosure, at place: Int, as part: ClaimPathPart) throws(SDJWTError) -> JSONValue {
        found[place] = VerifiedSDJWT.Disclosed(path: path + [part], disclosure: disclosure, parents: parents)
        parents.append(place)
        defer { parents.removeLast() }
        return try inside(part) { (r) throws(SDJWTError) in try r.value(disclosure.value) }
    }

    private mutating func inside(
        _ part: ClaimPathPart, _ body: (inout DisclosureReader) throws(SDJWTError) -> JSONValue
    ) throws(SDJWTError) -> JSONValue {
        path.append(part)
        defer { path.removeLast() }
        return try body(&self)
    }
}
