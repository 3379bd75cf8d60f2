package import DeviceMessages
package import Foundation
import Primitives

/// The servers that the app talks to. The documented SDK has that built in; here it is in the property list `PingOneConfig.plist` of the
/// app.
///
/// | key | value |
/// | --- | --- |
/// | `issuers` | an array of `{base}/device/v1/{environment id}`; a bare pairing key goes to the first |
/// | `clientId` | the app's client id, for sign-on with a mobile payload |
/// | `bundleId` | the app's id, if it isn't the bundle's |
/// | `uriPrefix` | what authentication-code addresses begin with, if only those are to be taken |
package struct PingOneConfiguration: Sendable {
    package var issuers: [DeviceIssuer]
    package var clientID: String?
    package var bundleID: String
    package var uriPrefix: String?

    package init(issuers: [DeviceIssuer], clientID: String?, bundleID: String, uriPrefix: String? = nil) {
        self.issuers = issuers
        self.clientID = clientID
        self.bundleID = bundleID
        self.uriPrefix = uriPrefix
    }

    /// Reads the property list.
    package init(from bundle: Bundle) throws {
        guard let url = bundle.url(forResource: "PingOneConfig", withExtension: "plist"), let data = try? Data(contentsOf: url),
            let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        else { throw Translation.make(.configureError, "the app has no PingOneConfig.plist that names its servers", type: "sdk") }
        try self.init(list, bundleID: bundle.bundleIdentifier ?? ProcessInfo.processInfo.processName)
    }

    init(_ list: [String: Any], bundleID: String) throws {
        let names = list["issuers"] as? [String] ?? []
        issuers = names.compactMap { DeviceIssuer($0) }
        guard !names.isEmpty, issuers.count == names.count else {
            throw Translation.make(
                .configureError, "issuers in PingOneConfig.plist is an array of {base}/device/v1/{environment id}", type: "sdk")
        }
        clientID = list["clientId"] as? String
        self.bundleID = list["bundleId"] as? String ?? bundleID
        uriPrefix = list["uriPrefix"] as? String
    }
}
