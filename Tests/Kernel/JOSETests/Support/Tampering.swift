import Primitives

extension String {
    /// The token with one bit of one of its parts flipped, the part still being good base64url.
    func flippingBit(inPart part: Int) -> String {
        var bytes = Base64URL.decode(parts[part]) ?? []
        if bytes.isEmpty { bytes = [0] } else { bytes[bytes.count / 2] ^= 0x01 }
        return replacingPart(part, with: Base64URL.encode(bytes))
    }

    /// The token with one part replaced.
    func replacingPart(_ part: Int, with text: String) -> String {
        var parts = parts
        parts[part] = text
        return parts.joined(separator: ".")
    }

    /// The token with another protected header.
    func replacingHeader(_ header: JSONObject) -> String {
        replacingPart(0, with: Base64URL.encode(JSONValue.object(header).encoded))
    }

    private var parts: [String] { split(separator: ".", omittingEmptySubsequences: false).map(String.init) }
}
