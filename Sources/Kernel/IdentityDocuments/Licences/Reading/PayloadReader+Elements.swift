import Primitives

extension PayloadReader {
    /// The elements between separators. What follows the terminator and is no known element isn't read.
    mutating func elements(_ range: Range<Int>, terminator: Int?, isOfJurisdiction: Bool) -> [LicenceElement] {
        var (all, start) = ([LicenceElement](), range.lowerBound)
        while start < range.upperBound {
            let end = bytes[start..<range.upperBound].firstIndex { [0x0A, 0x0D, 0x1E].contains($0) } ?? range.upperBound
            defer { start = end + 1 }
            guard start < end else { continue }
            if let terminator, start > terminator, knownElement(at: start) == nil {
                find(.trailingBytes, start..<end)
            } else if let element = element(start..<end, isOfJurisdiction: isOfJurisdiction) {
                if all.contains(where: { $0.id == element.id }) { find(.duplicateElement, start..<end, element.id) }
                all.append(element)
            }
        }
        return all
    }

    private mutating func element(_ range: Range<Int>, isOfJurisdiction: Bool) -> LicenceElement? {
        guard let id = LicenceElementID(bytes[range].prefix(3)) else {
            find(.unreadableElement, range)
            return nil
        }
        guard elementCount < Self.mostElements else {
            if elementCount == Self.mostElements { find(.tooManyElements, range) }
            elementCount += elementCount == Self.mostElements ? 1 : 0
            return nil
        }
        elementCount += 1
        if !isOfJurisdiction, id.rule == nil { find(.unknownElement, range, id) }
        // Social security numbers, which old cards may have, are dropped where they are met.
        let raw = LicenceElementID.socialSecurity.contains(id) ? [] : Array(bytes[range].dropFirst(3))
        return LicenceElement(id: id, raw: raw, value: text(raw, range, id), range: source.origin(range))
    }

    /// The text of a value, without blanks around it: UTF-8 where the payload has it, else ISO 8859-1.
    private mutating func text(_ raw: [UInt8], _ range: Range<Int>, _ id: LicenceElementID) -> String {
        let trimmed = trimmed(raw[...])
        guard source.isUTF8 else { return String(String.UnicodeScalarView(trimmed.map(CodePage1252.scalar))) }
        guard let text = String(foreign: trimmed) else {
            find(.textUnreadable, range, id)
            return ""
        }
        return text
    }
}

/// The bytes without the blanks around them.
func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = bytes.firstIndex { $0 != 0x20 } ?? bytes.endIndex
    let end = bytes.lastIndex { $0 != 0x20 } ?? start - 1
    return bytes[start..<max(start, end + 1)]
}
