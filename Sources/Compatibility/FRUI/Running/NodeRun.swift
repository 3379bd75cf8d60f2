import CallbackBridge
package import FRAuth
import FRCore
package import JourneyForms
import JourneyMessages
import Primitives

/// Runs a journey of the documented SDK behind a user interface.
@MainActor
package final class NodeRun<Outcome> {
    /// The run of the journey's forms.
    package let run: JourneyRun<Outcome>
    private let shown: ShownNode

    /// The node whose form is shown.
    package var node: Node? { shown.node }

    /// The rows whose answers the app's own cells write into the callbacks.
    package var ownRows: Set<FormField.ID> {
        get { shown.ownRows }
        set {
            shown.ownRows = newValue
            run.ownRows = newValue
        }
    }

    /// - Parameters:
    ///   - presenter: the view controller above which the device's dialogs appear.
    ///   - usesPasskeys: whether the system's passkeys are used where it has them.
    ///   - start: begins the journey.
    package init(
        above presenter: @escaping @MainActor () -> IdPPresenter? = { nil }, usesPasskeys: @escaping @MainActor () -> Bool = { false },
        start: @escaping @MainActor (@escaping NodeCompletion<Outcome>) -> Void
    ) {
        let shown = ShownNode()
        self.shown = shown
        run = JourneyRun { step, work in
            try await shown.work(work, above: presenter(), usesPasskeys: usesPasskeys())
            step.callbacks = shown.callbacks
        } start: {
            try await shown.turn(start)
        }
    }
}
