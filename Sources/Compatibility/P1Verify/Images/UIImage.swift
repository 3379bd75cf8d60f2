#if !canImport(UIKit)
public import Foundation
import Primitives

/// Stands for UIKit's class where there is no UIKit: the bytes of a JPEG or PNG file.
public final class UIImage: Sendable {
    let bytes: [UInt8]

    /// An image without content.
    public init() { bytes = [] }
    /// An image of the bytes of a file, which are taken unchecked; nil for none.
    public init?(data: Data) {
        guard !data.isEmpty else { return nil }
        bytes = [UInt8](data)
    }
}
#endif
