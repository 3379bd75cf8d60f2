import Primitives

/// The members of a message's object, each read within its bounds.
struct MessageFields {
    private let object: JSONValue

    init(_ object: JSONValue) { self.object = object }

    private func missing(_ name: String) -> VisionMessageError { VisionMessageError(.malformed, "\(name) is missing or out of bounds") }

    func has(_ name: String) -> Bool { object[name] != nil }

    func fields(_ name: String) throws(VisionMessageError) -> MessageFields {
        guard let value = object[name], value.object != nil else { throw missing(name) }
        return MessageFields(value)
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws(VisionMessageError) -> Int {
        guard let value = object[name]?.integer.flatMap({ Int(exactly: $0) }), range.contains(value) else { throw missing(name) }
        return value
    }

    func number(_ name: String, in range: ClosedRange<Double>) throws(VisionMessageError) -> Double {
        guard let value = object[name]?.number, range.contains(value) else { throw missing(name) }
        return value
    }

    func numbers(_ name: String, count: Int, in range: ClosedRange<Double>) throws(VisionMessageError) -> [Double] {
        guard let values = object[name]?.array, values.count == count else { throw missing(name) }
        var numbers: [Double] = []
        for value in values {
            guard let number = value.number, range.contains(number) else { throw missing(name) }
            numbers.append(number)
        }
        return numbers
    }

    func text(_ name: String, upTo bytes: Int) throws(VisionMessageError) -> String {
        guard let text = object[name]?.string, text.utf8.count <= bytes else { throw missing(name) }
        return text
    }

    func flag(_ name: String) throws(VisionMessageError) -> Bool {
        guard let value = object[name]?.bool else { throw missing(name) }
        return value
    }

    func texts(_ name: String, count: Int, upTo bytes: Int) throws(VisionMessageError) -> [String] {
        guard let texts = object[name]?.strings, texts.count == count, texts.allSatisfy({ $0.utf8.count <= bytes }) else {
            throw missing(name)
        }
        return texts
    }

    func arrays(_ name: String, count: Int) throws(VisionMessageError) -> [[JSONValue]] {
        guard let arrays = object[name]?.array?.compactMap(\.array), arrays.count == count else { throw missing(name) }
        return arrays
    }

    /// The elements of a list, each an object.
    func list<Element>(
        _ name: String, upTo most: Int, _ read: (MessageFields) throws(VisionMessageError) -> Element
    ) throws(VisionMessageError) -> [Element] {
        guard let values = object[name]?.array, values.count <= most else { throw missing(name) }
        var elements: [Element] = []
        for value in values { elements.append(try read(MessageFields(value))) }
        return elements
    }
}
