import Primitives
import VisionMessages

/// A picture's report, with the documents that its barcodes and its zone hold.
struct DocumentReading: Sendable {
    private let sections: [DocumentSection]

    init(_ report: VisionReport) {
        let parts: [DocumentSection?] = [
            DocumentSection.picture(report), DocumentSection.quality(report.quality), DocumentSection.faces(report),
            DocumentSection.words(report.words),
        ]
        let documents = (report.barcodes ?? []).map(DocumentSection.barcode) + (report.zones ?? []).map(DocumentSection.zone)
        sections = parts.compactMap(\.self) + documents
    }

    var json: JSONValue { .array(sections.map { .object($0.json) }) }

    var lines: [String] { sections.flatMap(\.lines) }
}
