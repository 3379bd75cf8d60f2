public import JourneyMessages
import Primitives

/// Answers the callbacks of one type before the app is asked: those of an app's own types, and those that need no question to the user.
///
/// A type of callback of your own is a ``Question``, which tells how it is read and answered:
///
/// ```swift
/// let shoes = CallbackPlugin(ShoeSizeQuestion.self) { question in await profile.shoeSize(in: question.unit) }
/// let journey = Journey(at: server, on: device, plugins: [shoes])
/// ```
public struct CallbackPlugin: Sendable {
    let type: CallbackType
    let answer: @Sendable (_ step: inout Step, _ index: Int) async throws -> Void

    /// A plug-in for a type of callback, which takes the place of an earlier one for that type.
    /// - Parameter answering: gives the answer, or nil to leave the callback to others. An error ends ``Journey/run(_:options:isolation:answering:)``.
    public init<Asked: Question>(
        _ question: Asked.Type, answering: @escaping @Sendable (Asked) async throws -> Asked.Answer?
    ) {
        type = Asked.type
        answer = { step, index in
            guard let question = step.callbacks[index].question(Asked.self), let answer = try await answering(question) else { return }
            step.answer(index, question, with: answer)
        }
    }
}

extension Journey {
    /// Lets the plug-ins answer what they can. ``run(_:options:isolation:answering:)`` does so by itself.
    public func answerByPlugins(_ step: inout Step) async throws {
        for index in step.callbacks.indices {
            let type = step.callbacks[index].type
            if let plugin = plugins.last(where: { $0.type == type }) { try await plugin.answer(&step, index) }
        }
    }
}
