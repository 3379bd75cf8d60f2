import Primitives

/// A call of the context API, with what is left of its arguments.
public struct ContextEvent: Sendable, Hashable {
    /// The call.
    public let name: ContextName
    /// The detail; nil for a call that has none.
    public let detail: ContextDetail?

    private init(_ name: ContextName, _ detail: ContextDetail? = nil) {
        self.name = name
        self.detail = detail
    }

    /// A call without a detail; of a call that has one, the detail is left out.
    public static func plain(_ name: ContextName) -> ContextEvent { ContextEvent(name) }
    /// An attempt to sign in with an e-mail address.
    public static func loginAttempt(email: String) -> ContextEvent { ContextEvent(.loginAttempt, .email(ReducedEmail(email))) }
    /// An attempt to sign in with a telephone number: its country code, and the rest.
    public static func loginAttempt(country: String, national: String) -> ContextEvent {
        ContextEvent(.loginAttempt, .telephone(ReducedTelephone(country: country, national: national)))
    }
    /// An attempt to sign in with a provider.
    public static func loginAttempt(provider: SignalWord) -> ContextEvent { ContextEvent(.loginAttempt, .word(provider)) }
    /// The time of the account's making, in seconds since 1970; the day remains.
    public static func accountCreationTime(_ seconds: Int) -> ContextEvent {
        ContextEvent(.accountCreationTime, .day(min(max(seconds, 0) / 86_400, ContextDetail.lastDay)))
    }
    /// An attempt to register with an e-mail address.
    public static func registrationAttempt(email: String) -> ContextEvent {
        ContextEvent(.registrationAttempt, .email(ReducedEmail(email)))
    }
    /// An attempt to register with a provider.
    public static func registrationAttempt(provider: SignalWord) -> ContextEvent { ContextEvent(.registrationAttempt, .word(provider)) }
    /// A change of the account's e-mail address.
    public static func emailAddressChanged(_ email: String) -> ContextEvent {
        ContextEvent(.emailAddressChanged, .email(ReducedEmail(email)))
    }
    /// A change of a notification's setting.
    public static func notificationChanged(isOn: Bool, subject: SignalWord) -> ContextEvent {
        ContextEvent(.notificationChanged, .setting(isOn: isOn, subject: subject))
    }
    /// An attempt to pay with a method.
    public static func purchaseAttempt(method: SignalWord) -> ContextEvent { ContextEvent(.purchaseAttempt, .word(method)) }
    /// A challenge of a kind.
    public static func challengeInvoked(kind: SignalWord) -> ContextEvent { ContextEvent(.challengeInvoked, .word(kind)) }

    /// The values of the wire: the call's name, and of a call with a detail its kind and its values.
    var values: [JSONValue] { [.string(name.rawValue)] + (detail.map { [.string($0.kind.rawValue)] + $0.values } ?? []) }

    init(_ row: inout SignalRow) throws(RiskError) {
        guard let name = ContextName(called: try row.text("the name", atMost: 64)) else {
            throw row.wrong("the name", "a call of the context API")
        }
        self.name = name
        guard let text = try row.optionalText("the detail", atMost: 16) else {
            detail = nil
            return
        }
        guard let kind = name.details.first(where: { $0.rawValue == text }) else {
            throw row.wrong("the detail", "one that the call has")
        }
        detail = try ContextDetail(kind, &row)
    }
}
