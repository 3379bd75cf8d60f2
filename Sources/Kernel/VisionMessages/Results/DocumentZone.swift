public import IdentityDocuments
import Primitives

/// A machine readable zone as it was read from an image (ICAO Doc 9303-3).
public struct DocumentZone: Sendable, Equatable {
    /// One place of the zone.
    public struct Cell: Sendable, Equatable {
        /// The character of the answer.
        public var character: ZoneCharacter
        /// The characters that the cell alone looks like, the likeliest first.
        public var candidates: [ZoneCandidate]

        /// Makes a cell of its members, which are taken unchecked.
        public init(_ character: ZoneCharacter, candidates: [ZoneCandidate]) {
            self.character = character
            self.candidates = candidates
        }
    }

    /// The reason for which the answer mustn't be used, by its name on the wire.
    public enum Refusal: String, Sendable, CaseIterable {
        /// Cells are empty or only half there.
        case missingInk
        /// The zone continues beyond what was read.
        case cutOff
        /// The characters are too unclear.
        case unclear
        /// The clearest characters contradict the check digits or the format.
        case contradictory
        /// Several answers are about as likely.
        case ambiguous

        /// A sentence for the user.
        public var reason: String {
            switch self {
            case .missingInk: "Characters of the machine readable zone are worn off, covered or washed out by light."
            case .cutOff: "Part of the machine readable zone is cut off."
            case .unclear: "The characters of the machine readable zone are too unclear."
            case .contradictory: "The characters of the machine readable zone contradict its check digits."
            case .ambiguous: "The machine readable zone can be read in more than one way."
            }
        }
    }

    /// The number of candidates of a cell that are sent.
    public static let candidates = 4

    /// The format.
    public var format: ZoneFormat
    /// The cells, by line and column.
    public var cells: [[Cell]]
    /// The natural logarithm of the probability that every character of the answer is right.
    public var logPosterior: Double
    /// The reason for which the answer mustn't be used; nil for an answer that may.
    public var refusal: Refusal?
    /// True when the image shows the zone upside down.
    public var isUpsideDown: Bool
    /// The corners in the image: left above, right above, right below, left below as the zone is read.
    public var corners: [PixelPoint]

    /// Makes a zone of its members, which are taken unchecked.
    public init(
        _ format: ZoneFormat, cells: [[Cell]], logPosterior: Double, refusal: Refusal?, isUpsideDown: Bool, corners: [PixelPoint]
    ) {
        self.format = format
        self.cells = cells
        self.logPosterior = logPosterior
        self.refusal = refusal
        self.isUpsideDown = isUpsideDown
        self.corners = corners
    }

    /// The lines of the answer.
    public var lines: [String] { cells.map { $0.map(\.character.description).joined() } }
}
