import Primitives

extension LicenceValueReader {
    mutating func readCountry() {
        guard let source = element(.country) else {
            data.country = issuer?.country ?? ""
            fields[.country] = data.country
            if let number = self.element(.number, .uniqueNumber), version >= 2 { find(.countryMissing, number) }
            return
        }
        let capitals = source.value.utf8.count <= 3 ? String(own: source.value.utf8.map(capital)) : source.value
        data.country = capitals == "CDN" ? "CAN" : capitals
        if data.country != source.value { find(.countryForm, source) }
        set(.country, source.value, from: source)
    }

    mutating func readAddress() {
        let (street, second) = (element(.street), element(.street2))
        let hasStreet = street != nil || second != nil
        let lines = hasStreet ? [street, second] : [element(.residenceStreet), element(.residenceStreet2)]
        data.address.street = lines[0]?.value ?? ""
        data.address.secondStreet = lines[1]?.value ?? ""
        set(.addressStreet, lines.compactMap { $0?.value }.joined(separator: ", "), from: lines[0] ?? lines[1])
        let city = element(.city, .residenceCity)
        data.address.city = city?.value ?? ""
        set(.addressCity, data.address.city, from: city)
        let state = element(.jurisdiction, .residenceJurisdiction)
        data.address.jurisdiction = state?.value ?? ""
        set(.addressState, state?.value ?? issuer?.jurisdiction ?? "", from: state)
        readPostalCode()
    }

    private mutating func readPostalCode() {
        guard let source = element(.postalCode, .residencePostalCode) else { return }
        set(.addressZip, source.value, from: source)
        let read = LicencePostalCode(source.value)
        if read?.isStandard != true { find(.postalCodeForm, source) }
        data.address.postalCode = read?.text ?? source.value
    }
}
