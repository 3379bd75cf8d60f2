import Foundation
import JourneyMessages
import Primitives

/// One question or statement of a ``Node``. A type that has no class of its own is a plain `Callback` and goes back to the server
/// untouched.
open class Callback {
    /// The type's name, such as `NameCallback`.
    public let type: String
    var wire: JourneyMessages.Callback

    init(_ wire: JourneyMessages.Callback) {
        type = wire.type.name
        self.wire = wire
    }

    /// What the server said, as JSON.
    public var response: [String: Any] { wire.json.object?.untyped ?? [:] }

    func answer(_ value: JSONValue) {
        if wire.input.isEmpty { wire.input.append(.init("", value)) } else { wire.input[0].value = value }
    }

    var answered: JSONValue? { wire.input.first?.value }
}
