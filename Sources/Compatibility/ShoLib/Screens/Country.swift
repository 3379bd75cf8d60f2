import Foundation
import Primitives

/// A country whose licences can be captured.
package struct Country: Sendable, Equatable {
    /// The code of two letters (ISO 3166-1).
    package let code: String
    /// The name in the user's language.
    package let name: String

    /// The countries, by their names.
    static var all: [Country] {
        Locale.Region.isoRegions.map(\.identifier).filter { $0.utf8.count == 2 }
            .map { Country(code: $0, name: Locale.current.localizedString(forRegionCode: $0) ?? $0) }
            .sorted { ($0.name, $0.code) < ($1.name, $1.code) }
    }

    /// The steps for licences of a country, by its code or the document's name of it. Those of the United States and of Canada have a barcode.
    static func steps(of country: String) -> [IDScannerStep] {
        let hasBarcode = ["US", "USA", "CA", "CAN", "Canada"].contains { $0.isExactly(country) }
        return hasBarcode ? [.capture_front, .scan_id, .capture_back] : [.capture_front, .capture_back]
    }
}
