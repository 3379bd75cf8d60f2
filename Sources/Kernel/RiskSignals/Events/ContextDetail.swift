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

    enum Kind: String, CaseIterable {
        case word, email, telephone, setting, day

        /// The same as `allCases`, which makes an array each time.
        static let all = allCases
    }

    var kind: Kind {
        switch self {
        case .word: .word
        case .email: .email
        case .telephone: .telephone
        case .setting: .setting
        case .day: .day
        }
    }

    var member: (name: String, value: JSONValue) {
        let value: JSONValue =
            switch self {
            case .word(let word): word.json
            case .email(let email): email.json
            case .telephone(let telephone): telephone.json
            case .setting(let isOn, let subject): ["on": .bool(isOn), "subject": subject.json]
            case .day(let day): .integer(Int64(day))
            }
        return (kind.rawValue, value)
    }

    init(_ kind: Kind, _ members: RiskMembers) throws(RiskError) {
        switch kind {
        case .word: self = .word(try members.word("word"))
        case .email: self = .email(try ReducedEmail(try members.inside("email")))
        case .telephone: self = .telephone(try ReducedTelephone(try members.inside("telephone")))
        case .setting:
            let setting = try members.inside("setting")
            self = .setting(isOn: try setting.flag("on"), subject: try setting.word("subject"))
        case .day: self = .day(try members.integer("day", in: 0...Self.lastDay))
        }
    }

    /// The last day of the year 9999.
    static let lastDay = 2_932_896
}
