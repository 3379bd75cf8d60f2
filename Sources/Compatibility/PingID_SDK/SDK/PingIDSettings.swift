package import DeviceMessages
package import Foundation
import Primitives

/// The servers that the app talks to. The documented SDK has them built in; here they are in the property list `PingIDConfig.plist` of the
/// app.
///
/// | key | value |
/// | --- | --- |
/// | `issuers` | a dictionary of data centres: `default`, `NA`, `AU`, `EU`, each with `{base}/device/v1/{environment id}`; `default` must be there |
/// | `bundleId` | the app's id, if it isn't the bundle's |
package struct PingIDSettings: Sendable {
    package var issuers: [PIDDataCenterType: DeviceIssuer]
    package var bundleID: String

    package init(issuers: [PIDDataCenterType: DeviceIssuer], bundleID: String) {
        self.issuers = issuers
        self.bundleID = bundleID
    }

    /// Reads the property list.
    package init(from bundle: Bundle) throws {
        guard let url = bundle.url(forResource: "PingIDConfig", withExtension: "plist"), let data = try? Data(contentsOf: url),
            let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        else { throw Translation.make(.wrongAppID, beneath: Problem("the app has no PingIDConfig.plist that names its servers")) }
        try self.init(list, bundleID: bundle.bundleIdentifier ?? ProcessInfo.processInfo.processName)
    }

    package init(_ list: [String: Any], bundleID: String) throws {
        let names = list["issuers"] as? [String: String] ?? [:]
        issuers = [:]
        for center in PIDDataCenterType.allCases {
            guard let name = names[center.settingsName] else { continue }
            guard let issuer = DeviceIssuer(name) else {
                throw Translation.make(.wrongAppID, beneath: Problem("\(center.settingsName) of issuers is no device issuer"))
            }
            issuers[center] = issuer
        }
        guard issuers[.default] != nil else {
            throw Translation.make(.wrongAppID, beneath: Problem("issuers in PingIDConfig.plist has no default"))
        }
        self.bundleID = list["bundleId"] as? String ?? bundleID
    }

    /// The issuers, the default one first.
    var all: [DeviceIssuer] { PIDDataCenterType.allCases.compactMap { issuers[$0] } }

    private struct Problem: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }
}

extension PIDDataCenterType {
    fileprivate var settingsName: String {
        switch self {
        case .default: "default"
        case .na: "NA"
        case .au: "AU"
        case .eu: "EU"
        }
    }
}
