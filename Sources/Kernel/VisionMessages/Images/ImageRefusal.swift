public import Primitives

/// The refusal of an image.
public struct ImageRefusal: CodedError, Sendable, CustomStringConvertible {
    /// The reason, by its name on the wire.
    public enum Code: String, Sendable, CaseIterable {
        /// No image of a known kind.
        case unknownKind
        /// An image of a kind that isn't taken, such as HEIC, WebP, GIF, SVG or PDF.
        case otherKind
        /// The file is an image and a file of another kind at once.
        case twoKinds
        /// Several pictures that follow each other.
        case animated
        /// Colours that are neither grey nor RGB, such as CMYK, or more than 8 bits in a JPEG file.
        case colours
        /// The file has too many bytes.
        case tooManyBytes
        /// The picture has too many pixels.
        case tooManyPixels
        /// A side of the picture is too short.
        case tooNarrow
        /// The picture is stored in too many passes.
        case tooManyPasses
        /// The file ends too early, or its parts contradict each other.
        case damaged
    }

    /// The kind of refusal, by which a caller tells errors apart.
    public let code: Code
    /// A sentence for the user of the image.
    public let reason: String

    /// Makes a refusal of its members, which are taken unchecked.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { reason }
}

extension ImageRefusal {
    static let damaged = ImageRefusal(.damaged, "The image file is damaged: it ends too early, or its parts contradict each other.")
    static let colours = ImageRefusal(.colours, "The image's colours are neither grey nor RGB with 8 bits; save it as an RGB image.")
    static let animated = ImageRefusal(.animated, "The image is an animation; send a still image.")
    static let tooManyPasses = ImageRefusal(.tooManyPasses, "The image is stored in too many passes; save it as an ordinary JPEG.")
    static let failed = ImageRefusal(.damaged, "The image can't be worked on.")

    static func otherKind(_ name: String) -> ImageRefusal {
        ImageRefusal(.otherKind, "The file is \(name), which isn't taken; send the picture as JPEG or PNG.")
    }

    static func twoKinds(_ name: String) -> ImageRefusal {
        ImageRefusal(.twoKinds, "The file is an image and \(name) at once; save the picture alone.")
    }

    static func tooManyPixels(_ width: Int, _ height: Int) -> ImageRefusal {
        ImageRefusal(
            .tooManyPixels,
            "The image has \(width) × \(height) pixels; at most \(ImageLimits.pixels / 1_000_000) megapixels are taken, and a side of at most \(ImageLimits.longestSide)."
        )
    }
}

extension ImageRefusal {
    /// The refusal that a decoder's result stands for.
    package enum DecoderFailure: Sendable { case damaged, colours, tooManyPixels, tooManyPasses, failed }

    /// The refusal of an image whose decoding failed.
    ///
    /// - Parameter header: the header by which the decoding was permitted.
    package init(_ failure: DecoderFailure, _ header: ImageHeader) {
        switch failure {
        case .damaged: self = .damaged
        case .colours: self = .colours
        case .tooManyPixels: self = .tooManyPixels(header.storedWidth, header.storedHeight)
        case .tooManyPasses: self = .tooManyPasses
        case .failed: self = .failed
        }
    }
}
