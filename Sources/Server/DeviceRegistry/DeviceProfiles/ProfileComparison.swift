import Foundation
package import JourneyMessages
package import Primitives

/// The difference of a device from how it was: a number for each value that is another, or that only one of them has ("Metadata matching").
package struct ProfileComparison: Sendable, Equatable {
    /// The weight of a difference, by the name of the member that it is in; 1 for those that aren't named.
    package var weights: [String: Double]

    package init(weights: [String: Double] = [:]) { self.weights = weights }

    /// The sum of all differences.
    package func difference(_ one: JSONObject, _ other: JSONObject) -> Double { difference(.object(one), .object(other), in: "") }

    /// - Parameter name: the member that both are in; elements of a list are in the list's.
    private func difference(_ one: JSONValue?, _ other: JSONValue?, in name: String) -> Double {
        switch (one, other) {
        case (.object(let one)?, .object(let other)?):
            let (mine, theirs) = (Self.values(one), Self.values(other))
            let known = one.members.reduce(0) { $0 + difference($1.value, theirs[Array($1.name.utf8)], in: $1.name) }
            return other.members.reduce(known) { sum, member in
                mine[Array(member.name.utf8)] == nil ? sum + difference(nil, member.value, in: member.name) : sum
            }
        case (.array(let one)?, .array(let other)?):
            return (0..<max(one.count, other.count)).reduce(0) { sum, index in
                sum + difference(index < one.count ? one[index] : nil, index < other.count ? other[index] : nil, in: name)
            }
        case (let one?, let other?) where one.isLeaf && other.isLeaf:
            return Self.isSame(one, other) ? 0 : weights[name] ?? 1
        default:
            // Nothing stands against them, so each value in them is one that only one device has.
            return [one, other].compactMap(\.self).reduce(0) { $0 + total($1, in: name) }
        }
    }

    /// The values by the bytes of their names: a device tells as many as it likes, and each is looked up.
    private static func values(_ object: JSONObject) -> [[UInt8]: JSONValue] {
        Dictionary(object.members.map { (Array($0.name.utf8), $0.value) }) { first, _ in first }
    }

    private func total(_ value: JSONValue, in name: String) -> Double {
        switch value {
        case .object(let members): members.members.reduce(0) { $0 + total($1.value, in: $1.name) }
        case .array(let elements): elements.reduce(0) { $0 + total($1, in: name) }
        default: weights[name] ?? 1
        }
    }

    private static func isSame(_ one: JSONValue, _ other: JSONValue) -> Bool {
        if let one = one.number, let other = other.number { return one == other }
        return one == other
    }
}

extension JSONValue {
    fileprivate var isLeaf: Bool { object == nil && array == nil }
}

extension DeviceProfileDocument.Location {
    /// The radius of the sphere that distances are measured on, in metres: the earth's at the equator.
    package static let radius = 6_378_137.0

    /// Returns how far another place is, in metres along the sphere (haversine).
    package func distance(to other: Self) -> Double {
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        let (north, east) = (radians(other.latitude - latitude) / 2, radians(other.longitude - longitude) / 2)
        let chord =
            sin(north) * sin(north) + cos(radians(latitude)) * cos(radians(other.latitude)) * sin(east) * sin(east)
        return 2 * Self.radius * asin(min(1, chord.squareRoot()))
    }
}
