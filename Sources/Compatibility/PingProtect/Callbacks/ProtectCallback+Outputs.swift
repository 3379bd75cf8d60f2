import FRAuth
import FRCore
import Foundation
import JourneyMessages
import Primitives

extension ProtectCallback {
    /// The names of the server's values.
    public var outputNames: [String] { isMetadata ? Array(data.keys).sorted() : wire.output.map(\.name) }

    /// The server's values by name.
    public var outputValues: [String: Any] {
        isMetadata ? data : Dictionary(wire.output.map { ($0.name, $0.value?.plain ?? NSNull()) }) { first, _ in first }
    }

    /// The place of the client's error: the name of an input on the wire, such as `IDToken1clientError`; of metadata, the id of a hidden value.
    public var clientErrorKey: String {
        wire.input.map(\.name).first { $0.hasSuffix("clientError") } ?? "clientError"
    }

    /// Whether the callback came as metadata.
    public var derivedCallback: Bool { isMetadata }

    /// Whether a callback's JSON is metadata that asks for signals.
    public static func isDerivedCallback(_ json: [String: Any]) -> Bool {
        guard let callback = JSONValue(plain: json).flatMap({ try? JourneyMessages.Callback(json: $0) }), callback.type == .metadata else {
            return false
        }
        return switch callback.kind {
        case .protectInitialization, .protectEvaluation: true
        default: false
        }
    }

    private var data: [String: Any] { wire.output("data")?.object?.untyped ?? [:] }
}
