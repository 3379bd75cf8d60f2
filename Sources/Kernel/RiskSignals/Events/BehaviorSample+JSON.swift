import Primitives

extension BehaviorSample {
    enum Kind: String { case touch, motion, keys, answer }

    var kind: Kind {
        switch self {
        case .touch: .touch
        case .motion: .motion
        case .keys: .keys
        case .answer: .answer
        }
    }

    /// The values of the wire, the element last.
    var values: [JSONValue] {
        switch self {
        case .touch(let touch):
            [number(touch.duration), number(touch.distance), number(touch.pressure), touch.element?.json].compactMap(\.self)
        case .motion(let motion): [number(motion.samples), number(motion.deviation)]
        case .keys(let keys):
            [
                number(keys.strokes), number(keys.interval), number(keys.deviation), number(keys.corrections), .bool(keys.isPasted),
                keys.element?.json,
            ].compactMap(\.self)
        case .answer(let answer): [number(answer.duration), answer.element?.json].compactMap(\.self)
        }
    }

    private func number(_ value: Int) -> JSONValue { .integer(Int64(value)) }

    init(_ kind: Kind, _ row: inout SignalRow) throws(RiskError) {
        switch kind {
        case .touch:
            let duration = try row.integer("the duration", in: Bounds.milliseconds)
            let distance = try row.integer("the distance", in: Bounds.points)
            let pressure = try row.integer("the pressure", in: Bounds.thousandths)
            self = .touch(Touch(element: try row.element(), duration: duration, distance: distance, pressure: pressure))
        case .motion:
            let samples = try row.integer("the number of samples", in: Bounds.points)
            self = .motion(Motion(samples: samples, deviation: try row.integer("the deviation", in: Bounds.gravity)))
        case .keys: self = .keys(try Keys(&row))
        case .answer:
            let duration = try row.integer("the duration", in: Bounds.answer)
            self = .answer(ResponseTime(element: try row.element(), duration: duration))
        }
    }
}

extension BehaviorSample.Keys {
    fileprivate init(_ row: inout SignalRow) throws(RiskError) {
        strokes = try row.integer("the number of strokes", in: Bounds.strokes)
        interval = try row.integer("the interval", in: Bounds.milliseconds)
        deviation = try row.integer("the deviation", in: Bounds.milliseconds)
        corrections = try row.integer("the number of corrections", in: Bounds.strokes)
        isPasted = try row.flag("the paste")
        element = try row.element()
    }

    private typealias Bounds = BehaviorSample.Bounds
}

extension SignalRow {
    fileprivate mutating func element() throws(RiskError) -> SignalWord? { try optionalWord("the element") }
}
