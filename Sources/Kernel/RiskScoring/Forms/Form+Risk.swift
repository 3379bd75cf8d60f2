import Foundation
import Primitives
import RiskSignals
import ResourceMessages

extension Form where Value == Int {
    /// A whole number. A stored one beyond a bound is the nearest within it.
    static func bounded(_ range: ClosedRange<Int>) -> Form {
        let form = Form.integer(range)
        return Form(form.shape) { json, reading in
            form.read(json, &reading).map { min(max($0, range.lowerBound), range.upperBound) }
        } write: {
            form.write($0)
        }
    }

    /// A number from 0 to 100 in thousandths, rounded to the nearest.
    static var thousandths: Form {
        Form(.called("number 0 to 100", .measure)) { json, reading in
            guard let number = json.number, (0...100).contains(number) else {
                reading.refuse(.invalid, "it is a number from 0 to 100")
                return nil
            }
            return Int((number * 1000).rounded())
        } write: { thousandths in
            thousandths.isMultiple(of: 1000) ? .integer(Int64(thousandths / 1000)) : .number(Double(thousandths) / 1000)
        }
    }
}

extension Form where Value == Bool {
    /// The one value that there is: another would have no effect.
    static func only(_ value: Bool) -> Form {
        Form(.flag) { json, reading in
            if json.bool == value { return value }
            reading.refuse(.invalid, "it is \(value) or absent: another value would have no effect")
            return nil
        } write: {
            .bool($0)
        }
    }
}

extension Form where Value == IPRange {
    /// An address, or a range of addresses in the notation of RFC 4632.
    static var addresses: Form {
        Form(.called("address or range such as 192.0.2.0/24", .text(.init(length: 1...49)))) { json, reading in
            let range = json.string.flatMap(IPRange.init)
            if range == nil { reading.refuse(.invalid, "it is an address, or a range such as 192.0.2.0/24") }
            return range
        } write: {
            .string($0.text)
        }
    }
}

extension Form where Value == [IPRange] {
    /// Up to 1000 ranges.
    static var addresses: Form { .list(.addresses, count: 0...1000) }
}

extension Form where Value == RiskPath {
    /// The name of a value.
    static var path: Form { path { _ in true }.naming(by: RiskPath.naming) }

    /// The name of a value of the event.
    static var eventPath: Form { path { $0.inEvent != nil } }

    private static func path(_ isTaken: @escaping @Sendable (RiskPath) -> Bool) -> Form {
        let bounds = Shape.TextBounds(length: 4...RiskPath.longest + 3, pattern: #"^\$\{.+\}$"#)
        return Form(.called("path such as ${event.ip}", .text(bounds))) { json, reading in
            if let path = json.string.flatMap(RiskPath.init), isTaken(path) { return path }
            reading.refuse(.invalid, "it is a path such as ${event.ip}", pattern: bounds.pattern)
            return nil
        } write: {
            .string("${" + $0.text + "}")
        }
    }
}

extension Form where Value == Date {
    /// A time of ISO 8601, with fractions of a second or without.
    static var moment: Form {
        Form(.text(.init(length: 20...32, format: "date-time"))) { json, reading in
            let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            let time = json.string.flatMap { text in (try? Date(text, strategy: fractional)) ?? (try? Date(text, strategy: .iso8601)) }
            if time == nil { reading.refuse(.invalid, "it is a time such as 2026-01-31T00:00:00.000Z") }
            return time
        } write: {
            Form<Date>.time.write($0)
        }
    }
}

extension RiskError {
    /// The same refusal in the words of signals and policies.
    init(_ error: ShapeError) { self.init(error.code == .tooComplex ? .tooComplex : .malformed, error.description) }
}
