import Primitives

/// The members of WebAuthn metadata, each in a structured form (`_name`) and in the text that older servers send, which is a piece of
/// a script (`docs/protocols/step-protocol.md` 7.2 and 0, rule 10).
enum WebAuthnData {
    /// A member as JSON, from its structured form or from a text that holds JSON.
    static func structured(_ data: JSONValue, _ name: String) -> JSONValue? {
        if let json = data["_" + name] { return json }
        return data[name]?.string.flatMap { try? JSONValue(parsing: $0, limits: StepLimits.json) }
    }

    /// The relying party's id, plain or as `id: "example.com",`.
    static func relyingParty(_ data: JSONValue) -> String {
        if let plain = data["_relyingPartyId"]?.string { return plain }
        let parts = (data["relyingPartyId"]?.string ?? "").split(separator: "\"", omittingEmptySubsequences: false)
        return parts.count >= 3 ? String(parts[1]) : ""
    }

    /// The ids of credentials, structured or as `new Int8Array([1, -3, 25])`.
    static func credentials(_ data: JSONValue, _ name: String) -> [[UInt8]] {
        if let elements = data["_" + name]?.array { return elements.compactMap { $0["id"]?.array.flatMap(bytes) } }
        let arrays = (data[name]?.string ?? "").split(separator: "Int8Array([").dropFirst()
        return arrays.compactMap { array in
            let numbers = array.prefix { $0 != "]" }.split(separator: ",")
            return bytes(numbers.map { .string($0.filter { !$0.isWhitespace }) })
        }
    }

    /// Bytes from numbers of −128 to 127; nil when one is out of range.
    private static func bytes(_ numbers: [JSONValue]) -> [UInt8]? {
        let bytes = numbers.compactMap { Callback.index($0).flatMap { Int8(exactly: $0) }.map { UInt8(bitPattern: $0) } }
        return bytes.count == numbers.count ? bytes : nil
    }
}
