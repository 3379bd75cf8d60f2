import IdentityDocuments
import Primitives
import Testing

@Suite("Payloads of the vectors")
struct LicenceSpecimenTests {
    @Test("there are as many as the list has")
    func count() { #expect(LicenceSpecimen.all.count == 16) }

    @Test("header, subfiles and raw elements", arguments: LicenceSpecimen.all)
    func structure(specimen: LicenceSpecimen) throws {
        let payload = try LicencePayload(parsing: specimen.bytes)
        #expect(payload.header.version == specimen.version)
        #expect(payload.header.issuerNumber == Int(specimen.issuer))
        #expect(payload.header.issuer?.jurisdiction == specimen.jurisdiction)
        #expect(payload.header.jurisdictionVersion == (specimen.version < 2 ? nil : String(specimen.payload.utf8.dropFirst(17).prefix(2))))
        #expect(payload.subfiles.map(\.type) == specimen.subfiles.map(\.type))
        for (subfile, expected) in zip(payload.subfiles, specimen.subfiles) {
            #expect(subfile.elements.map { [$0.id.text, String(own: $0.raw)] } == expected.elements)
            #expect(subfile.elements.allSatisfy { specimen.bytes[$0.range].elementsEqual($0.id.text.utf8 + $0.raw) })
        }
    }

    @Test("fields of the licence object, as encoded", arguments: LicenceSpecimen.all)
    func fields(specimen: LicenceSpecimen) throws {
        let payload = try LicencePayload(parsing: specimen.bytes)
        for field in LicenceField.allCases {
            #expect(payload.fields[field] == specimen.fields[field.rawValue] ?? "", "\(field)")
            #expect(
                (payload.sources[field] == nil) == (payload.fields[field].isEmpty || (field == .country && specimen.version < 2)),
                "\(field)")
        }
        #expect(payload.fields.hasData)
    }

    @Test("values", arguments: LicenceSpecimen.all)
    func values(specimen: LicenceSpecimen) throws {
        let (data, expected) = (try LicencePayload(parsing: specimen.bytes).data, specimen.data)
        func text(_ flag: Bool?) -> String { flag.map { $0 ? "1" : "0" } ?? "" }
        let found = [
            "kind": data.kind.rawValue, "family": data.name.family, "first": data.name.first, "middle": data.name.middle,
            "suffix": data.name.suffix, "birthDate": data.birthDate?.description ?? "", "issueDate": data.issueDate?.description ?? "",
            "expiryDate": data.expiryDate?.description ?? "", "sex": data.sex?.rawValue ?? "", "height": data.height?.formatted ?? "",
            "weight": data.weight?.formatted ?? "", "eyes": data.eyeColour, "hair": data.hairColour,
            "postalCode": data.address.postalCode, "familyTruncation": data.name.familyTruncation?.rawValue ?? "",
            "middleTruncation": data.name.middleTruncation?.rawValue ?? "", "vehicleClass": data.vehicleClass,
            "restrictions": data.restrictions, "endorsements": data.endorsements, "discriminator": data.discriminator,
            "compliance": data.compliance?.rawValue ?? "", "revisionDate": data.revisionDate?.description ?? "",
            "limited": text(data.hasLimitedDuration), "donor": text(data.isOrganDonor), "veteran": text(data.isVeteran),
            "under18": data.under18Until?.description ?? "", "under21": data.under21Until?.description ?? "",
            "inventory": data.inventoryNumber,
        ]
        for (name, value) in expected { #expect(found[name] == value, "\(name)") }
    }

    @Test("deviations of the vectors themselves are reported, and no others")
    func findings() throws {
        let expected: [String: Set<LicenceFindingKind>] = [
            "v01-A": [.postalCodeForm, .colourForm], "v01-B": [.oldFileType, .placeholder, .sexForm],
            "v02-A": [], "v02-B": [.emptyElement], "v03-A": [.emptyElement, .colourForm],
            "v03-B": [.padding, .placeholder, .numberPunctuation], "v04-A": [], "v04-B": [], "v08-A": [], "v08-B": [.emptyElement],
            "v09-A": [], "v09-B": [], "v10-A": [.numberPunctuation], "v10-B": [.padding, .emptyElement], "v11-A": [], "v11-B": [],
        ]
        for specimen in LicenceSpecimen.all {
            #expect(try LicencePayload(parsing: specimen.bytes).kinds == expected[specimen.name] ?? [], "\(specimen.name)")
        }
    }

    @Test("a draft of the same elements is the same payload, byte for byte", arguments: LicenceSpecimen.all)
    func writing(specimen: LicenceSpecimen) throws {
        let payload = try LicencePayload(parsing: specimen.bytes)
        let subfiles = payload.subfiles.map { subfile in
            LicenceDraft.Subfile(type: subfile.type, elements: subfile.elements.map { LicenceDraft.Element($0.id, String(own: $0.raw)) })
        }
        let draft = LicenceDraft(
            version: specimen.version, issuerNumber: payload.header.issuerNumber ?? 0,
            jurisdictionVersion: payload.header.jurisdictionVersion.flatMap { Int($0) } ?? 0, subfiles: subfiles)
        // Cards of the old file type are read, and written with the later one.
        let expected = specimen.name == "v01-B" ? replacing("AAMVA", with: "ANSI ", in: specimen.bytes) : specimen.bytes
        #expect(try draft.bytes() == expected)
    }
}
