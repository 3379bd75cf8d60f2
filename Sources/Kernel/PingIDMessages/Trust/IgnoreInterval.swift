public import DeviceMessages
public import Foundation
public import Primitives

/// The interval for which a device is ignored.
public struct IgnoreInterval: Sendable, Equatable {
    /// The units of an interval (`PIDIgnoreIntervalUnit` in the documentation of the PingID SDK).
    public enum Unit: String, Sendable, CaseIterable {
        /// A length of time; months and years are those of the calendar, in UTC.
        case minutes, hours, days, weeks, months, years
        /// An interval without an end; the number doesn't count.
        case always
    }

    /// The greatest number of units.
    public static let most = 10_000

    /// The unit that ``count`` counts.
    public let unit: Unit
    /// The number of units, from 1 to ``most``; 0 for `always`.
    public let count: Int

    /// Makes an interval.
    /// - Parameter count: the number of units; it doesn't count for `always`.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/malformed`` for a number out of 1 to ``most``.
    public init(_ unit: Unit, count: Int = 0) throws(DeviceError) {
        guard unit == .always || (1...Self.most).contains(count) else {
            throw DeviceError(.malformed, "an interval has 1 to \(Self.most) units, not \(count)")
        }
        self.unit = unit
        self.count = unit == .always ? 0 : count
    }

    /// The interval without an end.
    public static let always = Self()

    private init() {
        unit = .always
        count = 0
    }

    /// The last end of an interval that has one: the end of the year 9999, beyond which no message can say a time.
    public static let latest = Date(timeIntervalSince1970: 253_402_300_799)

    /// The end of an interval that begins at a time, ``latest`` at most; nil when it has none.
    public func end(from start: Date) -> Date? { date(from: start).map { min($0, Self.latest) } }

    private func date(from start: Date) -> Date? {
        switch unit {
        case .minutes: start.addingTimeInterval(60 * Double(count))
        case .hours: start.addingTimeInterval(3600 * Double(count))
        case .days: start.addingTimeInterval(86_400 * Double(count))
        case .weeks: start.addingTimeInterval(7 * 86_400 * Double(count))
        case .months: Self.calendar.date(byAdding: .month, value: count, to: start)
        case .years: Self.calendar.date(byAdding: .year, value: count, to: start)
        case .always: nil
        }
    }

    private static var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }

    /// The JSON object of the wire, with the members `unit` and `count`.
    public var json: JSONValue { ["unit": .string(unit.rawValue), "count": .integer(Int64(count))] }

    init(_ members: Members) throws(DeviceError) {
        guard let unit = Unit(exactly: try members.text("unit")) else {
            throw members.wrong("unit", Unit.allCases.map(\.rawValue).joined(separator: ", "))
        }
        try self.init(unit, count: members.integer("count", in: 0...Self.most))
    }
}
