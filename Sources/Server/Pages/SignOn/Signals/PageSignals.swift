package import JourneyMessages
import Primitives

/// The wishes of a journey about the signals that its pages collect, once it has asked for them (docs/risk.md).
///
/// Pages collect for this server alone, whatever host the journey names.
package struct PageSignals: Sendable, Equatable {
    /// The environment for which signals are collected: the realm's id.
    package let environment: String
    /// The attributes of the device that aren't told.
    package let ignored: [String]
    /// Whether it is collected how the page is used.
    package let collectsBehavior: Bool

    /// Bounds of what a browser is given to keep.
    private static let (mostIgnored, longestName) = (64, 64)

    package init(_ question: ProtectInitialization) {
        environment = question.environmentID
        ignored = Array(question.attributesToIgnore.filter { $0.utf8.count <= Self.longestName }.prefix(Self.mostIgnored))
        collectsBehavior = question.collectsBehavior
    }

    /// Reads what ``kept`` has written, for a realm; nil for anything else.
    package init?(kept: String, environment: String) {
        guard kept.utf8.count <= 8192, let bytes = Base64URL.decode(kept), let json = try? JSONValue(parsing: bytes),
            let collects = json["behavioralDataCollection"]?.bool, let names = json["deviceAttributesToIgnore"]?.array
        else { return nil }
        self.environment = environment
        ignored = names.compactMap(\.string).filter { $0.utf8.count <= Self.longestName }.prefix(Self.mostIgnored).map(\.self)
        collectsBehavior = collects
    }

    /// The wishes as a browser keeps them from page to page. It may change them: they say only what it tells of itself.
    package var kept: String { Base64URL.encode(JSONValue.object(options).encoded) }

    /// The options of the script's `init`.
    var options: JSONObject {
        [
            "envId": .string(environment), "deviceAttributesToIgnore": .array(ignored.map(JSONValue.string)),
            "behavioralDataCollection": .bool(collectsBehavior),
        ]
    }
}
