public import FRAuth
import Foundation
import JourneyMessages
import Primitives

/// The common part of both callbacks, in the form of their own and in that of metadata (`docs/protocols/step-protocol.md` 11.1), whose
/// answers go into hidden values of the node.
open class ProtectCallback: MultipleValuesCallback, NodeMember {
    private var hidden: [String: HiddenValueCallback] = [:]

    /// Answers with what went wrong.
    public func setClientError(_ clientError: String) { set("clientError", clientError, hidden: "clientError") }

    /// Learns which hidden values the node has.
    package func join(_ callbacks: [ProtectSDKCallback]) {
        for callback in callbacks.lazy.compactMap({ $0 as? HiddenValueCallback }) { callback.id.map { hidden[$0] = callback } }
    }

    var isMetadata: Bool { wire.type == .metadata }

    /// Returns an output of the server, wherever it stands.
    func output(_ name: String) -> JSONValue? { isMetadata ? wire.output("data")?[name] : wire.output(name) }

    func set(_ input: String, _ value: String, hidden id: String) {
        if isMetadata { hidden[id]?.setValue(value) } else { wire.setInput(input, .string(value)) }
    }
}
