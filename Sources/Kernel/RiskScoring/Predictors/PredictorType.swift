/// The thirteen types of predictors (`docs/protocols/platform.md` 9.2), by their names on the wire.
public enum PredictorType: String, Sendable, CaseIterable {
    /// A predictor about the network and the place that a sign-in comes from.
    case anonymousNetwork = "ANONYMOUS_NETWORK", geoVelocity = "GEO_VELOCITY", ipReputation = "IP_REPUTATION",
        userLocationAnomaly = "USER_LOCATION_ANOMALY"
    /// A predictor about the device, and about how it is used.
    case device = "DEVICE", bot = "BOT", adversaryInTheMiddle = "ADVERSARY_IN_THE_MIDDLE", trafficAnomaly = "TRAFFIC_ANOMALY"
    /// A predictor about the user.
    case userRiskBehavior = "USER_RISK_BEHAVIOR", velocity = "VELOCITY", emailReputation = "EMAIL_REPUTATION"
    /// A predictor of the administrator's own.
    case map = "MAP", composite = "COMPOSITE"
}
