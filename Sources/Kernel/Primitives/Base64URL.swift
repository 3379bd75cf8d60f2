/// Base64url without padding, as JOSE, PKCE and the device protocol use it (RFC 4648 §5, RFC 7515 §2).
public enum Base64URL {
    /// The unpadded base64url text of some bytes.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        bytes.withContiguousStorageIfAvailable(encode(buffer:)) ?? Array(bytes).withUnsafeBufferPointer(encode(buffer:))
    }

    /// Appends the unpadded base64url text of some bytes to UTF-8 text.
    public static func append(_ bytes: some Sequence<UInt8>, to text: inout [UInt8]) {
        if bytes.withContiguousStorageIfAvailable({ append($0, to: &text) }) == nil {
            Array(bytes).withUnsafeBufferPointer { append($0, to: &text) }
        }
    }

    /// The bytes of an unpadded base64url text, or nil when it holds a foreign character, padding, an impossible
    /// length, or bits that a canonical encoder would have left zero (so that no two texts mean the same bytes).
    public static func decode(_ text: some StringProtocol) -> [UInt8]? { decode(utf8: text.utf8) }

    /// Decodes like ``decode(_:)``, straight from UTF-8 bytes.
    public static func decode(utf8 text: some Collection<UInt8>) -> [UInt8]? {
        if let decoded = text.withContiguousStorageIfAvailable(decode(buffer:)) { return decoded }
        return Array(text).withUnsafeBufferPointer(decode(buffer:))
    }
}

// Over buffers, and not over any sequence: a generic loop isn't specialised in another module, and these are on the path of every token.
extension Base64URL {
    private static func encode(buffer bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: encodedLength(bytes.count)) { write(UnsafeRawBufferPointer(bytes), to: $0) }
    }

    private static func append(_ bytes: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
        let start = text.count
        text.append(contentsOf: repeatElement(0, count: encodedLength(bytes.count)))
        _ = text.withUnsafeMutableBufferPointer { write(UnsafeRawBufferPointer(bytes), to: .init(rebasing: $0[start...])) }
    }

    private static func decode(buffer text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard let length = decodedLength(text.count) else { return nil }
        var isCanonical = false
        let decoded = [UInt8](unsafeUninitializedCapacity: length) { bytes, count in
            isCanonical = read(text, to: UnsafeMutableRawBufferPointer(bytes))
            count = length
        }
        return isCanonical ? decoded : nil
    }
}
