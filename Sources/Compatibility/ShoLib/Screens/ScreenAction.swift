import Primitives

/// An action of the user.
package enum ScreenAction: Sendable, Hashable {
    /// Takes a photograph.
    case capture
    /// Approves the photograph.
    case approve
    /// Takes the photograph again, or begins the expressions again.
    case retake
    /// Passes over the barcode.
    case skip
    /// Goes on.
    case next
    /// Chooses a country by its code.
    case choose(String)
    /// Opens the app's page in the system's settings.
    case settings
    /// Ends the capture.
    case cancel
}
