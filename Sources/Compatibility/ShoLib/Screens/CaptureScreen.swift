import Primitives

/// Shows a capture to the user.
package protocol CaptureScreen: Sendable {
    /// Shows a content in place of the one before.
    /// - Parameter act: takes the user's actions.
    @MainActor func show(_ content: ScreenContent, act: @escaping @Sendable (ScreenAction) -> Void)
}
