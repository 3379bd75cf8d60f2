import Primitives
import VerificationMessages
public import VisionMessages

/// The things that a reader found in a frame.
public struct FrameReading: Sendable, Equatable {
    /// The faults of the photograph; none where they weren't measured.
    public var faults: [ImageQuality.Fault]
    /// The faces; nil for a reader that finds none at all.
    public var faces: [FaceReading]?
    /// The payload of a barcode; nil for none.
    public var barcode: [UInt8]?

    /// Makes a reading of its members; by default, one of a reader that looks for nothing.
    public init(faults: [ImageQuality.Fault] = [], faces: [FaceReading]? = nil, barcode: [UInt8]? = nil) {
        self.faults = faults
        self.faces = faces
        self.barcode = barcode
    }
}

extension FrameReading {
    /// The reading of a picture that was read as `VisionReport` has it. Expressions aren't in it.
    public init(_ report: VisionReport) {
        self.init(
            faults: report.quality?.faults ?? [],
            faces: report.faces?.map { FaceReading(box: .init(x: $0.box.left, y: $0.box.top, width: $0.box.width, height: $0.box.height)) },
            barcode: report.barcodes?.first { $0.symbology == .pdf417 }?.bytes)
    }
}
