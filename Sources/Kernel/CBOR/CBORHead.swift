/// The major types (RFC 8949 §3.1).
enum CBORMajorType: UInt8 {
    case unsigned, negative, bytes, text, array, map, tag, simple
}

/// An item's first bytes: its type, and a number whose meaning the type decides (RFC 8949 §3).
struct CBORHead {
    let type: CBORMajorType
    let argument: UInt64

    init(_ type: CBORMajorType, _ argument: UInt64) {
        self.type = type
        self.argument = argument
    }

    /// The shortest form of the argument.
    func append(to bytes: inout [UInt8]) {
        let first = type.rawValue << 5
        if argument < 24 { return bytes.append(first | UInt8(argument)) }
        let width = Self.width(of: argument)
        bytes.append(first | (24 + UInt8(width.trailingZeroBitCount)))
        for shift in (0..<width).reversed() { bytes.append(UInt8(truncatingIfNeeded: argument >> (8 * UInt64(shift)))) }
    }

    /// The number of bytes that follow the first one for an argument that doesn't fit into it: 1, 2, 4 or 8.
    static func width(of argument: UInt64) -> Int {
        switch argument {
        case ...0xFF: 1
        case ...0xFFFF: 2
        case ...0xFFFF_FFFF: 4
        default: 8
        }
    }
}
