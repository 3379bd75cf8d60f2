import FRCore
public import Foundation
package import JourneyMessages
import Primitives

/// One question or statement of a ``Node``. A type that has no class of its own is a plain `Callback` and goes back to the server
/// untouched; ``CallbackFactory`` takes classes of an app's own.
open class Callback: NSObject {
    private static let known: Set = ["type", "output", "input", "_id"]

    /// The type's name, such as `NameCallback`.
    open var type: String { didSet { wire.type = CallbackType(type) } }
    package var wire: JourneyMessages.Callback
    /// Members that the protocol doesn't have.
    private var extras: [String: Any]

    /// A callback as the server sent it; of an empty object, one that says and asks nothing.
    /// - Throws: ``AuthError/invalidCallbackResponse(_:)`` when it is none, or makes no sense for its type.
    public required init(json: [String: Any]) throws {
        guard let wire = Self.wire(json), !wire.isMalformed else {
            throw AuthError.invalidCallbackResponse("\(json["type"] ?? "a callback") makes no sense")
        }
        type = wire.type.name
        self.wire = wire
        extras = json.filter { !Self.known.contains($0.key) }
        super.init()
        begin()
    }

    init(_ wire: JourneyMessages.Callback) {
        type = wire.type.name
        self.wire = wire
        extras = [:]
        super.init()
    }

    /// The server's callback, as JSON, with the answers so far. A value that can't be a callback is kept as it is, and not sent.
    open var response: [String: Any] {
        get { wire.type.name.isEmpty ? extras : extras.merging(wire.json.object?.untyped ?? [:]) { $1 } }
        set {
            extras = newValue.filter { !Self.known.contains($0.key) }
            guard let read = Self.wire(newValue) else { return }
            wire = read
            type = read.type.name
        }
    }

    /// The names of the inputs on the wire, such as `IDToken1`.
    public var inputNames: [String] { wire.input.map(\.name) }

    /// Returns the JSON that goes to the server when the node is sent.
    open func buildResponse() -> [String: Any] { response }

    /// Fills in what the server says that the answer is at first.
    func begin() {}

    /// Takes the callback of the wire in place of its JSON form, which numbers may not have survived.
    func take(_ wire: JourneyMessages.Callback) {
        self.wire = wire
        begin()
    }

    func answer(_ value: JSONValue) {
        if wire.input.isEmpty { wire.input.append(.init("", value)) } else { wire.input[0].value = value }
    }

    var answered: JSONValue? { wire.input.first?.value }

    /// The type and the names of the inputs, without what the user answered.
    open override var debugDescription: String { "\(Swift.type(of: self))(\(type), inputs: \(inputNames))" }

    private static func wire(_ json: [String: Any]) -> JourneyMessages.Callback? {
        guard !json.isEmpty else { return JourneyMessages.Callback(CallbackType("")) }
        return JSONValue(plain: json).flatMap { try? JourneyMessages.Callback(json: $0) }
    }
}

extension Callback {
    /// Returns the JSON that goes to the server, with whatever the app added. A response that was overridden and is no callback any more is
    /// not sent.
    func sent(inPlaceOf original: JourneyMessages.Callback) -> JSONValue {
        guard let built = JSONValue(plain: buildResponse()), built != wire.json, (try? JourneyMessages.Callback(json: built)) != nil else {
            return wire.type.name.isEmpty ? original.json : wire.json
        }
        return built
    }
}
