#if canImport(SwiftUI)
import Primitives
public import SwiftUI

/// A journey as a form in SwiftUI. The journey begins as the view appears; what it ends with is in the run.
public struct JourneyView: View {
    private let run: any FormRun
    private let ended: @MainActor () -> Void
    /// Counts the changes of the run, so that the view is drawn again.
    @State private var changes = 0

    /// - Parameters:
    ///   - run: the journey.
    ///   - ended: called at the end.
    public init(_ run: any FormRun, ended: @escaping @MainActor () -> Void) {
        self.run = run
        self.ended = ended
    }

    public var body: some View {
        Form {
            if let form = run.form { rows(form, changes) }
            if run.isWorking { ProgressView() }
        }
        .onAppear { begin() }
    }

    private func begin() {
        run.changed = {
            changes += 1
            if run.hasEnded { ended() }
        }
        Task { await run.begin() }
    }

    @ViewBuilder
    private func rows(_ form: StepForm, _ changes: Int) -> some View {
        if let title = form.title { Text(verbatim: title) }
        if let explanation = form.explanation { Text(verbatim: explanation) }
        ForEach(form.fields) { field in FormRow(run: run, field: field) { self.changes += 1 } }
        if form.suggestsPasskey { Button("Sign in with a passkey") { Task { await run.usePasskey() } } }
        if form.ending == .button { Button("Next") { Task { await run.send() } } }
    }
}
#endif
