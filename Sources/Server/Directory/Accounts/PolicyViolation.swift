package import JourneyMessages
import Primitives

/// The parts of an account that break policies of its realm, with those policies.
package struct PolicyViolation: Error, Equatable, CustomStringConvertible {
    /// An attribute, or `password`, and what its value doesn't keep to.
    package struct Property: Sendable, Equatable, CustomStringConvertible {
        /// The attribute's path, or `password`.
        package let name: String
        /// The policies that the value breaks.
        package let failed: [FailedPolicy]

        package init(name: String, failed: [FailedPolicy]) {
            self.name = name
            self.failed = failed
        }

        /// One line: what the value lacks.
        package var description: String { "\(name) \(failed.map(\.explanation).joined(separator: " and "))" }
    }

    /// The properties that break policies.
    package let properties: [Property]

    package init(properties: [Property]) { self.properties = properties }

    /// One line: which attribute lacks what.
    package var description: String { properties.map(\.description).joined(separator: "; ") }
}
