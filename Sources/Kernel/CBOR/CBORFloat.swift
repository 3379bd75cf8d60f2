import Primitives

/// Floating-point numbers in their three widths (RFC 8949 §3.3, §4.1).
enum CBORFloat {
    /// Appends the shortest form that keeps the value; not a number is always `f97e00`.
    static func append(_ number: Double, to bytes: inout [UInt8]) {
        if let half = half(of: number) {
            append(0xF9, UInt64(half), width: 2, to: &bytes)
        } else if let single = Float(exactly: number) {
            append(0xFA, UInt64(single.bitPattern), width: 4, to: &bytes)
        } else {
            append(0xFB, number.bitPattern, width: 8, to: &bytes)
        }
    }

    private static func append(_ first: UInt8, _ bits: UInt64, width: UInt64, to bytes: inout [UInt8]) {
        bytes.append(first)
        for shift in (0..<width).reversed() { bytes.append(UInt8(truncatingIfNeeded: bits >> (8 * shift))) }
    }

    /// The number that 2, 4 or 8 bytes stand for.
    static func number(bits: UInt64, width: Int) -> Double {
        switch width {
        case 2: number(half: UInt16(truncatingIfNeeded: bits))
        case 4: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        default: Double(bitPattern: bits)
        }
    }

    /// RFC 8949 Appendix D.
    private static func number(half: UInt16) -> Double {
        let exponent = Int(half >> 10 & 0x1F)
        let mantissa = Double(half & 0x3FF)
        let magnitude: Double =
            switch exponent {
            case 0: mantissa * 0x1p-24
            case 31: mantissa == 0 ? .infinity : .nan
            default: Double(sign: .plus, exponent: exponent - 25, significand: mantissa + 1024)
            }
        return half & 0x8000 == 0 ? magnitude : -magnitude
    }

    /// The half-precision bits of a number; nil when it has none of its own.
    private static func half(of number: Double) -> UInt16? {
        if number.isNaN { return 0x7E00 }
        let sign: UInt16 = number.sign == .minus ? 0x8000 : 0
        let magnitude = number.magnitude
        if magnitude == 0 { return sign }
        if magnitude.isInfinite { return sign | 0x7C00 }
        guard magnitude >= 0x1p-24, magnitude <= 65504 else { return nil }
        let exponent = max(Int(magnitude.exponent), -14)
        // The significand in units of the last place: below 1024 only where there is no leading one.
        let units = magnitude / Double(sign: .plus, exponent: exponent - 10, significand: 1)
        guard let whole = UInt16(exactly: units) else { return nil }
        return whole < 1024 ? sign | whole : sign | UInt16(exponent + 15) << 10 | (whole & 0x3FF)
    }
}
