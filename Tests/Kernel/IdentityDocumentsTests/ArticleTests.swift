import IdentityDocuments
import Primitives
import Testing

@Suite("What the module's article says is so")
struct ArticleTests {
    @Test("a licence")
    func licence() throws {
        let symbol = LicenceSpecimen.named("v10-A")
        let payload = try LicencePayload(parsing: symbol)
        let familyName = payload.fields.formatted[.lastName]
        let isCertain = payload.worst != .reconstructed
        #expect(familyName == "Specimen" && isCertain)
    }

    @Test("a zone")
    func zone() throws {
        let (text, today) = (ZoneSpecimen.all[0].lines.joined(separator: "\n"), ZoneSpecimen.today)
        let zone = try MachineReadableZone(parsing: Array(text.utf8), today: today)
        let isWhole = zone.allChecksHold && zone.repairs.isEmpty
        let isNamed = zone.name.matches(primary: "Eriksson", secondary: "Anna Maria")
        #expect(isWhole && isNamed)
    }
}
