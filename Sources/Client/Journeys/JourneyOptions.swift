/// The options for running a journey.
public struct JourneyOptions: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Run the journey without making a session.
    public static let noSession = JourneyOptions(rawValue: 1)
    /// Run the journey although the user is signed in; success upgrades the session.
    public static let forceAuth = JourneyOptions(rawValue: 2)
}
