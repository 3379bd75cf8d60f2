import Primitives

/// The measures of a photograph of a document, and the faults that they amount to.
public struct ImageQuality: Sendable, Equatable {
    /// The shorter side of the image, in pixels.
    public var shorterSide: Int
    /// The mean width of the sharpest edges, in pixels of the image at no more than 2 megapixels: the difference of the levels around an edge
    /// beside its steepness, 4 for a sharp one.
    public var edgeWidth: Double
    /// The share of the image that is blinding white and surrounded by darker paper: 0 to 1.
    public var glare: Double
    /// The angle by which lines fall to the right, in degrees: -45 to 45.
    public var skew: Double
    /// The strokes that lie at the top, right, bottom and left edge, beside the image's mean; 0 for an empty margin.
    public var edges: [Double]
    /// The difference between dark and light, of 255.
    public var contrast: Double

    /// Makes a quality of its members, which are taken unchecked.
    public init(shorterSide: Int, edgeWidth: Double, glare: Double, skew: Double, edges: [Double], contrast: Double) {
        self.shorterSide = shorterSide
        self.edgeWidth = edgeWidth
        self.glare = glare
        self.skew = skew
        self.edges = edges
        self.contrast = contrast
    }

    var json: JSONValue {
        [
            "shorterSide": .integer(Int64(shorterSide)), "edgeWidth": .number(edgeWidth), "glare": .number(glare), "skew": .number(skew),
            "edges": .array(edges.map { .number($0) }), "contrast": .number(contrast),
        ]
    }

    init(_ fields: MessageFields) throws(VisionMessageError) {
        self.init(
            shorterSide: try fields.integer("shorterSide", in: 1...ImageLimits.pixels),
            edgeWidth: try fields.number("edgeWidth", in: 0...PixelPoint.bounds.upperBound),
            glare: try fields.number("glare", in: 0...1), skew: try fields.number("skew", in: -45...45),
            edges: try fields.numbers("edges", count: 4, in: 0...PixelPoint.bounds.upperBound),
            contrast: try fields.number("contrast", in: 0...255))
    }
}

extension ImageQuality {
    /// Something that keeps an image from being read.
    public enum Fault: String, Sendable, CaseIterable {
        /// The image is too small.
        case small
        /// The image is blurred.
        case blurred
        /// Light is reflected.
        case glare
        /// The document is turned.
        case skewed
        /// The document reaches beyond the image.
        case cropped
        /// The image is too dark, or too pale.
        case faint

        /// A sentence for the user who took the picture.
        public var reason: String {
            switch self {
            case .small: "The picture is too small; go nearer, or use a better camera."
            case .blurred: "The picture is blurred; hold still, and wait until it is sharp."
            case .glare: "Light is reflected; tilt the document, or move the lamp."
            case .skewed: "The document is turned; lay it straight."
            case .cropped: "The document reaches beyond the picture; show all of it."
            case .faint: "The picture is too dark or too pale; use more light."
            }
        }
    }

    /// The faults that the measures amount to, in a fixed order; empty for an image that can probably be read.
    public var faults: [Fault] {
        Fault.allCases.filter { fault in
            switch fault {
            case .small: shorterSide < Self.leastSide
            case .blurred: edgeWidth > Self.mostEdgeWidth
            case .glare: glare > Self.mostGlare
            case .skewed: abs(skew) > Self.mostSkew
            case .cropped: edges.contains { $0 > Self.mostDetail }
            case .faint: contrast < Self.leastContrast
            }
        }
    }

    private static let leastSide = 400
    private static let mostEdgeWidth = 11.0
    private static let mostGlare = 0.003
    private static let mostSkew = 15.0
    private static let mostDetail = 0.5
    private static let leastContrast = 40.0
}
