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
            [touch.duration, touch.distance, touch.pressure].map { .integer(Int64($0)) } + element(touch.element)
        case .motion(let motion): [motion.samples, motion.deviation].map { .integer(Int64($0)) }
        case .keys(let keys):
            [keys.strokes, keys.interval, keys.deviation, keys.corrections].map { .integer(Int64($0)) } + [.bool(keys.isPasted)]
                + element(keys.element)
        case .answer(let answer): [.integer(Int64(answer.duration))] + element(answer.element)
        }
    }

    private func element(_ word: SignalWord?) -> [JSONValue] { word.map { [$0.json] } ?? [] }

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
            self = .answer(Answer(element: try row.element(), duration: duration))
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
    fileprivate mutating func element() throws(RiskError) -> SignalWord? { try lastWord("the element") }
}
