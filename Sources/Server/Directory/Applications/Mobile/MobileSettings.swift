import DeviceMessages
import Primitives
package import ResourceMessages
package import Foundations

/// The settings of a native application about its mobile app (`docs/protocols/platform.md` 4).
package struct MobileSettings: Sendable, Equatable {
    /// The app's id at Apple, Google and Huawei. Each is one application's of a realm, and can't change once it is set.
    package var bundleID: String?
    /// The app's package name at Google.
    package var packageName: String?
    /// The app's id at Huawei.
    package var huaweiAppID: String?
    /// The app's package name at Huawei.
    package var huaweiPackageName: String?
    /// The time step of the app's passcodes; nil when only the policy says.
    package var passcodeRefreshDuration: TimeSpan?
    /// The number of windows that a passcode may be early or late; nil for one.
    package var passcodeGracePeriod: Int?
    /// The check of the integrity of devices; nil for none.
    package var integrityDetection: IntegrityDetection?
    /// The settings of pushes; nil for the defaults.
    package var push: Push?
    /// The text before the URIs of authentication codes: a universal link, or a scheme of the app.
    package var uriPrefix: String?

    package init() {}

    /// The settings of pushes to the app.
    package struct Push: Sendable, Equatable {
        /// The way a number is matched in the app; nil for entering it.
        package var numberMatching: NumberMatching?
        package init() {}
    }

    /// The matching of the number that the browser shows with one in the app.
    package struct NumberMatching: Sendable, Equatable {
        /// The way the user confirms the number; entering it by default.
        package var type = Kind.enterManually
        package init() {}

        /// The way a number is confirmed; its raw value is the name in JSON.
        package enum Kind: String, Sendable, CaseIterable {
            /// One of several numbers is picked.
            case select = "SELECT_NUMBER"
            case enterManually = "ENTER_MANUALLY"
        }
    }
}

extension MobileSettings {
    /// The time step of the app's passcodes in seconds; nil when only the policy says.
    package var passcodeStep: Int? { passcodeRefreshDuration?.seconds }
    /// The number of windows that a passcode may be early or late; 1 by default.
    package var passcodeWindows: Int { passcodeGracePeriod ?? 1 }
    /// The way a number is confirmed; entering it by default.
    package var numberMatching: NumberMatching.Kind { push?.numberMatching?.type ?? .enterManually }

    /// The ids that are unique in a realm, by their members' names.
    var identities: [(name: String, value: String?)] {
        [
            ("bundleID", bundleID), ("packageName", packageName), ("huaweiAppID", huaweiAppID),
            ("huaweiPackageName", huaweiPackageName),
        ]
    }
}

extension MobileSettings: Shaped {
    package static let shapeName = "MobileSettings"
    package static let members: [Member<Self>] = [
        Member("bundleID", optional: \.bundleID, .appID).formerly("bundleId"),
        Member("packageName", optional: \.packageName, .appID),
        Member("huaweiAppID", optional: \.huaweiAppID, .appID).formerly("huaweiAppId"),
        Member("huaweiPackageName", optional: \.huaweiPackageName, .appID),
        Member("passcodeRefreshDuration", optional: \.passcodeRefreshDuration, .span(30...60, [.seconds])),
        Member("passcodeGracePeriod", optional: \.passcodeGracePeriod, .integer(1...10)),
        Member("integrityDetection", optional: \.integrityDetection, .object),
        Member("push", optional: \.push, .object),
        Member("uriPrefix", optional: \.uriPrefix, .uriPrefix),
    ]
}

extension MobileSettings.Push: Shaped {
    package static let shapeName = "MobilePush"
    package static let members: [Member<Self>] = [Member("numberMatching", optional: \.numberMatching, .object)]
}

extension MobileSettings.NumberMatching: Shaped {
    package static let shapeName = "NumberMatching"
    package static let members: [Member<Self>] = [Member("type", \.type, .choice, .required)]
}

extension Form where Value == String {
    /// The id of an app: a reverse domain name, or digits.
    fileprivate static var appID: Form {
        text(1...255, pattern: "^[A-Za-z0-9._-]+$") { text in text.utf8.allSatisfy { isASCIIWord($0, besides: "._-") } }
    }

    /// `https://app.example.com/path` or `example-app://`; no query, since the code's own follows it.
    fileprivate static var uriPrefix: Form {
        text(3...1024, pattern: "^[a-zA-Z][a-zA-Z0-9+.-]*:[^?#\\s]*$") { text in
            guard let colon = text.firstIndex(of: ":"), text.first?.isLetter == true else { return false }
            let scheme = text[..<colon]
            return scheme.utf8.allSatisfy { isASCIIWord($0, besides: "+.-") }
                && !["javascript", "data", "file", "vbscript"].contains(scheme.lowercased())
                && !text.unicodeScalars.contains { "?#".unicodeScalars.contains($0) || $0.properties.isWhitespace }
        }
    }

    private static func isASCIIWord(_ byte: UInt8, besides others: String) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: others.utf8.contains(byte)
        }
    }
}
