import CommandChannel
import HTTPBase
import OrchestrationService
import Primitives
import ResourceMessages

/// `/orchestration-commands`: commands of devices, each answered by one. The second form tells a refusal to the device as well.
enum CommandResource {
    static let routes: [OrchestrationRoute] = [
        .post("orchestration-commands", "Answer a device's command", CommandBody.form, changes: changes, gives: shape) { call, body in
            ["command": .string(try await call.orchestrations.answer(body.command, of: call.customer))]
        },
        .post(
            "orchestration-commands-v2", "Answer a device's command; a refusal brings a command for the device", CommandBody.form,
            changes: changes, gives: shape
        ) { call, body in
            do { return ["command": .string(try await call.orchestrations.answer(body.command, of: call.customer))] } catch {
                throw telling(error, body.command)
            }
        },
    ]

    /// A device signs in and signs, changes its PIN, and tells its address and its data.
    private static let changes: RouteChanges = [.signIns, .ownCredentials, .ownData]
    private static let shape = AnswerShape.told("Command", [("command", AnswerShape.text)])

    private static func telling(_ error: any Error, _ command: String) -> any Error {
        guard let refusal = error as? OrchestrationRefusal, var failure = OrchestrationFailure(refusal) else { return error }
        failure.command = Orchestrations.refusal(refusal, of: command)
        return failure
    }
}

private struct CommandBody: Shaped {
    var command = ""

    static let shapeName = "CommandBody"
    static let members: [Member<Self>] = [Member("command", \.command, .text(1...CommandEnvelope.longestText), .required)]
}
