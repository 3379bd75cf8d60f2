import Primitives
import Wallet

/// A card's picture: SVG that its issuer has written, and that is only ever shown as an image.
struct CardImage {
    /// The key of a claim whose value is the picture.
    static let key = "CardImage"
    /// The largest picture that is shown, in bytes.
    private static let longest = 1 << 20

    /// The picture's text.
    let svg: String

    /// The picture of a claim; nil where it has none, or one that isn't SVG.
    init?(_ claim: HeldClaim) {
        guard let value = claim.value(of: Self.key) else { return nil }
        self.init(value: value)
    }

    /// The picture that a value is; nil for one that isn't SVG.
    init?(value: String) {
        guard (1...Self.longest).contains(value.utf8.count) else { return nil }
        let begin = value.utf8.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard begin.starts(with: "<svg".utf8) || begin.starts(with: "<?xml".utf8) else { return nil }
        svg = value
    }

    /// The content security policy of the picture's own answer: opened by itself, it runs and loads nothing, and has no origin.
    static let policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
}
