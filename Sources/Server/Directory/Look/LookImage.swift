import Foundation
import Primitives

/// A picture of a look, without anything that isn't picture.
package struct LookImage: Sendable, Equatable {
    /// The media type, `image/png` or `image/svg+xml`.
    package let type: String
    /// The cleaned file.
    package let bytes: [UInt8]

    /// The longest `data:` URL, in characters: 48 KiB of picture.
    package static let longest = 65_600

    /// The reason why a picture isn't taken.
    struct Refusal: Error {
        let reason: String
    }

    /// Reads a `data:` URL in Base64.
    /// - Throws: `Refusal`, for a picture of another type, or with something in it that isn't picture.
    init(_ text: String) throws(Refusal) {
        guard text.utf8.count <= Self.longest else { throw Refusal(reason: "is longer than \(Self.longest) characters") }
        guard let kind = ["image/png", "image/svg+xml"].first(where: { text.hasPrefix("data:\($0);base64,") }),
            let data = Data(base64Encoded: String(text.dropFirst("data:\(kind);base64,".utf8.count)))
        else { throw Refusal(reason: "is a data: URL of image/png or image/svg+xml in Base64") }
        type = kind
        bytes = try kind == "image/png" ? CleanPNG.bytes(of: Array(data)) : CleanSVG.bytes(of: Array(data))
    }

    /// Reads a `data:` URL that was checked when it was stored; nil for one that is refused.
    package init?(stored text: String?) {
        guard let text, let image = try? LookImage(text) else { return nil }
        self = image
    }
}
