import Primitives
import RiskSignals

/// The facts about a sign-in when its risk is evaluated: all that the predictors see. The same facts give the same scores, so a recorded
/// evaluation can be repeated with another policy.
public struct RiskFacts: Sendable, Equatable {
    /// The time in seconds since 1970.
    public var now: Int
    /// The event's attributes for conditions, by the path behind `event.`: `ip`, `user.id`, `user.groups`, `flow.type`, `origin`, up to 64.
    public var event: [String: RiskValue] = [:]
    /// Whether the address is one of a network that hides its users.
    public var anonymousNetwork: Lookup<Bool> = .unlicensed
    /// The place of the address.
    public var place: Lookup<Place> = .unlicensed
    /// The standing of the address in the operator's list, 0 for good to 100 for bad.
    public var addressReputation: Lookup<Int> = .unlicensed
    /// The standing of the e-mail address's domain likewise.
    public var emailReputation: Lookup<Int> = .unlicensed
    /// The user's last successful sign-in before this one; nil for none.
    public var previous: PastSuccess?
    /// The user's successful sign-ins with a place, the latest first, up to 200.
    public var successes: [PastSuccess] = []
    /// The device; nil when no payload came.
    public var device: DeviceFacts?
    /// The counts of predictors of velocity, by compact name.
    public var velocities: [String: VelocityFacts] = [:]
    /// The user's sign-ins; nil when there is no user.
    public var userBehavior: BehaviorCounts?
    /// All users' sign-ins; nil when they aren't counted.
    public var organizationBehavior: BehaviorCounts?
    /// The way in which the answers came; nil when no payload came.
    public var bot: BotFacts?
    /// The number of events of this address without a payload in the last hour.
    public var eventsWithoutSignals = 0
    /// The domain at which the user's browser saw the page; nil when it isn't known.
    public var originDomain: String?

    /// Makes facts of a time, and of nothing else.
    public init(now: Int) { self.now = now }

    /// The event's address; nil when there is none, or it is no address.
    var address: IPAddress? { event["ip"].flatMap { if case .text(let text) = $0 { IPAddress(text) } else { nil } } }

    /// The greatest count.
    static let most = 1_000_000_000
    /// The end of the year 9999.
    static let latest = 253_402_300_799
    /// The longest window, ten years in seconds.
    static let longest = 315_360_000
}
