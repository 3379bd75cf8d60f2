import Primitives

extension LicenceValueReader {
    mutating func readCodes() {
        readSex()
        data.eyeColour = colour(.eyes, LicenceColour.eyes, as: .eyeColor)
        data.hairColour = colour(.hair, LicenceColour.hair, as: .hairColor)
        data.compliance = compliance()
        data.hasLimitedDuration = indicator(.limitedDuration)
        data.isOrganDonor = indicator(.organDonor)
        data.isVeteran = indicator(.veteran)
    }

    private mutating func readSex() {
        guard let source = element(.sex) else { return }
        set(.gender, source.value, from: source)
        let byte = source.value.utf8.count == 1 ? source.value.utf8.first.map(capital) : nil
        switch byte {
        case UInt8(ascii: "1"), UInt8(ascii: "M"): data.sex = .male
        case UInt8(ascii: "2"), UInt8(ascii: "F"): data.sex = .female
        case UInt8(ascii: "9"), UInt8(ascii: "0"), UInt8(ascii: "X"): data.sex = .unspecified
        default: return find(.sexUnreadable, source)
        }
        let isDigit = byte.map { 0x30...0x39 ~= $0 } ?? false
        if isDigit != (version >= 2) || byte == UInt8(ascii: "0") { find(.sexForm, source) }
    }

    private mutating func colour(_ id: LicenceElementID, _ codes: [String: String], as field: LicenceField) -> String {
        guard let source = element(id) else { return "" }
        set(field, source.value, from: source)
        let read = LicenceColour.code(source.value, of: codes)
        if read?.isExact != true { find(.colourForm, source) }
        return read?.code ?? source.value
    }

    private mutating func compliance() -> LicenceCompliance? {
        guard let source = element(.compliance) else { return nil }
        let code = LicenceCompliance(exactly: source.value)
        if code == nil { find(.codeUnreadable, source) }
        return code
    }

    private mutating func indicator(_ id: LicenceElementID) -> Bool? {
        guard let source = element(id) else { return nil }
        switch source.value {
        case "1": return true
        case "0": return false
        default:
            find(.codeUnreadable, source)
            return nil
        }
    }
}
