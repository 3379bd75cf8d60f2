import IdentityDocuments
import Primitives
import Testing

@Suite("Payloads that are written")
struct LicenceDraftTests {
    @Test("what is written is read the same, in every version", arguments: 0...11)
    func roundTrips(version: Int) throws {
        for seed in 0..<60 {
            var random = DocumentRandom(seed: version * 1000 + seed)
            let data = random.licence(version: version)
            let issuer = data.country == "CAN" ? 636_012 : 636_026
            let draft = LicenceDraft(data, version: version, issuerNumber: issuer, jurisdictionVersion: 3)
            let read = try LicencePayload(parsing: try draft.bytes())
            #expect(read.data == data, "version \(version), seed \(seed)")
            #expect(read.header.version == version && read.header.issuerNumber == issuer)
            #expect((read.worst ?? .note) == .note, "\(read.findings)")
        }
    }

    @Test("every mandatory element of a version is there", arguments: 1...11)
    func mandatory(version: Int) throws {
        let draft = LicenceDraft(LicenceData(kind: .driverLicence), version: version, issuerNumber: 636_026)
        let ids = Set(draft.subfiles[0].elements.map(\.id))
        #expect(LicenceElementRule.all.allSatisfy { ($0.presence(in: version) == .mandatory) == ids.contains($0.id) })
        let card = LicenceDraft(LicenceData(kind: .identificationCard), version: version, issuerNumber: 636_026)
        #expect(card.subfiles[0].elements.allSatisfy { $0.id.rule?.isForLicencesOnly == false })
    }

    @Test("values that a payload can't hold are refused")
    func refusals() throws {
        func draft(_ change: (inout LicenceData) -> Void, version: Int = 8, issuer: Int = 636_026) -> LicenceDraft {
            var data = LicenceData(kind: .driverLicence)
            change(&data)
            return LicenceDraft(data, version: version, issuerNumber: issuer)
        }
        let wrong = [
            draft { $0.name.family = String(repeating: "A", count: 41) }, draft { $0.name.family = "A\nB" },
            draft { $0.name.family = "Иванов" },
            draft({ _ in }, version: 100), draft({ _ in }, issuer: 1_000_000),
            LicenceDraft(version: 8, issuerNumber: 1, subfiles: []),
            LicenceDraft(version: 8, issuerNumber: 1, subfiles: [LicenceDraft.Subfile(type: "dl", elements: [])]),
        ]
        for draft in wrong { #expect(throws: LicencePayloadError(.unwritable, "")) { try draft.bytes() } }
    }
}
