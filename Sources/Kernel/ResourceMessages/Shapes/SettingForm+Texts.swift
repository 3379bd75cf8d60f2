import Foundation
import Primitives

extension Shape {
    /// The thing that a path leads to, and what the format of such a text is called.
    package enum PathTarget: String, Sendable, CaseIterable { case file, directory }

    private static let originFormat = "origin"

    /// A whole number of a unit.
    package static func quantity(_ range: ClosedRange<Int>, _ unit: Unit) -> Shape { .integer(range, unit: unit) }
    /// A text that is never told, without bounds.
    package static var secret: Shape { .secret(TextBounds()) }
    /// The name of a file or a directory on the server's machine.
    package static func path(_ target: PathTarget) -> Shape {
        .called("name of a \(target.rawValue)", .text(TextBounds(format: target.rawValue)))
    }
    /// An http or https URL of a host, without a path.
    package static var origin: Shape { .called("URL without a path", .text(TextBounds(format: originFormat))) }
    /// A text that a regular expression matches as a whole, and what such a text is, in words.
    package static func pattern(_ pattern: String, _ words: String) -> Shape {
        .called(words, .text(TextBounds(pattern: "^(?:\(pattern))$")))
    }

    /// Whether a text has the format and the pattern that the form asks for, where it is a text.
    package func takes(_ text: String) -> Bool {
        guard let bounds else { return true }
        if bounds.format == Self.originFormat { return Self.isOrigin(text) }
        guard let pattern = bounds.pattern else { return true }
        return (try? Regex(pattern)).map { text.wholeMatch(of: $0) != nil } ?? false
    }

    /// The demand on a value, to end the sentence "… must be".
    package var demand: String {
        switch self {
        case .integer(let range?, let unit):
            "a number \(unit.map { "of \($0.words) " } ?? "")from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let names): "one of \(names.joined(separator: ", "))"
        case _ where bounds?.format == Self.originFormat: "an http or https URL without a path"
        case .flag: description
        case _ where bounds?.pattern != nil: description
        default: "a \(description)"
        }
    }

    /// The word that stands for a value in a command's help; `on` for a switch.
    package var placeholder: String {
        switch self {
        case .integer(_, let unit?): unit.words
        case .integer, .measure: "number"
        case .choice(let names): names.joined(separator: "|")
        case .flag: "on"
        case .secret: "secret"
        default: bounds?.format.map { $0 == Self.originFormat ? "url" : $0 } ?? "text"
        }
    }

    /// The bounds of a text, whatever people call it; nil for anything else.
    private var bounds: TextBounds? {
        switch self {
        case .text(let bounds): bounds
        case .called(_, let shape), .naming(_, let shape): shape.bounds
        default: nil
        }
    }

    /// Whether a text is an absolute http or https URL that names a host and perhaps a port, and nothing after.
    private static func isOrigin(_ text: String) -> Bool {
        guard let url = URLComponents(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme),
            url.host?.isEmpty == false
        else { return false }
        return ["", "/"].contains(url.path) && url.query == nil && url.fragment == nil && url.user == nil && url.password == nil
    }
}
