import Primitives
import RiskSignals

/// `GEO_VELOCITY`: the user can't have travelled from the last place so fast.
struct GeoVelocityPredictor: Sendable, Equatable {
    /// The distance that a geographic file may be wrong by, in metres.
    static let tolerance = 50_000
    let allowed: [IPRange]

    func evaluate(_ facts: RiskFacts) -> PredictorResult {
        let addresses = [facts.address, facts.previous?.address].compactMap(\.self)
        guard facts.address != nil else { return .nothing(.geoVelocity, .missing) }
        if addresses.contains(where: { address in allowed.contains { $0.contains(address) } }) {
            return .score(.geoVelocity, 0, ["ALLOWED_ADDRESS"])
        }
        guard facts.place != .unlicensed else { return .nothing(.geoVelocity, .unlicensed) }
        guard let here = facts.place.value else { return .nothing(.geoVelocity, .unknownPlace) }
        guard let last = facts.previous else { return .nothing(.geoVelocity, .inTraining) }
        guard let there = last.place else { return .nothing(.geoVelocity, .unknownPlace) }
        return result(distance: Geometry.distance(here, there), seconds: max(1, facts.now - last.time))
    }

    private func result(distance: Int, seconds: Int) -> PredictorResult {
        let speed = max(0, distance - Self.tolerance) * 36 / (seconds * 10)
        let reason = speed >= 1000 ? "IMPOSSIBLE_TRAVEL" : RiskLevel(score: speed) == .low ? "POSSIBLE_TRAVEL" : "FAST_TRAVEL"
        return .score(.geoVelocity, speed, [reason], [("estimatedSpeed", speed), ("distance", distance), ("elapsed", seconds)])
    }
}

/// `USER_LOCATION_ANOMALY`: the place is far from those that the user signed in from.
struct LocationAnomalyPredictor: Sendable, Equatable {
    /// The number of past sign-ins that are needed.
    static let sample = 3
    let days: Int
    /// The radius in metres.
    let radius: Int

    func evaluate(_ facts: RiskFacts) -> PredictorResult {
        guard facts.address != nil else { return .nothing(.userLocationAnomaly, .missing) }
        guard facts.place != .unlicensed else { return .nothing(.userLocationAnomaly, .unlicensed) }
        guard let here = facts.place.value else { return .nothing(.userLocationAnomaly, .unknownPlace) }
        let places = facts.successes.filter { $0.time <= facts.now && facts.now - $0.time <= days * 86_400 }.compactMap(\.place)
        guard places.count >= Self.sample, let nearest = places.map({ Geometry.distance(here, $0) }).min() else {
            return .nothing(.userLocationAnomaly, .inTraining)
        }
        let beyond = max(0, nearest - radius) / 1000
        guard nearest > radius else { return .score(.userLocationAnomaly, 0, ["USUAL_PLACE"], [("nearest", nearest)]) }
        return .score(.userLocationAnomaly, 400 + beyond, ["UNUSUAL_PLACE"], [("nearest", nearest)])
    }
}
