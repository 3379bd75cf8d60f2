/// Writes compact JSON (RFC 8259): no space, only the escapes that are required.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []

    /// Space for most texts; with the array's own head less than the 1032 bytes up to which the C library keeps freed blocks at hand.
    init() { bytes.reserveCapacity(960) }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): bytes.append(contentsOf: String(value).utf8)
        case .number(let value): write(value)
        case .string(let value): write(value)
        case .array(let elements): write(elements)
        case .object(let object): write(object)
        }
    }

    private mutating func write(_ number: Double) {
        // JSON has no infinity and no NaN; the reader never makes one, and a computed one is nothing.
        bytes.append(contentsOf: (number.isFinite ? "\(number)" : "null").utf8)
    }

    private mutating func write(_ elements: [JSONValue]) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(element)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ object: JSONObject) {
        bytes.append(UInt8(ascii: "{"))
        for (index, member) in object.members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(member.name)
            bytes.append(UInt8(ascii: ":"))
            write(member.value)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func write(_ text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { text in if let start = text.baseAddress { escape(start, count: text.count) } }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends runs of bytes that stand for themselves as wholes. A pointer, since a slice took a third of all tests' time without optimisation.
    private mutating func escape(_ text: UnsafePointer<UInt8>, count: Int) {
        var (run, index) = (0, 0)
        while index < count {
            if count - index >= 8, !JSONText.isInterrupted(UnsafeRawPointer(text + index).loadUnaligned(as: UInt64.self)) {
                index += 8
                continue
            }
            let byte = text[index]
            if byte < 0x20 || byte == 0x22 || byte == 0x5C {
                bytes.append(contentsOf: UnsafeBufferPointer(start: text + run, count: index - run))
                escape(byte)
                run = index + 1
            }
            index += 1
        }
        bytes.append(contentsOf: UnsafeBufferPointer(start: text + run, count: count - run))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        case 0..<0x20: bytes.append(contentsOf: "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
        default: bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
        }
    }
}
