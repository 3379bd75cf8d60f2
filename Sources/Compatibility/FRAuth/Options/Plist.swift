import Foundation
import Primitives

/// The property list with the static configuration.
enum Plist {
    private static let chosen = Lock("FRAuthConfig")

    static var name: String {
        get { chosen.withLock { $0 } }
        set { chosen.withLock { $0 = newValue } }
    }

    /// The options of the list, which must name the journey that signs users in.
    static func options(from bundle: Bundle) throws -> FROptions {
        let options = FROptions(config: try load(from: bundle))
        guard !options.authServiceName.isEmpty else {
            throw ConfigError.invalidConfiguration("\(FRAuthFlowType.authentication.property) is missing or empty in \(name).plist")
        }
        return options
    }

    private static func load(from bundle: Bundle) throws -> [String: Any] {
        guard let url = bundle.url(forResource: name, withExtension: "plist"), let data = try? Data(contentsOf: url) else {
            throw ConfigError.emptyConfiguration
        }
        return try parse(data)
    }

    static func parse(_ data: Data) throws -> [String: Any] {
        guard let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any], !list.isEmpty else {
            throw ConfigError.invalidConfiguration("\(name).plist is no property list with a dictionary")
        }
        return list
    }
}
