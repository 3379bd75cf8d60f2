import Primitives

extension LicenceDraft {
    /// A draft of a card's values, in the elements and forms of a version. Values that the version has no element for are left out.
    ///
    /// Mandatory elements without a value have `NONE`, or nothing where that is too long.
    public init(_ data: LicenceData, version: Int, issuerNumber: Int, jurisdictionVersion: Int = 0) {
        let writer = LicenceElementWriter(data: data, version: version)
        self.init(
            version: version, issuerNumber: issuerNumber, jurisdictionVersion: jurisdictionVersion,
            subfiles: [Subfile(type: data.kind.rawValue, elements: writer.elements())])
    }
}

/// Writes a card's values as the elements of a version.
private struct LicenceElementWriter {
    let data: LicenceData
    let version: Int

    func elements() -> [LicenceDraft.Element] {
        (names() + codes() + dates() + sizes() + address() + others()).compactMap(element)
    }

    /// The element as the version has it; nil where it has none, or needs none without a value.
    private func element(_ id: LicenceElementID, _ value: String) -> LicenceDraft.Element? {
        guard let rule = id.rule, !(rule.isForLicencesOnly && data.kind == .identificationCard) else { return nil }
        switch rule.presence(in: version) {
        case .undefined: return nil
        case .optional: return value.isEmpty ? nil : LicenceDraft.Element(id, value)
        case .mandatory: return LicenceDraft.Element(id, value.isEmpty && rule.length(in: version) >= 4 ? "NONE" : value)
        }
    }

    private typealias Pairs = [(LicenceElementID, String)]

    private func names() -> Pairs {
        let name = data.name
        let middle = name.middle.replacing(" ", with: ",")
        // A comma tells a first name of two words from two names.
        let given = [name.first, middle].filter { !$0.isEmpty }.joined(separator: ",")
        let full = [name.family, name.first, name.middle, name.suffix].joined(separator: ",")
        return [
            (.number, data.number), (.fullName, full), (.prefix, name.prefix), (.familyName, name.family),
            (.familyTruncated, (name.familyTruncation ?? .unknown).rawValue), (.firstName, version >= 4 ? name.first : ""),
            (.firstTruncated, (name.firstTruncation ?? .unknown).rawValue), (.middleName, version >= 4 ? middle : ""),
            (.middleTruncated, (name.middleTruncation ?? .unknown).rawValue),
            (.givenNames, middle.isEmpty && name.first.contains(" ") ? given + "," : given), (.nameSuffix, name.suffix),
        ]
    }

    private func codes() -> Pairs {
        [
            (.vehicleClass, data.vehicleClass), (.restrictions, data.restrictions), (.endorsements, data.endorsements),
            (.oldClass, data.vehicleClass), (.oldRestrictions, data.restrictions), (.oldEndorsements, data.endorsements),
            (.sex, sex), (.eyes, data.eyeColour), (.hair, data.hairColour), (.compliance, data.compliance?.rawValue ?? ""),
            (.limitedDuration, indicator(data.hasLimitedDuration)), (.organDonor, indicator(data.isOrganDonor)),
            (.veteran, indicator(data.isVeteran)),
        ]
    }

    private func indicator(_ value: Bool?) -> String { value.map { $0 ? "1" : "0" } ?? "" }

    private var sex: String {
        switch data.sex {
        case .male: version < 2 ? "M" : "1"
        case .female: version < 2 ? "F" : "2"
        case .unspecified: version < 2 ? "X" : "9"
        case nil: ""
        }
    }

    private func dates() -> Pairs {
        let all = [
            (LicenceElementID.issueDate, data.issueDate), (.birthDate, data.birthDate), (.expiryDate, data.expiryDate),
            (.revisionDate, data.revisionDate), (.under18Until, data.under18Until), (.under19Until, data.under19Until),
            (.under21Until, data.under21Until),
        ]
        let isYearFirst = version < 2 || data.country == "CAN"
        return all.map { ($0, $1.map { LicenceDate.text($0, yearFirst: isYearFirst) } ?? "") }
    }

    private func sizes() -> Pairs {
        var pairs: Pairs = []
        switch data.height {
        case .inches(let number):
            pairs.append((.height, version < 2 ? "\(number / 12)\(padded(number % 12, 2))" : "\(padded(number, 3)) in"))
        case .centimetres(let number): pairs.append(version < 2 ? (.centimetres, padded(number, 3)) : (.height, "\(padded(number, 3)) cm"))
        case nil: pairs.append((.height, ""))
        }
        switch data.weight {
        case .pounds(let number): pairs.append((.pounds, padded(number, 3)))
        case .kilograms(let number): pairs.append((.kilograms, padded(number, 3)))
        case .range, nil: break
        }
        return pairs + [(.weightRange, data.weight.map { String($0.range) } ?? "")]
    }

    private func address() -> Pairs {
        let address = data.address
        let digits = String(own: address.postalCode.utf8.filter { $0 != UInt8(ascii: "-") })
        let isZIP = [5, 9].contains(digits.utf8.count) && digits.utf8.allSatisfy { 0x30...0x39 ~= $0 }
        let code = isZIP ? digits + (digits.utf8.count == 5 ? "0000" : "") : address.postalCode
        return [
            (.street, address.street), (.street2, address.secondStreet), (.city, address.city), (.jurisdiction, address.jurisdiction),
            (.postalCode, code.isEmpty ? "" : code + String(repeating: " ", count: max(0, 11 - code.utf8.count))),
        ]
    }

    private func others() -> Pairs {
        [
            (.discriminator, data.discriminator), (.country, data.country), (.federalCodes, ""), (.placeOfBirth, data.placeOfBirth),
            (.auditInformation, data.auditInformation), (.inventoryNumber, data.inventoryNumber),
        ]
    }
}
