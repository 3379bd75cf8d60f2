import Foundation
import Primitives

#if canImport(UIKit)
import UIKit
#endif

extension UIImage {
    /// The image as a file that the service takes; nil for one without content.
    var file: [UInt8]? {
        #if canImport(UIKit)
        jpegData(compressionQuality: 0.9).map { [UInt8]($0) }
        #else
        bytes.isEmpty ? nil : bytes
        #endif
    }
}
