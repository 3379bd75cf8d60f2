import Primitives

/// Reads items from bytes of any origin, which are not trusted.
struct CBORReader {
    private let bytes: [UInt8]
    private let form: CBORForm
    private let limits: CBORLimits
    private(set) var position = 0
    private var items = 0

    init(_ bytes: [UInt8], form: CBORForm, limits: CBORLimits) {
        self.bytes = bytes
        self.form = form
        self.limits = limits
    }

    mutating func onlyItem() throws(CBORError) -> CBORValue {
        let item = try firstItem()
        guard position == bytes.count else { throw error(.trailingBytes, "\(bytes.count - position) bytes follow the item") }
        return item
    }

    mutating func firstItem() throws(CBORError) -> CBORValue {
        guard bytes.count <= limits.bytes else {
            throw error(.tooLarge, "\(bytes.count) bytes are more than the \(limits.bytes) that are read")
        }
        return try item(depth: 1)
    }
}

// MARK: - Items

extension CBORReader {
    /// The beginning of an item. The argument is nil when the length is indefinite, or for a break.
    private struct Head {
        let type: CBORMajorType
        /// The low five bits of the first byte.
        let info: UInt8
        let argument: UInt64?
        let width: Int
    }

    private mutating func item(depth: Int) throws(CBORError) -> CBORValue {
        try item(try head(depth: depth), depth: depth)
    }

    private mutating func item(_ head: Head, depth: Int) throws(CBORError) -> CBORValue {
        guard head.type == .simple else {
            guard let argument = head.argument else { return try indefinite(head.type, depth: depth) }
            return try definite(head.type, argument, depth: depth)
        }
        return try simple(head)
    }

    private mutating func definite(_ type: CBORMajorType, _ argument: UInt64, depth: Int) throws(CBORError) -> CBORValue {
        switch type {
        case .unsigned: .unsigned(argument)
        case .negative: .negative(argument)
        case .bytes: .bytes(Array(try take(argument)))
        case .text: .text(try text(try take(argument)))
        case .array: .array(try array(argument, depth: depth))
        case .map: .map(try map(argument, depth: depth))
        case .tag: .tagged(argument, try item(depth: depth + 1))
        case .simple: .simple(UInt8(truncatingIfNeeded: argument))
        }
    }

    private func simple(_ head: Head) throws(CBORError) -> CBORValue {
        guard let argument = head.argument else { throw error(.notWellFormed, "a break is outside of what it could end") }
        switch head.info {
        case 20: return .bool(false)
        case 21: return .bool(true)
        case 22: return .null
        case 23: return .undefined
        case ...24:
            guard head.info < 24 || argument >= 32 else { throw error(.notWellFormed, "the simple value \(argument) takes two bytes") }
            return .simple(UInt8(truncatingIfNeeded: argument))
        default: return .float(try float(argument, width: head.width))
        }
    }

    private func float(_ bits: UInt64, width: Int) throws(CBORError) -> Double {
        let number = CBORFloat.number(bits: bits, width: width)
        guard form == .deterministic else { return number }
        var shortest: [UInt8] = []
        CBORFloat.append(number, to: &shortest)
        // Of not a number there are many; one of them is written.
        guard shortest.count == width + 1, shortest.dropFirst().reduce(0, { $0 << 8 | UInt64($1) }) == bits else {
            throw error(.notDeterministic, "a number is wider than it need be, or another form of not a number")
        }
        return number
    }

    private mutating func array(_ count: UInt64, depth: Int) throws(CBORError) -> [CBORValue] {
        var items: [CBORValue] = []
        for _ in 0..<(try counted(count)) { items.append(try item(depth: depth + 1)) }
        return items
    }

    private mutating func map(_ count: UInt64, depth: Int) throws(CBORError) -> [CBORKey: CBORValue] {
        var pairs: [CBORKey: CBORValue] = [:]
        var last: ArraySlice<UInt8> = []
        for _ in 0..<(try counted(count)) {
            let start = position
            let key = try head(depth: depth + 1)
            try pair(key, into: &pairs, start: start, last: &last, depth: depth + 1)
        }
        return pairs
    }

    /// Reads the rest of a key, and its value.
    private mutating func pair(
        _ keyHead: Head, into pairs: inout [CBORKey: CBORValue], start: Int, last: inout ArraySlice<UInt8>, depth: Int
    ) throws(CBORError) {
        guard let key = CBORKey(try item(keyHead, depth: depth)) else {
            throw error(.unsupportedKey, "a key is neither a whole number, nor a byte string, nor a text")
        }
        let encoding = bytes[start..<position]
        guard form != .deterministic || last.isEmpty || last.lexicographicallyPrecedes(encoding) || last == encoding else {
            throw error(.notDeterministic, "the keys of a map are out of order")
        }
        last = encoding
        guard pairs.updateValue(try item(depth: depth), forKey: key) == nil else {
            throw error(.duplicateKey, "a key stands twice in a map")
        }
    }
}

