import Primitives

/// The host of an address with its port, as browsers read and write them (URL Standard §3.5, RFC 3986 §3.2).
///
/// A host that they take for an address is one: `256.1.1.1` and `1.2.3` are no names.
package enum WebHost {
    /// The host, with its brackets, and the port behind the colon; nil for what is none, such as open brackets.
    package static func parts(_ authority: ArraySlice<UInt8>) -> (host: ArraySlice<UInt8>, port: ArraySlice<UInt8>?)? {
        if authority.first == UInt8(ascii: "[") {
            guard let close = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            let rest = authority[(close + 1)...]
            guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return nil }
            return (authority[...close], rest.isEmpty ? nil : rest.dropFirst())
        }
        guard let colon = authority.firstIndex(of: UInt8(ascii: ":")) else { return (authority, nil) }
        return (authority[..<colon], authority[(colon + 1)...])
    }

    /// Whether bytes are a host as browsers write it: in lower case, addresses in their shortest form.
    package static func isHost(_ host: ArraySlice<UInt8>) -> Bool {
        if host.first == UInt8(ascii: "[") { return isShortest(host.dropFirst().dropLast()) }
        let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard host.count <= 253, labels.allSatisfy({ (1...63).contains($0.count) && $0.allSatisfy(isNameByte) }), let last = labels.last
        else {
            return false
        }
        guard last.allSatisfy(isDigit) || last.starts(with: "0x".utf8) && last.dropFirst(2).allSatisfy(isHexadecimal) else { return true }
        return labels.count == 4 && labels.allSatisfy { UInt8(decimal: $0) != nil }
    }

    /// The port that bytes are; nil for none.
    package static func port(_ bytes: ArraySlice<UInt8>) -> UInt16? { UInt16(decimal: bytes, in: 1...UInt16.max) }

    /// Whether a text is a host, in whichever case, perhaps with a port.
    package static func isHostWithPort(_ text: String) -> Bool {
        guard let (host, port) = parts(Array(text.asciiLowercased.utf8)[...]), isHost(host) else { return false }
        return port.map { Self.port($0) != nil } ?? true
    }

    /// Whether a text is an address of IPv6 in its one form: groups without leading zeros, and `::` for the first of the longest runs of zeros.
    private static func isShortest(_ text: ArraySlice<UInt8>) -> Bool {
        let halves = halves(text)
        guard halves.count <= 2 else { return false }
        var groups: [[UInt16]] = []
        for half in halves {
            let texts = half.isEmpty ? [] : half.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            let numbers = texts.compactMap { text -> UInt16? in
                guard (1...4).contains(text.count), text.allSatisfy(isHexadecimal) else { return nil }
                return text.reduce(0) { $0 << 4 | UInt16(Hexadecimal.value($1) ?? 0) }
            }
            guard numbers.count == texts.count else { return false }
            groups.append(numbers)
        }
        let missing = 8 - groups.reduce(0) { $0 + $1.count }
        guard groups.count == 1 ? missing == 0 : missing >= 2 else { return false }
        let all = groups[0] + Array(repeating: 0, count: missing) + groups.dropFirst().joined()
        return written(all).utf8.elementsEqual(text)
    }

    private static func halves(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var (halves, start, position) = ([ArraySlice<UInt8>](), text.startIndex, text.startIndex)
        while position + 1 < text.endIndex {
            if text[position] == UInt8(ascii: ":"), text[position + 1] == UInt8(ascii: ":") {
                halves.append(text[start..<position])
                position += 2
                start = position
            } else {
                position += 1
            }
        }
        return halves + [text[start...]]
    }

    private static func written(_ groups: [UInt16]) -> String {
        var (best, run) = (0..<0, 0)
        for (place, group) in groups.enumerated() {
            run = group == 0 ? run + 1 : 0
            if run >= 2, run > best.count { best = (place + 1 - run)..<(place + 1) }
        }
        func text(_ groups: ArraySlice<UInt16>) -> String { groups.map { String($0, radix: 16) }.joined(separator: ":") }
        return best.isEmpty ? text(groups[...]) : text(groups[..<best.lowerBound]) + "::" + text(groups[best.upperBound...])
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte) }
    private static func isNameByte(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) || "-_".utf8.contains(byte) }
}
