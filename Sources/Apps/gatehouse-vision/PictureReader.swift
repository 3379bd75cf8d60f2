import CVision
import Primitives
import VisionMessages

/// Reads images with what was opened when the program started.
struct PictureReader {
    private let words: WordReader
    private let faces: FaceReader

    init(_ options: ProgramOptions) {
        words = WordReader(languages: options.languages)
        faces = FaceReader(models: options.models)
    }

    /// Answers a request.
    func answer(_ request: VisionRequest) -> VisionAnswer {
        do {
            let image = try DecodedImage(request.image)
            return .read(report(on: image, request.readings))
        } catch { return .refused(error) }
    }

    private func report(on image: DecodedImage, _ readings: Set<VisionReading>) -> VisionReport {
        var report = VisionReport(kind: image.header.kind, width: image.header.width, height: image.header.height)
        if readings.contains(.quality) { report.quality = image.quality() }
        if readings.contains(.barcodes) { report.barcodes = image.barcodes() }
        if readings.contains(.zone) { report.zones = image.zones() }
        if readings.contains(.words) { report.words = words.words(in: image) }
        if !readings.isDisjoint(with: [.faces, .descriptors, .portrait, .recapture]) {
            let found = faces.faces(in: image, describing: readings.contains(.descriptors))
            report.faces = found.faces
            if readings.contains(.descriptors) { report.descriptors = found.descriptors }
            if readings.contains(.recapture), case .one(let face) = FaceFinding(in: report) { report.recapture = image.recapture(of: face) }
            if readings.contains(.portrait) { report.portrait = found.faces.first.flatMap { image.portrait(of: $0) } }
        }
        return report
    }
}
