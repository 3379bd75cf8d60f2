import Foundation

/// The common part of the models: the last failure, and a call for the view when something has changed.
@MainActor
open class ExampleModel {
    /// The last failure; nil after a success.
    public private(set) var notice: String?
    /// Called whenever the model has changed.
    public var changed: @MainActor () -> Void = {}

    /// Runs an action of the user's.
    func perform(_ action: @MainActor () async throws -> Void) async {
        notice = nil
        do { try await action() } catch is CancellationError {} catch { notice = "\(error)" }
        changed()
    }
}
