// Numbers of a format are read by one strict reader. `Int(_:)` also takes a sign: `+6`, `-0`.

extension FixedWidthInteger {
    /// The number that decimal digits say, and nothing but digits; nil for anything else, and for a number outside of the range.
    ///
    /// - Parameter leadingZeros: whether a number of more digits than one may begin with `0`.
    @inlinable
    package init?(decimal digits: some Sequence<UInt8>, in range: ClosedRange<Self> = 0...Self.max, leadingZeros: Bool = false) {
        var (value, count, isZero) = (Self(0), 0, false)
        for byte in digits {
            guard 0x30...0x39 ~= byte, leadingZeros || !isZero else { return nil }
            let (tens, isOver) = value.multipliedReportingOverflow(by: 10)
            let (sum, isPast) = tens.addingReportingOverflow(Self(byte - 0x30))
            guard !isOver, !isPast else { return nil }
            (value, count, isZero) = (sum, count + 1, count == 0 && byte == 0x30)
        }
        guard count > 0, range.contains(value) else { return nil }
        self = value
    }

    /// The number that a text of decimal digits says.
    @inlinable
    package init?(decimal text: some StringProtocol, in range: ClosedRange<Self> = 0...Self.max, leadingZeros: Bool = false) {
        self.init(decimal: text.utf8, in: range, leadingZeros: leadingZeros)
    }

    /// The number that a sign, perhaps, and decimal digits say; `-0` says none.
    @inlinable
    package init?(signedDecimal text: some StringProtocol, in range: ClosedRange<Self> = Self.min...Self.max) {
        guard text.utf8.first == 0x2D else {
            self.init(decimal: text.utf8, in: range)
            return
        }
        guard let positive = UInt64(decimal: text.utf8.dropFirst(), in: 1...UInt64(Int64.max)), let value = Self(exactly: -Int64(positive)),
            range.contains(value)
        else { return nil }
        self = value
    }

    /// The number that hexadecimal digits say, small or capital, and nothing but so many digits.
    package init?(hexadecimal digits: some Sequence<UInt8>, of counts: ClosedRange<Int>) {
        var (value, count) = (Self(0), 0)
        for byte in digits {
            guard let digit = Hexadecimal.value(byte), count < counts.upperBound else { return nil }
            let (shifted, isOver) = value.multipliedReportingOverflow(by: 16)
            guard !isOver, let next = Self(exactly: digit) else { return nil }
            (value, count) = (shifted | next, count + 1)
        }
        guard counts.contains(count) else { return nil }
        self = value
    }
}

// The readers of the standard library, which take a plus sign as well, step back behind these in every file that imports Primitives.

extension FixedWidthInteger {
    /// The number that decimal digits say, perhaps behind a minus sign, perhaps with leading zeros.
    @inlinable package init?(_ text: String) { self.init(text[...]) }

    /// The number that decimal digits say, perhaps behind a minus sign, perhaps with leading zeros.
    @inlinable package init?(_ text: Substring) { self.init(text, radix: 10) }

    /// The number that digits of a radix say, perhaps behind a minus sign.
    @inlinable
    package init?(_ text: some StringProtocol, radix: Int) {
        let isNegative = text.utf8.first == 0x2D
        var (value, count) = (Self(0), 0)
        for byte in text.utf8.dropFirst(isNegative ? 1 : 0) {
            guard let digit = digitValue(byte), digit < radix, let digit = Self(exactly: digit), let base = Self(exactly: radix) else {
                return nil
            }
            let (shifted, isOver) = value.multipliedReportingOverflow(by: base)
            // Downwards for a negative one, as the least has no positive counterpart.
            let (next, isPast) = isNegative ? shifted.subtractingReportingOverflow(digit) : shifted.addingReportingOverflow(digit)
            guard !isOver, !isPast else { return nil }
            (value, count) = (next, count + 1)
        }
        guard count > 0 else { return nil }
        self = value
    }
}

/// The value of a digit or letter of ASCII.
@usableFromInline
func digitValue(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte) - 0x30
    case 0x41...0x5A, 0x61...0x7A: Int(byte | 0x20) - 0x61 + 10
    default: nil
    }
}
