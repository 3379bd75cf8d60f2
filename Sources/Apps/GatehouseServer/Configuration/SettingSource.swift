import Primitives

/// The source of a setting's value.
package enum SettingSource: Sendable, Equatable, CustomStringConvertible {
    case flag(String)
    case variable(String)
    case file(String, line: Int)
    case standard

    package var description: String {
        switch self {
        case .flag(let name): "flag --\(name)"
        case .variable(let name): "environment \(name)"
        case .file(let path, let line): "\(path):\(line)"
        case .standard: "default"
        }
    }
}
