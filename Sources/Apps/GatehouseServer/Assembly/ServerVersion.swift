import Primitives

/// The version of this program.
package enum ServerVersion {
    /// The version as three numbers.
    package static let text = "0.1.0"
}
