import Primitives

/// The content of a capture's screen.
package struct ScreenContent: Sendable, Equatable {
    /// The title on the top.
    package var title: String
    /// The sentence that says what to do.
    package var instruction: String
    /// The sentence that says what was done, or what comes next; nil for none.
    package var note: String?
    /// The failure that is shown; nil for none.
    package var failure: ScreenFailure?
    /// The picture beside the instruction; nil for none.
    package var picture: ScreenImage?
    /// Whether the sign for information stands beside the instruction.
    package var hasInfo = false
    /// The photograph that waits for approval, as a file; nil while the camera's picture is shown.
    package var photograph: [UInt8]?
    /// The countries to choose from; empty for none.
    package var countries: [Country] = []
    /// The part of the steps that is done, 0 to 1; nil where none is shown.
    package var progress: Double?
    /// The buttons, in their order.
    package var buttons: [ScreenButton] = []

    init(title: String, instruction: String) {
        self.title = title
        self.instruction = instruction
    }
}
