import Foundation
import Primitives

extension SettingForm {
    /// The demand on a value, to end the sentence "… must be".
    package var demand: String {
        switch self {
        case .number(let range?): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .seconds(let range): "a number of seconds from \(range.lowerBound) to \(range.upperBound)"
        case .quantity(let range, let unit): "a number of \(unit.rawValue) from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let names): "one of \(names.joined(separator: ", "))"
        case .origin: "an http or https URL without a path"
        case .flag, .pattern: description
        default: "a \(description)"
        }
    }

    /// The word that stands for a value in a command's help; `on` for a switch.
    package var placeholder: String {
        switch self {
        case .number, .measure: "number"
        case .seconds: "seconds"
        case .quantity(_, let unit): unit.rawValue
        case .choice(let names): names.joined(separator: "|")
        case .path(let path): path.rawValue
        case .origin: "url"
        case .flag: "on"
        case .secret: "secret"
        default: "text"
        }
    }

    /// Whether a text is an absolute http or https URL that names a host and perhaps a port, and nothing after.
    static func isOrigin(_ text: String) -> Bool {
        guard let url = URLComponents(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme),
            url.host?.isEmpty == false
        else { return false }
        return ["", "/"].contains(url.path) && url.query == nil && url.fragment == nil && url.user == nil && url.password == nil
    }

    /// Whether a regular expression matches a text as a whole.
    static func matches(_ text: String, _ pattern: String) -> Bool {
        guard let expression = try? Regex(pattern) else { return false }
        return text.wholeMatch(of: expression) != nil
    }
}
