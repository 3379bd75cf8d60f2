import IdentityDocuments
import Primitives
import Testing

@Suite("Fields of the licence object")
struct LicenceFieldsTests {
    @Test("formatted", arguments: LicenceSpecimen.all)
    func vectors(specimen: LicenceSpecimen) throws {
        let payload = try LicencePayload(parsing: specimen.bytes)
        let formatted = payload.fields.formatted
        let names: [(LicenceField, String)] = [
            (.birthDate, "birthDate"), (.issueDate, "issueDate"), (.expirationDate, "expiryDate"), (.height, "height"), (.weight, "weight"),
            (.addressZip, "postalCode"),
        ]
        for (field, name) in names {
            #expect(formatted[field] == specimen.data[name], "\(field)")
        }
        #expect(formatted.formatted == formatted)
    }

    @Test("one card, field by field")
    func card() throws {
        let formatted = try LicencePayload(parsing: LicenceSpecimen.named("v04-A")).fields.formatted
        let expected: [LicenceField: String] = [
            .firstName: "Jordan", .middleName: "Taylor Morgan", .lastName: "Specimen-Probe", .gender: "Female", .birthDate: "1990-07-04",
            .weight: "128 lb", .height: "5' 4\"", .hairColor: "Black", .eyeColor: "Green", .addressStreet: "9 PLACEHOLDER BLVD, UNIT 12",
            .addressCity: "Mockville", .addressState: "CA", .addressZip: "90000", .country: "USA", .issueDate: "2024-07-04",
            .expirationDate: "2029-07-04", .idNumber: "T0000005",
        ]
        for field in LicenceField.allCases { #expect(formatted[field] == expected[field], "\(field)") }
    }

    @Test(
        "names",
        arguments: [
            ("O'BRIEN", "O'Brien"), ("MCDONALD", "McDonald"), ("MACDONALD", "MacDonald"), ("MACIAS", "Macias"), ("MACK", "Mack"),
            ("MC", "Mc"),
            ("MARY-ANN", "Mary-Ann"), ("van der Meer", "van der Meer"), ("smith", "Smith"), ("ÉLODIE", "Élodie"), ("ß", "Ss"), ("", ""),
        ])
    func names(encoded: String, formatted: String) {
        var fields = LicenceFields()
        fields[.lastName] = encoded
        #expect(fields.formatted[.lastName] == formatted && fields.formatted.formatted == fields.formatted)
    }

    @Test("unknown codes stay, and no code is guessed")
    func unknown() {
        var fields = LicenceFields()
        for field in LicenceField.allCases where field != .country { fields[field] = "Q?9" }
        for field in [LicenceField.gender, .birthDate, .height, .weight, .hairColor, .eyeColor, .addressZip] {
            #expect(fields.formatted[field] == "Q?9", "\(field)")
        }
        #expect(LicenceFields().formatted == LicenceFields() && !LicenceFields().hasData)
    }

    @Test("formatting twice changes nothing more", arguments: 0..<200)
    func idempotent(seed: Int) {
        var random = DocumentRandom(seed: seed)
        var fields = LicenceFields()
        for field in LicenceField.allCases { fields[field] = random.text("ABmcßǅ0123456789-',/ .KGLBINCM\"é≤–", 0...10) }
        #expect(fields.formatted.formatted == fields.formatted)
    }
}
