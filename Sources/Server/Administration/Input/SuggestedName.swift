import Foundations
import Primitives

/// The name that was perhaps meant, for programs that take names.
package enum SuggestedName {
    /// The closest of some names; nil when none is close.
    package static func closest(to name: String, among names: [String]) -> String? { Suggestion.closest(to: name, among: names) }
}