// MARK: - Indefinite lengths (RFC 8949 §3.2)

extension CBORReader {
    private mutating func indefinite(_ type: CBORMajorType, depth: Int) throws(CBORError) -> CBORValue {
        guard form == .wellFormed else { throw error(.indefiniteLength, "the length is indefinite") }
        switch type {
        case .bytes: return .bytes(try chunks(type, depth: depth).flatMap(\.self))
        case .text:
            var whole = ""
            for chunk in try chunks(type, depth: depth) { whole += try text(chunk) }
            // Each chunk is a text (RFC 8949 §3.2.3); the marks of two may follow each other.
            guard whole.isStreamSafe else { throw error(.invalidText, "a text has too many marks in a row") }
            return .text(whole)
        case .array:
            var items: [CBORValue] = []
            while let next = try headUnlessBreak(depth: depth + 1) { items.append(try item(next, depth: depth + 1)) }
            return .array(items)
        case .map:
            var pairs: [CBORKey: CBORValue] = [:]
            var last: ArraySlice<UInt8> = []
            var start = position
            while let key = try headUnlessBreak(depth: depth + 1) {
                try pair(key, into: &pairs, start: start, last: &last, depth: depth + 1)
                start = position
            }
            return .map(pairs)
        default: throw error(.notWellFormed, "a number or tag has no length")
        }
    }

    /// The chunks of a string, each of the same type and of definite length.
    private mutating func chunks(_ type: CBORMajorType, depth: Int) throws(CBORError) -> [ArraySlice<UInt8>] {
        var chunks: [ArraySlice<UInt8>] = []
        while let head = try headUnlessBreak(depth: depth + 1) {
            guard head.type == type, let length = head.argument else {
                throw error(.notWellFormed, "a chunk is not a string of the same type with a length")
            }
            chunks.append(try take(length))
        }
        return chunks
    }

    private mutating func headUnlessBreak(depth: Int) throws(CBORError) -> Head? {
        let head = try head(depth: depth)
        return head.type == .simple && head.argument == nil ? nil : head
    }
}

// MARK: - Bytes

extension CBORReader {
    private mutating func head(depth: Int) throws(CBORError) -> Head {
        guard depth <= limits.depth else { throw error(.tooDeep, "items lie more than \(limits.depth) deep") }
        items += 1
        guard items <= limits.items else { throw error(.tooManyItems, "there are more than \(limits.items) items") }
        let first = try take(1)[position - 1]
        guard let type = CBORMajorType(rawValue: first >> 5) else { throw error(.notWellFormed, "there is no such type") }
        let info = first & 0x1F
        switch info {
        case 0..<24: return Head(type: type, info: info, argument: UInt64(info), width: 0)
        case 24...27: return try head(type, info: info, width: 1 << Int(info - 24))
        case 31: return Head(type: type, info: info, argument: nil, width: 0)
        default: throw error(.notWellFormed, "the additional information \(info) is reserved")
        }
    }

    private mutating func head(_ type: CBORMajorType, info: UInt8, width: Int) throws(CBORError) -> Head {
        let argument = try take(UInt64(width)).reduce(0) { $0 << 8 | UInt64($1) }
        if form == .deterministic, type != .simple {
            guard argument >= 24, CBORHead.width(of: argument) == width else {
                throw error(.notDeterministic, "an argument is wider than it need be")
            }
        }
        return Head(type: type, info: info, argument: argument, width: width)
    }

    private mutating func take(_ count: UInt64) throws(CBORError) -> ArraySlice<UInt8> {
        let count = try counted(count)
        defer { position += count }
        return bytes[position..<(position + count)]
    }

    /// A number of bytes or of items, each of which takes at least a byte: no more than there are.
    private func counted(_ count: UInt64) throws(CBORError) -> Int {
        guard let whole = Int(exactly: count), whole <= bytes.count - position else {
            throw error(.truncated, "the bytes end within an item")
        }
        return whole
    }

    private func text(_ bytes: ArraySlice<UInt8>) throws(CBORError) -> String {
        guard let text = String(foreign: bytes) else { throw error(.invalidText, "a text is not UTF-8, or has too many marks in a row") }
        return text
    }

    private func error(_ code: CBORError.Code, _ reason: String) -> CBORError {
        CBORError(code, "CBOR at byte \(position): \(reason)")
    }
}
