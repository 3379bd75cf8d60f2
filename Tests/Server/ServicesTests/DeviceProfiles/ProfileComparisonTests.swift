import Foundation
import JourneyMessages
import Primitives
import Testing
@testable import DeviceRegistry

/// Judges as the documentation of the matching script says, by another way: the values of both profiles by their paths, and places as
/// arrows from the middle of the earth.
private struct OtherJudge {
    let weights: [String: Double]
    let most: Double
    let radius: Double

    func isSame(_ one: JSONObject, _ other: JSONObject) -> Bool {
        var (left, right) = ([String: JSONValue](), [String: JSONValue]())
        collect(.object(one), "", "", into: &left)
        collect(.object(other), "", "", into: &right)
        let differing = Set(left.keys).union(right.keys).filter { left[$0] != right[$0] }
        return differing.reduce(0) { $0 + (weights[String($1.prefix { $0 != "|" })] ?? 1) } <= most
    }

    /// Values by `member|path`; numbers as fractions, since 3 and 3.0 are the same.
    private func collect(_ value: JSONValue, _ member: String, _ path: String, into values: inout [String: JSONValue]) {
        switch value {
        case .object(let object):
            for inside in object.members { collect(inside.value, inside.name, "\(path)/\(inside.name)", into: &values) }
        case .array(let elements):
            for (index, element) in elements.enumerated() { collect(element, member, "\(path)[\(index)]", into: &values) }
        default: values["\(member)|\(path)"] = value.number.map(JSONValue.number) ?? value
        }
    }

    func isNear(_ one: DeviceProfileDocument.Location, _ other: DeviceProfileDocument.Location) -> Bool {
        let (a, b) = (arrow(one), arrow(other))
        let dot = a.0 * b.0 + a.1 * b.1 + a.2 * b.2
        let cross = (a.1 * b.2 - a.2 * b.1, a.2 * b.0 - a.0 * b.2, a.0 * b.1 - a.1 * b.0)
        let length = (cross.0 * cross.0 + cross.1 * cross.1 + cross.2 * cross.2).squareRoot()
        return 6_378_137 * atan2(length, dot) <= radius
    }

    private func arrow(_ place: DeviceProfileDocument.Location) -> (Double, Double, Double) {
        let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
        return (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    }
}

/// Pairs of profiles, each second one a changed copy of the first.
private struct Pairs {
    private let random: SeededRandom
    private static let names = ["platform", "memory", "deviceMemory", "display", "width", "version", "fonts", "cpu"]

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    func number(_ bound: Int) -> Int { (Int(random.bytes(1)[0]) * 256 + Int(random.bytes(1)[0])) % bound }

    func pair() -> (JSONObject, JSONObject) {
        let one = object(depth: 3)
        return (one, changed(.object(one)).object ?? [:])
    }

    private func object(depth: Int) -> JSONObject {
        JSONObject((0..<(1 + number(4))).map { _ in (Self.names[number(Self.names.count)], value(depth: depth - 1)) })
    }

    private func value(depth: Int) -> JSONValue {
        switch number(depth > 0 ? 8 : 5) {
        case 0: .integer(Int64(number(3)))
        case 1: .number(Double(number(3)))
        case 2: .string(["a", "b"][number(2)])
        case 3: .bool(number(2) == 0)
        case 4: .null
        case 5: .array((0..<number(3)).map { _ in value(depth: depth - 1) })
        default: .object(object(depth: depth))
        }
    }

    private func changed(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let object):
            var members = object.members.filter { _ in number(12) != 0 }.map { ($0.name, changed($0.value)) }
            if number(12) == 0 { members.append((Self.names[number(Self.names.count)], self.value(depth: 1))) }
            return .object(JSONObject(members))
        case .array(let elements): return .array(elements.map(changed) + (number(8) == 0 ? [self.value(depth: 0)] : []))
        default: return number(6) == 0 ? self.value(depth: 1) : value
        }
    }

    func place() -> DeviceProfileDocument.Location? {
        .init(latitude: Double(number(18_001)) / 100 - 90, longitude: Double(number(36_001)) / 100 - 180)
    }
}

