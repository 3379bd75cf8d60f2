extension CBORValue {
    /// The item's bytes in the core deterministic form (RFC 8949 §4.2.1): shortest arguments and numbers, definite lengths, keys in
    /// the bytewise order of their encodings.
    ///
    /// CTAP2's canonical form orders keys by major type, then length, then bytes (CTAP 2.1 §8). For whole numbers, byte strings and
    /// texts, the only keys here, that is the same order.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    /// Appends ``encoded`` to bytes.
    public func append(to bytes: inout [UInt8]) {
        switch self {
        case .unsigned(let number): CBORHead(.unsigned, number).append(to: &bytes)
        case .negative(let number): CBORHead(.negative, number).append(to: &bytes)
        case .bytes(let content): Self.append(.bytes, content, to: &bytes)
        case .text(let content): Self.append(.text, content.utf8, to: &bytes)
        case .array(let items):
            CBORHead(.array, UInt64(items.count)).append(to: &bytes)
            for item in items { item.append(to: &bytes) }
        case .map(let pairs): Self.append(pairs, to: &bytes)
        case .tagged(let tag, let item):
            CBORHead(.tag, tag).append(to: &bytes)
            item.append(to: &bytes)
        case .float(let number): CBORFloat.append(number, to: &bytes)
        case .bool(let value): bytes.append(value ? 0xF5 : 0xF4)
        case .null: bytes.append(0xF6)
        case .undefined: bytes.append(0xF7)
        case .simple(let value): CBORHead(.simple, UInt64(value)).append(to: &bytes)
        }
    }

    private static func append(_ type: CBORMajorType, _ content: some Collection<UInt8>, to bytes: inout [UInt8]) {
        CBORHead(type, UInt64(content.count)).append(to: &bytes)
        bytes += content
    }

    private static func append(_ pairs: [CBORKey: CBORValue], to bytes: inout [UInt8]) {
        CBORHead(.map, UInt64(pairs.count)).append(to: &bytes)
        let keyed = pairs.map { (key: $0.key.value.encoded, value: $0.value) }
        for pair in keyed.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            bytes += pair.key
            pair.value.append(to: &bytes)
        }
    }
}
