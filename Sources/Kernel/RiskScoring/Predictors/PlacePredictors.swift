import Primitives
import ResourceMessages

/// `GEO_VELOCITY`: the user can't have travelled from the last place so fast.
struct GeoVelocityPredictor: PredictorKind {
    /// The distance that a geographic file may be wrong by, in metres.
    static let tolerance = 50_000
    var allowed: [IPRange] = []

    static let type = PredictorType.geoVelocity
    static let shapeName = "GeoVelocityPredictor"
    static let members: [Member<Self>] = [
        Member("whiteList", \.allowed, .addresses).unless(\.allowed.isEmpty).saying("Addresses and ranges that score 0.")
    ]

    func evaluate(_ facts: RiskFacts, _ values: RiskValues, name: String) -> PredictorResult {
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
struct LocationAnomalyPredictor: PredictorKind {
    /// The number of past sign-ins that are needed.
    static let sample = 3
    var days = 50
    var radius = Radius()

    static let type = PredictorType.userLocationAnomaly
    static let shapeName = "LocationAnomalyPredictor"
    static let members: [Member<Self>] = [
        Member("days", \.days, .bounded(1...365)).saying("The days in which past places count.", tellsInitial: true),
        Member("radius", \.radius, .object).saying("The distance from a past place within which a place is usual; 50 km unless sent."),
    ]

    /// The distance within which a place is usual.
    struct Radius: Shaped, Equatable {
        enum Unit: String, Sendable, CaseIterable { case kilometers, miles }

        var distance = 50
        var unit = Unit.kilometers

        var metres: Int { distance * (unit == .miles ? 1609 : 1000) }

        static let shapeName = "RiskRadius"
        static let members: [Member<Self>] = [
            Member("distance", \.distance, .bounded(10...160), .required).saying("16 to 160 kilometers, or 10 to 100 miles."),
            Member("unit", \.unit, .choice).saying("The unit of the distance.", tellsInitial: true),
        ]

        func check(_ reading: inout ShapeReading) {
            let range = unit == .miles ? 10...100 : 16...160
            if !range.contains(distance) {
                reading.refuse(
                    .invalid, "it is a whole number from \(range.lowerBound) to \(range.upperBound) \(unit)", at: "distance", range: range)
            }
        }
    }

    func evaluate(_ facts: RiskFacts, _ values: RiskValues, name: String) -> PredictorResult {
        guard facts.address != nil else { return .nothing(.userLocationAnomaly, .missing) }
        guard facts.place != .unlicensed else { return .nothing(.userLocationAnomaly, .unlicensed) }
        guard let here = facts.place.value else { return .nothing(.userLocationAnomaly, .unknownPlace) }
        let places = facts.successes.filter { $0.time <= facts.now && facts.now - $0.time <= days * 86_400 }.compactMap(\.place)
        guard places.count >= Self.sample, let nearest = places.map({ Geometry.distance(here, $0) }).min() else {
            return .nothing(.userLocationAnomaly, .inTraining)
        }
        let beyond = max(0, nearest - radius.metres) / 1000
        guard nearest > radius.metres else { return .score(.userLocationAnomaly, 0, ["USUAL_PLACE"], [("nearest", nearest)]) }
        return .score(.userLocationAnomaly, 400 + beyond, ["UNUSUAL_PLACE"], [("nearest", nearest)])
    }
}
