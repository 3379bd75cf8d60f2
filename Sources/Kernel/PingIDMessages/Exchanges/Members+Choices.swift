package import DeviceMessages
import Foundation
import Primitives

extension Members {
    package func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws(DeviceError) -> Choice {
        guard let choice: Choice = try optionalChoice(name) else { throw missing(name) }
        return choice
    }

    package func optionalChoice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws(DeviceError) -> Choice? {
        guard let text = try optionalText(name, atMost: 64) else { return nil }
        guard let choice = Choice(exactly: text) else { throw notAmong(name, Choice.self) }
        return choice
    }

    /// Different choices, in their order.
    func choices<Choice: RawRepresentable<String> & CaseIterable & Hashable>(_ name: String) throws(DeviceError) -> [Choice] {
        let texts = try texts(name, atMost: Choice.allCases.count, of: 64)
        let choices = texts.compactMap { Choice(exactly: $0) }
        guard choices.count == texts.count, Set(choices).count == choices.count else { throw notAmong(name, Choice.self) }
        return choices
    }

    /// A list of objects; empty when it isn't there.
    func list<Element>(
        _ name: String, atMost count: Int, _ read: (JSONValue) throws(DeviceError) -> Element
    ) throws(DeviceError) -> [Element] {
        guard let value = object[name], value != .null else { return [] }
        guard let array = value.array, array.count <= count else { throw wrong(name, "a list of at most \(count)") }
        var elements: [Element] = []
        for element in array { elements.append(try read(element)) }
        return elements
    }

    func counter(_ name: String) throws(DeviceError) -> UInt64? {
        try optionalInteger(name, in: 0...Int(Standing.greatestCounter)).map(UInt64.init)
    }

    func optionalTime(_ name: String) throws(DeviceError) -> Date? {
        guard let value = object[name], value != .null else { return nil }
        return try time(name)
    }

    func required(_ name: String) throws(DeviceError) -> JSONValue {
        guard let value = object[name] else { throw missing(name) }
        return value
    }

    private func notAmong<Choice: RawRepresentable<String> & CaseIterable>(_ name: String, _: Choice.Type) -> DeviceError {
        wrong(name, Choice.allCases.map(\.rawValue).joined(separator: ", "))
    }
}
