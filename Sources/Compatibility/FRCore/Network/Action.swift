import Primitives

/// The purpose of a request ("The Action object").
public struct Action {
    /// The name, such as `START_AUTHENTICATE`, `AUTHENTICATE`, `AUTHORIZE`, `EXCHANGE_TOKEN`, `REFRESH_TOKEN`, `REVOKE_TOKEN`, `LOGOUT`,
    /// `USER_INFO`.
    public let type: String
    /// The payload of `AUTHENTICATE` and `START_AUTHENTICATE`: `tree`, the journey's name, and `type`, `service` or `composite_advice`.
    public let payload: [String: Any]?

    /// Makes an action.
    public init(type: String, payload: [String: Any]? = nil) {
        self.type = type
        self.payload = payload
    }

    /// Makes an action of a documented purpose.
    public init(type: ActionType, payload: [String: Any]? = nil) { self.init(type: type.rawValue, payload: payload) }
}
