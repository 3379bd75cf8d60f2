import Primitives

/// The place in an app's code from which a message is logged.
package struct LogPlace: CustomStringConvertible {
    /// The file's name, the line and the function: `Login.swift:12 viewDidLoad()`.
    package let description: String

    /// - Parameter isIncluded: whether the place is logged; nil as false.
    package init?(_ isIncluded: Bool?, _ file: String, _ line: Int, _ function: String) {
        guard isIncluded == true else { return nil }
        description = "\(file.split(separator: "/").last ?? ""):\(line) \(function)"
    }
}
