package import Primitives

/// The form of a value of Swift in JSON: its shape, its reader and its writer, declared together.
package struct Form<Value: Sendable>: Sendable {
    package let shape: Shape
    /// The value; nil with a problem written down when it can't be one.
    package let read: @Sendable (JSONValue, inout ShapeReading) -> Value?
    package let write: @Sendable (Value) -> JSONValue
    /// The place in the JSON of what stands at a place of the value. They differ where another API has other names (``Renaming``).
    package let place: @Sendable (String) -> String

    package init(
        _ shape: Shape, read: @escaping @Sendable (JSONValue, inout ShapeReading) -> Value?,
        write: @escaping @Sendable (Value) -> JSONValue, place: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.shape = shape
        self.read = read
        self.write = write
        self.place = place
    }

    /// A form whose shape says all that a value must be.
    package static func checked(
        _ shape: Shape, _ value: @escaping @Sendable (JSONValue) -> Value?, write: @escaping @Sendable (Value) -> JSONValue
    ) -> Form {
        Form(shape) { json, reading in
            let before = reading.problems.count
            shape.check(json, &reading)
            return reading.problems.count == before ? value(json) : nil
        } write: {
            write($0)
        }
    }

    /// Reads a whole JSON value.
    package func value(of json: JSONValue) throws(ShapeError) -> Value { try value(of: json, ShapeReading()) }

    /// Reads a whole JSON value that was stored: what has no bounds any more, and members that were called otherwise, are read as well.
    package func value(stored json: JSONValue) throws(ShapeError) -> Value { try value(of: json, ShapeReading(isStored: true)) }

    private func value(of json: JSONValue, _ start: ShapeReading) throws(ShapeError) -> Value {
        var reading = start
        let value = read(json, &reading)
        guard reading.problems.isEmpty, let value else {
            throw reading.problems.isEmpty ? ShapeError(.invalid, at: "", "the value can't be read") : ShapeError(reading.problems)
        }
        return value
    }
}

extension Form where Value == Bool {
    package static var flag: Form {
        .checked(.flag, \.bool) { .bool($0) }
    }
}

extension Form where Value == Bool {
    /// One of two words.
    package static func choice(_ yes: String, else no: String) -> Form {
        .checked(.choice([yes, no]), { $0.string.map { $0 == yes } }) { .string($0 ? yes : no) }
    }
}

extension Form where Value == JSONObject {
    /// An object that is kept as it is written.
    package static func open(of shape: Shape) -> Form { .checked(shape, \.object) { .object($0) } }
}

extension Form where Value == Int {
    package static func integer(_ range: ClosedRange<Int>) -> Form {
        .checked(.integer(range), { $0.integer.flatMap { Int(exactly: $0) } }) { .integer(Int64($0)) }
    }
}

extension Form where Value: RawRepresentable<String> & CaseIterable {
    package static var choice: Form { choice(of: Array(Value.allCases)) }

    /// One of some.
    package static func choice(of values: [Value]) -> Form {
        let names = values.map(\.rawValue)
        return .checked(.choice(names), { $0.string.flatMap { Value(exactly: $0) } }) { .string($0.rawValue) }
    }
}

extension Form {
    /// An array, its length bounded.
    package static func list<Element>(_ element: Form<Element>, count: ClosedRange<Int>) -> Form where Value == [Element] {
        Form(.list(element.shape, count: count)) { json, reading in
            guard let array = json.array, reading.isStored || count.contains(array.count) else {
                reading.refuse(.invalid, "it is a list of \(count.lowerBound) to \(count.upperBound)", range: count)
                return nil
            }
            var values: [Element] = []
            // Continues behind one that can't be read, so that all problems are told.
            for (index, json) in array.enumerated() {
                if let value = reading.within("[\(index)]", { element.read(json, &$0) }) { values.append(value) }
            }
            return values.count == array.count ? values : nil
        } write: {
            .array($0.map(element.write))
        } place: {
            element.place($0)
        }
    }

    /// An array in which nothing stands twice.
    package static func set<Element: Hashable>(_ element: Form<Element>, count: ClosedRange<Int>) -> Form where Value == [Element] {
        let list = Self.list(element, count: count)
        return Form(list.shape) { json, reading in
            let values = list.read(json, &reading)
            if let values, !reading.isStored, Set(values).count < values.count { reading.refuse(.invalid, "nothing stands in it twice") }
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
