import Primitives
import VisionMessages

extension DocumentSection {
    /// The picture itself.
    static func picture(_ report: VisionReport) -> DocumentSection {
        DocumentSection(name: "picture", title: "\(report.kind.rawValue.uppercased()), \(report.width) × \(report.height) pixels")
    }

    /// The measures of quality, each with its number.
    static func quality(_ quality: ImageQuality?) -> DocumentSection? {
        quality.map { quality in
            let edges = zip(["top", "right", "bottom", "left"], quality.edges).map { "\($0) \(number($1))" }.joined(separator: ", ")
            return DocumentSection(
                name: "quality", title: quality.faults.isEmpty ? "good" : quality.faults.map(\.rawValue).joined(separator: ", "),
                fields: [
                    Field(name: "shorter side", value: "\(quality.shorterSide) pixels"),
                    Field(name: "width of edges", value: "\(number(quality.edgeWidth)) pixels"),
                    Field(name: "glare", value: "\(number(quality.glare * 100)) %"), Field(name: "skew", value: "\(number(quality.skew))°"),
                    Field(name: "detail at the edges", value: edges), Field(name: "contrast", value: "\(number(quality.contrast)) of 255"),
                ], remarks: quality.faults.map(\.reason))
        }
    }

    /// The faces, and whether they could be compared.
    static func faces(_ report: VisionReport) -> DocumentSection? {
        guard let faces = report.faces, let finding = FaceFinding(in: report) else { return nil }
        let fields = faces.enumerated().map { place, face in
            Field(
                name: "face \(place + 1)", value: "\(face.box.width) × \(face.box.height) pixels at \(face.box.left), \(face.box.top)",
                remarks: ["score \(number(face.score))"])
        }
        let remarks = [finding.reason, notAvailable(report.descriptors)].compactMap { $0 }
        return DocumentSection(name: "faces", title: "\(faces.count)", fields: fields, remarks: remarks)
    }

    /// The printed words, as hints.
    static func words(_ words: VisionResult<[PrintedWord]>?) -> DocumentSection? {
        guard let words else { return nil }
        let sure = words.value?.filter { $0.confidence >= leastConfidence }.map(\.text) ?? []
        return DocumentSection(
            name: "print", title: sure.isEmpty ? "no words" : sure.joined(separator: " "),
            remarks: [notAvailable(words) ?? "Printed words are hints, never facts."])
    }

    private static let leastConfidence = 60.0

    private static func notAvailable<Value>(_ result: VisionResult<Value>?) -> String? {
        if case .notAvailable(let reason) = result { reason } else { nil }
    }

    /// A number with one decimal place.
    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
