import Primitives

/// The result of a reading that needs data or models which the operator may not have installed.
public enum VisionResult<Value: Sendable & Equatable>: Sendable, Equatable {
    /// It was read.
    case done(Value)
    /// It can't be read here, for this reason. It is never taken for a result.
    case notAvailable(String)

    /// The value, if there is one.
    public var value: Value? { if case .done(let value) = self { value } else { nil } }

    func json(_ write: (Value) -> JSONValue) -> JSONValue {
        switch self {
        case .done(let value): ["done": write(value)]
        case .notAvailable(let reason): ["notAvailable": .string(reason)]
        }
    }

    init(
        _ fields: MessageFields, _ read: (MessageFields, String) throws(VisionMessageError) -> Value
    ) throws(VisionMessageError) {
        self = fields.has("done") ? .done(try read(fields, "done")) : .notAvailable(try fields.text("notAvailable", upTo: 500))
    }
}
