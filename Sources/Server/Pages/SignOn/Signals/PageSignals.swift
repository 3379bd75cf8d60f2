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
    /// The switches that are on, by their names in the script's `init`.
    private let switches: [String]

    /// The switches that act on a page; each is off unless the journey says otherwise.
    private static let known = ["consoleLogEnabled", "lazyMetadata", "disableTags"]

    /// Bounds of what a browser is given to keep.
    private static let (mostIgnored, longestName) = (64, 64)

    /// The wishes of a journey's callback, within the bounds of what a browser keeps.
    package init(_ question: ProtectInitialization) {
        environment = question.environmentID
        ignored = Array(question.attributesToIgnore.filter { $0.utf8.count <= Self.longestName }.prefix(Self.mostIgnored))
        collectsBehavior = question.collectsBehavior
        let isOn = [question.isConsoleLogEnabled, question.isMetadataLazy, question.areTagsDisabled]
        switches = zip(Self.known, isOn).filter(\.1).map(\.0)
    }

    /// Reads what ``kept`` has written, for a realm; nil for anything else.
    package init?(kept: String, environment: String) {
        guard kept.utf8.count <= 8192, let bytes = Base64URL.decode(kept), let json = try? JSONValue(parsing: bytes),
            let collects = json["behavioralDataCollection"]?.bool, let names = json["deviceAttributesToIgnore"]?.array
        else { return nil }
        self.environment = environment
        ignored = names.compactMap(\.string).filter { $0.utf8.count <= Self.longestName }.prefix(Self.mostIgnored).map(\.self)
        collectsBehavior = collects
        switches = Self.known.filter { json[$0] == true }
    }

    /// The wishes as a browser keeps them from page to page. It may change them: they say only what it tells of itself.
    package var kept: String { Base64URL.encode(JSONValue.object(options).encoded) }

    /// The options of the script's `init`.
    var options: JSONObject {
        var options: JSONObject = [
            "envId": .string(environment), "deviceAttributesToIgnore": .array(ignored.map(JSONValue.string)),
            "behavioralDataCollection": .bool(collectsBehavior),
        ]
        for name in switches { options[name] = true }
        return options
    }
}
