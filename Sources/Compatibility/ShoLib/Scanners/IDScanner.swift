public import Foundation
public import P1Verify
import Primitives

#if canImport(UIKit)
public import UIKit
#endif

/// A scanner of licences of the app's own: finds the barcode, and reads the data of it. The document has the name and the two tasks; its methods
/// are ours.
public protocol IDScanner: Sendable {
    /// Finds the barcode of a photograph: its bytes, at most 8192; nil for none. It isn't called on the main thread.
    func findBarcode(in image: UIImage) -> Data?
    /// Reads the data of a barcode, as encoded; nil for a barcode that has none. By default, by the AAMVA's card design standards.
    func readLicense(from barcode: Data) -> DriverLicense?
}

extension IDScanner {
    /// Reads the data by the AAMVA's card design standards, versions 01 to 11 and before.
    public func readLicense(from barcode: Data) -> DriverLicense? { DriverLicense(barcode: [UInt8](barcode)) }
}

/// The scanner that reads data where the app has none of its own: the camera finds the barcodes.
struct AAMVAScanner: IDScanner {
    func findBarcode(in image: UIImage) -> Data? { nil }
}
