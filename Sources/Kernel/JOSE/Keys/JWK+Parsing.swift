public import Primitives

extension JWK {
    /// Parses a key from its JSON text: of at most as many bytes as a token, 8 levels and 512 values. Throws ``JWKError``.
    public init(parsing text: some Collection<UInt8>, limits: JOSELimits = .standard) throws(JWKError) {
        let value: JSONValue
        do { value = try JSONValue(parsing: text, limits: JSONLimits(bytes: limits.token, depth: 8, values: 512)) } catch {
            throw JWKError(error.code == .tooLong ? .tooLarge : .malformed, "the key is \(error.reason)", underlying: error)
        }
        guard case .object(let members) = value else { throw JWKError(.malformed, "the key is not a JSON object") }
        try self.init(members)
    }

    /// A key from its members. Throws ``JWKError``.
    public init(_ members: JSONObject) throws(JWKError) {
        let reader = JWKReader(members)
        self.init(
            try reader.material(), keyID: try reader.text("kid"), use: try reader.text("use").map(Use.init(rawValue:)),
            operations: try reader.texts("key_ops")?.map(Operation.init(rawValue:)), algorithm: try reader.text("alg"),
            certificateChain: try reader.texts("x5c"), others: reader.others)
        try checkOperations()
    }

    /// RFC 7517 §4.3: no operation twice, and `use` and `key_ops` don't contradict each other.
    private func checkOperations() throws(JWKError) {
        guard let operations else { return }
        guard Set(operations).count == operations.count else { throw JWKError(.malformed, "key_ops names an operation twice") }
        let signing: Set<Operation> = [.sign, .verify]
        let consistent: Bool =
            switch use {
            case .signature?: operations.allSatisfy(signing.contains)
            case .encryption?: !operations.contains(where: signing.contains)
            default: true
            }
        guard consistent else { throw JWKError(.malformed, "use and key_ops contradict each other") }
    }
}

/// Reads the members of a key by `kty` (RFC 7518 §6, RFC 8037 §2, RFC 9964 §3).
private struct JWKReader {
    private let members: JSONObject

    init(_ members: JSONObject) { self.members = members }

    /// The members that ``JWK`` has no name for.
    var others: JSONObject { JSONObject(unique: members.members.filter { !Self.known.contains($0.name) }) }

    private static let known: Set = [
        "kty", "kid", "use", "key_ops", "alg", "x5c", "crv", "x", "y", "d", "n", "e", "p", "q", "dp", "dq", "qi", "oth", "k", "pub", "priv",
    ]

    func material() throws(JWKError) -> JWK.Material {
        switch try required("kty") {
        case "EC": .ec(try ec())
        case "OKP": .okp(try okp())
        case "AKP": .akp(try akp())
        case "RSA": .rsa(try rsa())
        case "oct": .symmetric(try symmetric())
        case let other: throw JWKError(.unsupported, "kty \(other.prefix(32)); taken are EC, OKP, AKP, RSA and oct")
        }
    }

    private func ec() throws(JWKError) -> ECKey {
        let name = try required("crv")
        guard let curve = ECKey.Curve(exactly: name) else { throw JWKError(.unsupported, "the curve \(name.prefix(32)) of an EC key") }
        return try ECKey(curve: curve, x: try bytes("x"), y: try bytes("y"), d: try secret("d"))
    }

    private func okp() throws(JWKError) -> OKPKey {
        let name = try required("crv")
        guard let curve = OKPKey.Curve(exactly: name) else { throw JWKError(.unsupported, "the curve \(name.prefix(32)) of an OKP key") }
        return try OKPKey(curve: curve, x: try bytes("x"), d: try secret("d"))
    }

    private func akp() throws(JWKError) -> AKPKey {
        let name = try required("alg")
        guard let algorithm = AKPKey.Algorithm(exactly: name) else {
            throw JWKError(.unsupported, "the algorithm \(name.prefix(32)) of an AKP key")
        }
        return try AKPKey(algorithm: algorithm, pub: try bytes("pub"), priv: try secret("priv"))
    }

    private func rsa() throws(JWKError) -> RSAKey {
        guard members["oth"] == nil else { throw JWKError(.unsupported, "an RSA key of more than two primes") }
        let (n, e) = (try bytes("n"), try bytes("e"))
        guard let d = try secret("d") else { return try RSAKey(n: n, e: e) }
        guard let p = try secret("p"), let q = try secret("q") else {
            throw JWKError(.unsupported, "an RSA private key without its primes")
        }
        let key = try RSAKey(n: n, e: e, d: d, p: p, q: q)
        let stated: [(String, Secret?)] = [("dp", key.secrets?.dp), ("dq", key.secrets?.dq), ("qi", key.secrets?.qi)]
        for (name, computed) in stated {
            if let value = try secret(name), value != computed { throw JWKError(.invalidKey, "\(name) is not of this RSA key") }
        }
        return key
    }

    private func symmetric() throws(JWKError) -> Secret {
        guard let key = try secret("k") else { throw JWKError(.malformed, "k is missing") }
        guard !key.isEmpty else { throw JWKError(.invalidKey, "k is empty") }
        return key
    }

    func text(_ name: String) throws(JWKError) -> String? {
        guard let value = members[name] else { return nil }
        guard let text = value.string else { throw JWKError(.malformed, "\(name) is not a string") }
        return text
    }

    func texts(_ name: String) throws(JWKError) -> [String]? {
        guard let value = members[name] else { return nil }
        guard let texts = value.strings else { throw JWKError(.malformed, "\(name) is not an array of strings") }
        return texts
    }

    private func required(_ name: String) throws(JWKError) -> String {
        guard let text = try text(name) else { throw JWKError(.malformed, "\(name) is missing") }
        return text
    }

    private func bytes(_ name: String) throws(JWKError) -> [UInt8] {
        guard let bytes = Base64URL.decode(try required(name)) else { throw JWKError(.malformed, "\(name) is not base64url") }
        return bytes
    }

    private func secret(_ name: String) throws(JWKError) -> Secret? {
        guard members[name] != nil else { return nil }
        return Secret(bytes: try bytes(name))
    }
}
