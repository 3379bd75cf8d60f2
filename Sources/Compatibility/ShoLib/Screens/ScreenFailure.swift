import Primitives

/// A failure on a capture's screen.
package struct ScreenFailure: Sendable, Equatable {
    /// The title.
    package let title: String
    /// The sentence.
    package let text: String
    /// The sign; nil for none.
    package let image: ScreenImage?
}