@Suite("Comparing device profiles")
struct ProfileComparisonTests {
    @Test("500 pairs are judged as another implementation of the documented algorithm judges them")
    func pairs() throws {
        let pairs = Pairs(seed: 11)
        var verdicts = [true: 0, false: 0]
        for index in 0..<500 {
            let (one, other) = pairs.pair()
            let weights = index % 2 == 0 ? [:] : ["deviceMemory": 3.0, "width": 0, "version": 0.5]
            let most = Double(pairs.number(6))
            let judge = OtherJudge(weights: weights, most: most, radius: 0)
            let verdict = ProfileComparison(weights: weights).difference(one, other) <= most
            #expect(verdict == judge.isSame(one, other), "\(JSONValue.object(one).text) \(JSONValue.object(other).text) \(weights) \(most)")
            verdicts[verdict, default: 0] += 1
        }
        #expect(verdicts[true, default: 0] > 50 && verdicts[false, default: 0] > 50)
    }

    @Test("500 pairs of places are as near as another formula says")
    func places() throws {
        let pairs = Pairs(seed: 12)
        var near = 0
        for index in 0..<500 {
            let one = try #require(pairs.place())
            let nudge = Double(index % 7) / 100
            let other = try #require(
                index % 2 == 0 ? pairs.place() : .init(latitude: max(-90, one.latitude - nudge), longitude: one.longitude))
            let radius = Double(1 + pairs.number(8)) * (index % 2 == 0 ? 2_000_000 : 1000)
            let verdict = one.distance(to: other) <= radius
            #expect(verdict == OtherJudge(weights: [:], most: 0, radius: radius).isNear(one, other), "\(one) \(other) \(radius)")
            near += verdict ? 1 : 0
        }
        #expect((50...450).contains(near))
    }

    @Test("the documentation's example: three differences of 1 or one of 3 are more than 2")
    func documented() {
        let stored: JSONObject = ["deviceMemory": 8, "a": 1, "b": "x", "c": true, "d": ["e": 1]]
        func difference(_ change: JSONObject, _ weights: [String: Double] = [:]) -> Double {
            var client = stored
            for member in change.members { client[member.name] = member.value }
            return ProfileComparison(weights: weights).difference(client, stored)
        }
        #expect(difference([:]) == 0)
        #expect(difference(["a": 2, "b": "y", "c": false]) == 3)
        #expect(difference(["deviceMemory": 4], ["deviceMemory": 3]) == 3)
        #expect(difference(["deviceMemory": 8.0, "d": ["e": 1.0]]) == 0)
        #expect(difference(["d": ["e": "1", "f": [1, 2]]]) == 3)
        #expect(difference(["d": 1]) == 2)
    }

    @Test("a degree along the equator, and the way around")
    func distance() throws {
        let origin = try #require(DeviceProfileDocument.Location(latitude: 0, longitude: 0))
        let degree = try #require(DeviceProfileDocument.Location(latitude: 0, longitude: 1))
        #expect(abs(origin.distance(to: degree) - 111_319.49) < 0.01 && origin.distance(to: origin) == 0)
        let (east, west) = (
            try #require(DeviceProfileDocument.Location(latitude: 0, longitude: 179.5)),
            try #require(DeviceProfileDocument.Location(latitude: 0, longitude: -179.5))
        )
        #expect(abs(east.distance(to: west) - 111_319.49) < 0.01)
    }

    @Test("many values take time that grows with their number", .timeLimit(.minutes(1)))
    func many() {
        func profile(_ numbers: Range<Int>) -> JSONObject { JSONObject(numbers.map { ("k\($0)", .integer(1)) }) }
        #expect(ProfileComparison().difference(profile(0..<100_000), profile(50_000..<150_000)) == 100_000)
    }
}
