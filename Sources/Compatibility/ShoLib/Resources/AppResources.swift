import Foundation
import Primitives

/// The resources by which an app customises the screens.
package protocol AppResources: Sendable {
    /// A text of a table of the app's; nil for a key that it doesn't have.
    func text(_ key: String, table: String) -> String?
    /// A size of the app's, in points; nil for a name that it doesn't have.
    func dimension(_ name: String) -> Double?
}

/// The resources of the app's bundle: texts of its `.strings` files, sizes of its property list `Dimens.plist`.
struct BundleResources: AppResources {
    func text(_ key: String, table: String) -> String? {
        let absent = "\u{0}"
        let found = Bundle.main.localizedString(forKey: key, value: absent, table: table)
        return found.isExactly(absent) ? nil : found
    }

    func dimension(_ name: String) -> Double? {
        guard let file = Bundle.main.url(forResource: "Dimens", withExtension: "plist"), let data = try? Data(contentsOf: file),
            let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        else { return nil }
        return (list[name] as? NSNumber)?.doubleValue
    }
}
