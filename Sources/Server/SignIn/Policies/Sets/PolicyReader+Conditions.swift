import Foundation
import Primitives
import Foundations

extension PolicyReader {
    private static var deepest: Int { 12 }
    private static var mostParts: Int { 50 }

    /// Reads a condition. Of an object with several members all must be met.
    mutating func condition(_ json: JSONValue) -> PolicyCondition {
        guard let members = json.object?.members, !members.isEmpty, depth <= Self.deepest else {
            object("", "expected an object such as { authLevel: 2 }, not too deep")
            return .never
        }
        let parts = members.map { member in at(member.name) { $0.condition(member.name, member.value) } }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func condition(_ kind: String, _ value: JSONValue) -> PolicyCondition {
        switch kind {
        case "authLevel": return number(value, in: 0...1_000_000).map { .authLevel($0) } ?? .never
        case "sessionAge": return number(value, in: 1...1_000_000).map { .sessionAge($0) } ?? .never
        case "journey": return journey(value).map { .journey($0) } ?? .never
        case "transaction": return journey(value).map { .transaction($0) } ?? .never
        case "addresses": return .addresses(addresses(value))
        case "time": return window(value).map { .time($0) } ?? .never
        case "all": return .all(conditions(value))
        case "any": return .any(conditions(value))
        case "not": return negation(value)
        default:
            object("", "there is no such condition; there are authLevel, sessionAge, journey, transaction, addresses, time, all, any, not")
            return .never
        }
    }

    private mutating func conditions(_ json: JSONValue) -> [PolicyCondition] {
        guard let parts = json.array, (1...Self.mostParts).contains(parts.count) else {
            object("", "expected 1 to \(Self.mostParts) conditions")
            return []
        }
        return parts.enumerated().map { index, part in at("\(index)") { $0.condition(part) } }
    }

    private mutating func negation(_ json: JSONValue) -> PolicyCondition {
        let part = condition(json)
        if !part.transactions.isEmpty { object("", "a transaction can't be negated") }
        return .not(part)
    }

    private mutating func number(_ json: JSONValue, in range: ClosedRange<Int>) -> Int? {
        guard let value = json.integer.flatMap({ Int(exactly: $0) }), range.contains(value) else {
            object("", "expected a number from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return value
    }

    private mutating func journey(_ json: JSONValue) -> String? {
        guard let name = json.string, Self.isName(name) else {
            object("", "expected a journey's name")
            return nil
        }
        return name
    }

    private mutating func addresses(_ json: JSONValue) -> [AddressRange] {
        let ranges = json.strings?.map { AddressRange($0) } ?? []
        if ranges.isEmpty || ranges.contains(nil) { object("", "expected addresses and networks such as 192.0.2.0/24 or 2001:db8::/32") }
        return ranges.compactMap(\.self)
    }

    private mutating func window(_ json: JSONValue) -> TimeWindow? {
        let days = json["days"]?.strings ?? TimeWindow.dayNames
        let numbers = days.compactMap { day in TimeWindow.dayNames.firstIndex(of: day.lowercased()).map { $0 + 1 } }
        guard let from = TimeWindow.minutes(json["from"]?.string ?? "00:00"), let to = TimeWindow.minutes(json["to"]?.string ?? "24:00"),
            json.object?.names.allSatisfy(["from", "to", "days", "zone"].contains) == true, numbers.count == days.count
        else {
            object("", "expected { from: \"08:00\", to: \"18:00\", days: [ mon, tue ], zone: Europe/Berlin }")
            return nil
        }
        let zone = json["zone"]?.string ?? "UTC"
        if TimeZone(identifier: zone) == nil { object("zone", "there is no time zone \(zone.prefix(64))") }
        return TimeWindow(from: from, to: to, days: Set(numbers), zone: zone)
    }
}

extension PolicyCondition {
    /// Stands in for what couldn't be read; a file with such a thing is refused.
    fileprivate static let never = PolicyCondition.any([])
}
