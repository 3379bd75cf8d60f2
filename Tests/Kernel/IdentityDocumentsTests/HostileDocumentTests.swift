import Primitives
import Testing
import TestVectors

@testable import IdentityDocuments

/// Parsers take any bytes, and work that grows with their number.
@Suite("Hostile documents")
struct HostileDocumentTests {
    @Test("hostile texts as payloads, as values and as zones", arguments: try HostileText.all())
    func texts(text: HostileText) throws {
        let bytes = text.bytes(upTo: 2000)
        _ = try? LicencePayload(parsing: bytes)
        _ = try? MachineReadableZone(parsing: bytes, today: ZoneSpecimen.today)
        for id in ["DCS", "DAA", "DBB", "DAU"] {
            let value = bytes.filter { ![0x0A, 0x0D, 0x1E].contains($0) }
            let payload = try LicencePayload(
                parsing: Array("@\n\u{1E}\rANSI 636026080001DL00310000DL\(id)".utf8) + value + Array("\n\r".utf8))
            #expect(payload.subfiles[0].elements.first?.id.text == id)
            _ = payload.fields.formatted.formatted
        }
        var name = String(decoding: bytes.prefix(250), as: UTF8.self)
        name = String(name.prefix(250))
        _ = try? NameTransliteration.characters(of: name)
        _ = ZoneName(primary: ["A"], secondary: []).matches(primary: name, secondary: name)
    }

    @Test("payloads cut off at every few bytes, and with a byte replaced", arguments: LicenceSpecimen.all)
    func damaged(specimen: LicenceSpecimen) {
        for place in stride(from: 0, to: specimen.bytes.count, by: 5) {
            _ = try? LicencePayload(parsing: specimen.bytes[..<place])
            for byte in [0x0A, 0xC2] as [UInt8] {
                var bytes = specimen.bytes
                bytes[place] = byte
                _ = (try? LicencePayload(parsing: bytes))?.fields.formatted
            }
        }
    }

    @Test("zones cut off at every few bytes, and with a byte replaced", arguments: ZoneSpecimen.all)
    func damagedZones(specimen: ZoneSpecimen) {
        for place in stride(from: 0, to: specimen.text.count, by: 3) {
            _ = try? MachineReadableZone(parsing: specimen.text[..<place], today: ZoneSpecimen.today)
            for byte in "<A\n".utf8 {
                var text = specimen.text
                text[place] = byte
                _ = try? MachineReadableZone(parsing: text, today: ZoneSpecimen.today)
            }
        }
    }

    @Test("the search for subfiles takes steps that grow with the bytes and the directory alone")
    func search() throws {
        let directory = (0..<15).map { _ in "ZA99990001" }.joined()
        let start = Array("@\n\u{1E}\rANSI 636026080016DL99990001\(directory)".utf8)
        for length in [1000, 2000, 4000, 7500] {
            var reader = PayloadReader(start + Array(repeating: UInt8(ascii: "Z"), count: length) + Array("DLDAQ1\n\r".utf8))
            _ = try reader.read()
            #expect(reader.steps <= 17 * (length + 8))
        }
    }

    @Test("the elements of a payload are bounded")
    func elements() throws {
        let many = (0..<1000).map { _ in "DAQ1\n" }.joined()
        let payload = try LicencePayload(parsing: Array("@\n\u{1E}\rANSI 636026080001DL00310000DL\(many)\r".utf8))
        #expect(payload.subfiles[0].elements.count == 256 && payload.findings.filter { $0.kind == .tooManyElements }.count == 1)
    }

    @Test("substitutions are bounded, whatever the candidates")
    func substitutions() throws {
        let all = ZoneCharacter.all.map { ZoneCandidate($0, logProbability: -1) } + [ZoneCandidate(.filler, logProbability: .nan)]
        for format in ZoneFormat.allCases {
            var cells = Array(repeating: Array(repeating: all, count: format.columns), count: format.lines)
            cells[0][0] = format.firstLetters.characters.prefix(1).map { ZoneCandidate($0, logProbability: 0) }
            for check in format.checks {
                cells[check.cell.line][check.cell.column] = [ZoneCandidate(try #require(ZoneCharacter(digit: 9)), logProbability: 0)]
            }
            var reader = try ZoneInterpreter(cells, isSeen: true, findings: [])
            reader.repair()
            #expect(reader.steps <= 12_000)
        }
    }
}
