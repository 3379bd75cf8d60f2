import Primitives

/// The half of a ``JourneyRun`` that a user interface needs, whatever the journey ends with.
@MainActor
public protocol FormRun: AnyObject, Sendable {
    /// The form to show; nil before the first answer of the server and after the end.
    var form: StepForm? { get set }
    /// Whether the user has to wait.
    var isWorking: Bool { get }
    /// Whether the journey has come to its end.
    var hasEnded: Bool { get }
    /// Called whenever something has changed by something else than the user's entries.
    var changed: @MainActor () -> Void { get set }
    /// The rows whose answers the user interface writes into the callbacks itself.
    var ownRows: Set<FormField.ID> { get set }

    /// Begins the journey.
    func begin() async
    /// Sends the form.
    func send() async
    /// Presses an option of a row that sends the form.
    func press(_ option: Int, of field: FormField.ID) async
    /// Signs in with the passkey that the step suggests.
    func usePasskey() async
    /// Gives up.
    func cancel(with error: any Error)
}
