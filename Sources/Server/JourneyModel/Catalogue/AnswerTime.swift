package import Primitives
package import ResourceMessages

/// The seconds that a user may take to answer with a device.
package struct AnswerTime: Sendable {
    /// AM's default, which 0 stands for as well.
    package static let standard = 60

    /// The number of a file.
    package var written = standard

    /// The seconds that count.
    package var seconds: Int { written == 0 ? Self.standard : written }

    /// The warning about a number that says nothing.
    var cautions: [SettingObjection] {
        written == 0 ? [SettingObjection(Self.name, "0 stands for the default, \(Self.standard) seconds")] : []
    }

    fileprivate static let name = "timeout"
}

extension AnswerTime: SettingValue {
    package static var form: SettingForm { .number(0...3600) }

    package init?(setting json: JSONValue) {
        guard let number = Int(setting: json), (0...3600).contains(number) else { return nil }
        written = number
    }

    package var setting: JSONValue { .integer(Int64(written)) }
}

extension NodeSetting {
    /// The setting `timeout` of a node that waits for a device's answer.
    static func answerTime(_ property: any WritableKeyPath<Node, AnswerTime> & Sendable) -> NodeSetting {
        NodeSetting(AnswerTime.name, property, "How many seconds the user may take; 0 for \(AnswerTime.standard).")
    }
}
