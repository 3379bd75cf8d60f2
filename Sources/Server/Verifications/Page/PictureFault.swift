import Primitives
import VerificationMessages
package import VisionMessages

/// The reason for which a picture of the page may not do.
package enum PictureFault: Sendable, Hashable {
    /// The picture can't be read well.
    case quality(ImageQuality.Fault)
    /// No face was found.
    case noFace
    /// More than one face was found.
    case severalFaces
    /// No barcode was found.
    case noBarcode
    /// The file can't be opened as a picture.
    case unreadable
}

extension PictureFault {
    private static let others: [(name: String, fault: PictureFault)] = [
        ("noFace", .noFace), ("severalFaces", .severalFaces), ("noBarcode", .noBarcode), ("unreadable", .unreadable),
    ]

    /// The name under which it is kept.
    var name: String {
        if case .quality(let fault) = self { fault.rawValue } else { Self.others.first { $0.fault == self }?.name ?? "" }
    }

    /// The fault of a name; nil for an unknown one.
    init?(name: String) {
        let other = Self.others.first { $0.name.isExactly(name) }?.fault
        guard let fault = other ?? ImageQuality.Fault(exactly: name).map(PictureFault.quality) else { return nil }
        self = fault
    }
}

extension PictureFault {
    /// The readings by which faults of a picture are found.
    static func readings(of slot: CaptureSlot) -> Set<VisionReading> {
        switch slot.side {
        case .front, .selfie: [.quality, .faces]
        case .back: slot.card == .drivingLicense ? [.quality, .barcodes] : [.quality]
        }
    }

    /// The faults of a picture, by what was read in it.
    static func all(in report: VisionReport, of slot: CaptureSlot) -> [PictureFault] {
        let quality = (report.quality?.faults ?? []).filter { slot.card.isDocument || ofSelfies.contains($0) }
        var faults = quality.map(PictureFault.quality)
        if slot.side != .back, report.faces?.isEmpty == true { faults.append(.noFace) }
        if slot.side == .selfie, let faces = report.faces, faces.count > 1 { faults.append(.severalFaces) }
        if slot.side == .back, let codes = report.barcodes, !codes.contains(where: { $0.symbology == .pdf417 }) {
            faults.append(.noBarcode)
        }
        return faults
    }

    /// The faults that say something of a face: the others are of the lines of print.
    private static let ofSelfies: Set<ImageQuality.Fault> = [.small, .blurred, .faint]
}
