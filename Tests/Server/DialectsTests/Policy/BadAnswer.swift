import DialectTesting
import Primitives
import Testing

/// An answer that must bring nobody past a stage.
enum BadAnswer: String, CaseIterable, CustomTestStringConvertible {
    case nothing, noCallbacks, emptyTexts, lastInputMissing, lastCallbackMissing, object, list, number, oversize, otherType
    var testDescription: String { rawValue }

    /// - Parameters:
    ///   - step: the step as it came.
    ///   - right: the right answer to it.
    func apply(to step: JSONValue, right: StageRequest) -> StageRequest {
        var request = right
        switch self {
        case .nothing: request = StageRequest(step: step)
        case .noCallbacks: request = StageRequest(step: step.with("callbacks", []))
        case .emptyTexts: request.replace(with: "")
        case .lastInputMissing:
            request.query = right.query.dropLast()
            request.change { $0.dropLast() + $0.suffix(1).map { $0.changingInputs { _, _ in nil } } }
        case .lastCallbackMissing:
            request.query = Array(right.query.dropFirst())
            request.change { Array($0.dropLast()) }
        case .object: request.replace(with: ["a": "b"])
        case .list: request.replace(with: ["x"])
        case .number: request.replace(with: 99)
        case .oversize: request.replace(with: .string(String(repeating: "x", count: 300_000)))
        // The stage's own inputs, in callbacks that claim to be of another type, without what they were given.
        case .otherType:
            request = StageRequest(step: step.changingCallbacks { $0.map { $0.with("type", "TextInputCallback").with("input", []) } })
        }
        // A link without its id would be no answer but another journey's beginning.
        if request.step == .none, request.query.isEmpty { request.step = step }
        return request
    }
}

extension StageRequest {
    fileprivate mutating func change(_ change: ([JSONValue]) -> [JSONValue]) { step = step?.changingCallbacks(change) }

    fileprivate mutating func replace(with value: JSONValue) {
        query = query.map { ($0.name, value.string ?? value.text) }
        change { $0.map { $0.changingInputs { _, _ in value } } }
    }
}
