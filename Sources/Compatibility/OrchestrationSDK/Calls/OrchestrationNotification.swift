import CommandChannel
import Primitives

/// Knows notifications of the server's among those that an app is handed. The vendor has this in a library of its own, whose names aren't public.
public enum OrchestrationNotification {
    /// Whether a notification is for the SDK.
    /// - Parameter content: the data from the system: `userInfo`, or the data of a message.
    public static func isOrchestrationNotification(_ content: [AnyHashable: Any]) -> Bool { read(content) != nil }

    /// The command that goes to ``Orchestrator/execute(_:)``; nil for another app's notification, and where the command was too long for one.
    /// - Parameter content: the data from the system: `userInfo`, or the data of a message.
    public static func command(in content: [AnyHashable: Any]) -> String? { read(content)?.command }

    private static func read(_ content: [AnyHashable: Any]) -> CommandNotification? {
        let texts = [CommandNotification.mark.name, CommandNotification.member].compactMap { name -> (String, JSONValue)? in
            (content[AnyHashable(name)] as? String).map { (name, .string($0)) }
        }
        return CommandNotification(JSONObject(texts))
    }
}
