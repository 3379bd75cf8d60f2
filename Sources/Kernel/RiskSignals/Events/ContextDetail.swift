import Primitives

/// The detail that some context calls have.
public enum ContextDetail: Sendable, Hashable {
    /// A provider, a payment method or a challenge.
    case word(SignalWord)
    /// The e-mail address of a call, reduced.
    case email(ReducedEmail)
    /// The telephone number of a call, reduced.
    case telephone(ReducedTelephone)
    /// A setting that was turned on or off, and its subject.
    case setting(isOn: Bool, subject: SignalWord)
    /// The day of the account's making, in days since 1970-01-01 (UTC).
    case day(Int)

    enum Kind: String { case word, email, telephone, setting, day }

    var kind: Kind {
        switch self {
        case .word: .word
        case .email: .email
        case .telephone: .telephone
        case .setting: .setting
        case .day: .day
        }
    }

    /// The values of the wire.
    var values: [JSONValue] {
        switch self {
        case .word(let word): [word.json]
        case .email(let email): email.values
        case .telephone(let telephone): telephone.values
        case .setting(let isOn, let subject): [.bool(isOn), subject.json]
        case .day(let day): [.integer(Int64(day))]
        }
    }

    init(_ kind: Kind, _ row: inout SignalRow) throws(RiskError) {
        switch kind {
        case .word: self = .word(try row.word("the word"))
        case .email: self = .email(try ReducedEmail(&row))
        case .telephone: self = .telephone(try ReducedTelephone(&row))
        case .setting: self = .setting(isOn: try row.flag("the setting"), subject: try row.word("the subject"))
        case .day: self = .day(try row.integer("the day", in: 0...Self.lastDay))
        }
    }

    /// The last day of the year 9999.
    static let lastDay = 2_932_896
}
