package import DeviceMessages
package import Foundation

/// What is sent to wake a device: a signed statement, and how its carrier is to treat it.
package struct PushMessage: Sendable, Equatable {
    /// The compact statement.
    package let statement: String
    package let kind: PushStatement.Kind
    /// Which buttons the banner has (`pingone-platform.md` 2.13).
    package let category: String?
    /// Whether it breaks through a person's summary and focus.
    package let isTimeSensitive: Bool
    /// From when on nobody needs it.
    package let expires: Date
    /// Of the messages of one id a device needs the last only: the challenge's id.
    package let collapseID: String

    package init(
        statement: String, kind: PushStatement.Kind, category: String? = nil, isTimeSensitive: Bool = false, expires: Date,
        collapseID: String
    ) {
        self.statement = statement
        self.kind = kind
        self.category = category
        self.isTimeSensitive = isTimeSensitive
        self.expires = expires
        self.collapseID = collapseID
    }

    /// Whether the person is shown something.
    var isShown: Bool { kind == .authentication || kind == .test }

    var envelope: PushEnvelope {
        PushEnvelope(
            statement: statement, presentation: isShown ? .alert(isTimeSensitive: isTimeSensitive) : .silent, category: category)
    }
}
