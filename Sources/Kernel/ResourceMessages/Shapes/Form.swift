package import Primitives

/// The form of a value of Swift in JSON: its shape, its reader and its writer, declared together.
package struct Form<Value: Sendable>: Sendable {
    package let shape: Shape
    /// The value; nil with a problem written down when it can't be one.
    package let read: @Sendable (JSONValue, inout ShapeReading) -> Value?
    package let write: @Sendable (Value) -> JSONValue

    package init(
        _ shape: Shape, read: @escaping @Sendable (JSONValue, inout ShapeReading) -> Value?,
        write: @escaping @Sendable (Value) -> JSONValue
    ) {
        self.shape = shape
        self.read = read
        self.write = write
    }

    /// Reads a whole JSON value.
    package func value(of json: JSONValue) throws(ShapeError) -> Value {
        var reading = ShapeReading()
        let value = read(json, &reading)
        guard reading.problems.isEmpty, let value else {
            throw reading.problems.isEmpty ? ShapeError(.invalid, at: "", "the value can't be read") : ShapeError(reading.problems)
        }
        return value
    }
}

extension Form where Value == Bool {
    package static var flag: Form {
        Form(.flag) { json, reading in
            if json.bool == nil { reading.refuse(.invalid, "it is true or false") }
            return json.bool
        } write: {
            .bool($0)
        }
    }
}

extension Form where Value == Int {
    package static func integer(_ range: ClosedRange<Int>) -> Form {
        Form(.integer(range)) { json, reading in
            guard let number = json.integer.flatMap({ Int(exactly: $0) }), range.contains(number) else {
                reading.refuse(.invalid, "it is a whole number from \(range.lowerBound) to \(range.upperBound)", range: range)
                return nil
            }
            return number
        } write: {
            .integer(Int64($0))
        }
    }
}

extension Form where Value: RawRepresentable<String> & CaseIterable {
    package static var choice: Form { choice(of: Array(Value.allCases)) }

    /// One of some.
    package static func choice(of values: [Value]) -> Form {
        let names = values.map(\.rawValue)
        return Form(.choice(names)) { json, reading in
            guard let name = json.string, names.contains(name), let value = Value(exactly: name) else {
                reading.refuse(.invalid, "it is one of \(names.joined(separator: ", "))", allowed: names)
                return nil
            }
            return value
        } write: {
            .string($0.rawValue)
        }
    }
}

extension Form {
    /// An array, its length bounded.
    package static func list<Element>(_ element: Form<Element>, count: ClosedRange<Int>) -> Form where Value == [Element] {
        Form(.list(element.shape, count: count)) { json, reading in
            guard let array = json.array, count.contains(array.count) else {
                reading.refuse(.invalid, "it is a list of \(count.lowerBound) to \(count.upperBound)", range: count)
                return nil
            }
            let values = array.enumerated().map { index, json in reading.within("[\(index)]") { element.read(json, &$0) } }
            return values.contains { $0 == nil } ? nil : values.compactMap(\.self)
        } write: {
            .array($0.map(element.write))
        }
    }

    /// An array in which nothing stands twice.
    package static func set<Element: Hashable>(_ element: Form<Element>, count: ClosedRange<Int>) -> Form where Value == [Element] {
        let list = Self.list(element, count: count)
        return Form(list.shape) { json, reading in
            let values = list.read(json, &reading)
            if let values, Set(values).count < values.count { reading.refuse(.invalid, "nothing stands in it twice") }
            return values
        } write: {
            list.write($0)
        }
    }

    /// Any object.
    package static func open(_ limits: JSONLimits = JSONLimits(bytes: 16_384)) -> Form where Value == JSONObject {
        Form(.open) { json, reading in
            guard let object = json.object, json.encoded.count <= limits.bytes else {
                reading.refuse(.invalid, "it is an object of at most \(limits.bytes) bytes")
                return nil
            }
            return object
        } write: {
            .object($0)
        }
    }
}
