import Foundation
package import JourneyMessages
import Primitives

/// One question or statement of a ``Node``. A type that has no class of its own is a plain `Callback` and goes back to the server
/// untouched; ``CallbackFactory`` takes classes of an app's own.
open class Callback {
    /// The type's name, such as `NameCallback`.
    public let type: String
    package var wire: JourneyMessages.Callback

    /// A callback as the server sent it.
    /// - Throws: ``AuthError/invalidCallbackResponse(_:)`` when it is none, or makes no sense for its type.
    public required init(json: [String: Any]) throws {
        guard let value = JSONValue(plain: json), let wire = try? JourneyMessages.Callback(json: value), !wire.isMalformed else {
            throw AuthError.invalidCallbackResponse("\(json["type"] ?? "a callback") makes no sense")
        }
        type = wire.type.name
        self.wire = wire
    }

    init(_ wire: JourneyMessages.Callback) {
        type = wire.type.name
        self.wire = wire
    }

    /// What the server said, as JSON, with the answers so far.
    public var response: [String: Any] { wire.json.object?.untyped ?? [:] }

    /// The names of the inputs on the wire, such as `IDToken1`.
    public var inputNames: [String] { wire.input.map(\.name) }

    /// What goes to the server when the node is sent.
    open func buildResponse() -> [String: Any] { response }

    func answer(_ value: JSONValue) {
        if wire.input.isEmpty { wire.input.append(.init("", value)) } else { wire.input[0].value = value }
    }

    var answered: JSONValue? { wire.input.first?.value }
}

extension Callback {
    /// What goes to the server. A response that was overridden and is no callback any more is not sent.
    var sent: JourneyMessages.Callback {
        let built = JSONValue(plain: buildResponse())
        guard let built, built != wire.json, let callback = try? JourneyMessages.Callback(json: built) else { return wire }
        return callback
    }
}
