import Foundations
import JourneyModel
import ResourceMessages
import Services
import Testing

import Directory

/// Settings of realms and nodes whose name says that they hold the name of something else.
@Suite("Settings that are names of something")
struct NamingSettingTests {
    private struct Named: Sendable {
        let place: String
        let name: String
        let shape: Shape
    }

    private static func all() throws -> [Named] {
        let ofRealm = try Schema.settings.shape().members.map { Named(place: "realm.\($0.name)", name: $0.name, shape: $0.shape) }
        let ofNodes = NodeCatalogue.standard.descriptions.flatMap { kind in
            kind.settings.map { Named(place: "\(kind.alias).\($0.name)", name: $0.name, shape: $0.form) }
        }
        return ofRealm + ofNodes
    }

    /// What holds the name of nothing that the realm keeps, and why.
    private static let others = [
        "deviceBinding.applicationIds": "bundle ids and packages, as phones sign them",
        "deviceSigningVerifier.applicationIds": "bundle ids and packages, as phones sign them",
    ]

    @Test("each says of what")
    func say() throws {
        for setting in try Self.all() where Self.soundsLikeAName(setting.name) && !setting.shape.isNoName {
            #expect(setting.shape.refers || Self.others[setting.place] != nil, "\(setting.place) doesn't say what it is the name of")
        }
    }

    private static func soundsLikeAName(_ name: String) -> Bool {
        let words = ["journey", "tree", "script", "template", "provider", "application"]
        let lowered = name.lowercased()
        return words.contains { word in
            [word, word + "s", word + "name", word + "names", word + "id", word + "ids"].contains { lowered.hasSuffix($0) }
        } || lowered.hasPrefix("journeys")
    }
}

extension Shape {
    /// Whether no value of it is a text, or all of its texts are known.
    fileprivate var isNoName: Bool {
        switch self {
        case .flag, .integer, .measure, .choice, .localizedText, .secret, .open, .any: true
        case .list(let element, _): element.isNoName
        default: false
        }
    }
}
