import Foundation
import IdentityDocuments
import Primitives
import VisionMessages

extension DocumentSection {
    /// A barcode, with the licence that it holds.
    static func barcode(_ barcode: Barcode) -> DocumentSection {
        let kind = barcode.symbology == .pdf417 ? "PDF417" : "QR code"
        let payload: LicencePayload
        do { payload = try LicencePayload(parsing: barcode.bytes) } catch {
            return DocumentSection(name: "barcode", title: "\(kind), \(barcode.bytes.count) bytes", remarks: [error.reason])
        }
        let fields = LicenceField.allCases.filter { !payload.fields[$0].isEmpty }.map { field in
            Field(name: field.rawValue, value: payload.fields.formatted[field], remarks: remarks(on: field, payload))
        }
        return DocumentSection(
            name: "barcode", title: "\(kind), a licence or identification card", fields: fields,
            remarks: payload.findings.filter { $0.element == nil }.map { $0.kind.rawValue })
    }

    private static func remarks(on field: LicenceField, _ payload: LicencePayload) -> [String] {
        guard let source = payload.sources[field] else { return ["from the issuer's number"] }
        return ["element \(source.id.description)"] + payload.findings.filter { $0.element == source.id }.map { $0.kind.rawValue }
    }

    /// A machine readable zone, with its fields unless it was refused.
    static func zone(_ zone: DocumentZone) -> DocumentSection {
        let title = "\(zone.format.rawValue)\(zone.isUpsideDown ? ", upside down" : "")"
        if let refusal = zone.refusal { return DocumentSection(name: "zone", title: title, remarks: [refusal.reason]) }
        let read: MachineReadableZone
        guard let today else { return DocumentSection(name: "zone", title: title, remarks: ["The clock shows no date."]) }
        do { read = try MachineReadableZone(parsing: Array(zone.lines.joined(separator: "\n").utf8), today: today) } catch {
            return DocumentSection(name: "zone", title: title, remarks: [error.reason])
        }
        return DocumentSection(
            name: "zone", title: title, fields: read.fields.map(Field.init), remarks: read.findings.map { $0.kind.rawValue })
    }

    /// The day here, by which the centuries of dates are found.
    private static var today: CalendarDate? {
        let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: SystemTime().now)
        guard let year = parts.year, let month = parts.month, let day = parts.day else { return nil }
        return CalendarDate(year: year, month: month, day: day)
    }
}

extension DocumentSection.Field {
    fileprivate init(_ reading: ZoneFieldReading) {
        let check: String? =
            switch reading.check {
            case .uncovered: nil
            case .holds: "check digit right"
            case .restored: "check digit right after a repair that it was used to find"
            case .fails: "check digit wrong"
            case .ambiguous(let texts): "check digit fits \(texts.joined(separator: " or "))"
            }
        let cells = reading.spans.flatMap(\.cells)
        func place(_ cell: ZoneCell) -> String { cells.firstIndex(of: cell).map { " at place \($0 + 1)" } ?? "" }
        let repairs = reading.repairs.map { "\($0.read)\(place($0.cell)) read as \($0.used)" }
        let swaps = reading.swaps.map { "\($0.read)\(place($0.cell)) could be \($0.alternative) unseen by any check digit" }
        self.init(name: reading.field.rawValue, value: reading.value, remarks: [check].compactMap { $0 } + repairs + swaps)
    }
}
