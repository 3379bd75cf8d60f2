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

    func write(to object: inout JSONObject) {
        switch self {
        case .touch(let touch):
            object["element"] = touch.element?.json
            object.set([("duration", touch.duration), ("distance", touch.distance), ("pressure", touch.pressure)])
        case .motion(let motion): object.set([("samples", motion.samples), ("deviation", motion.deviation)])
        case .keys(let keys):
            object["element"] = keys.element?.json
            object.set([
                ("strokes", keys.strokes), ("interval", keys.interval), ("deviation", keys.deviation), ("corrections", keys.corrections),
            ])
            object["pasted"] = .bool(keys.isPasted)
        case .answer(let answer):
            object["element"] = answer.element?.json
            object.set([("duration", answer.duration)])
        }
    }

    init(_ kind: Kind, _ members: RiskMembers) throws(RiskError) {
        switch kind {
        case .touch: self = .touch(try Touch(members))
        case .motion: self = .motion(try Motion(members))
        case .keys: self = .keys(try Keys(members))
        case .answer:
            self = .answer(
                Answer(element: try members.optionalWord("element"), duration: try members.integer("duration", in: Bounds.answer)))
        }
    }
}

extension BehaviorSample.Touch {
    fileprivate init(_ members: RiskMembers) throws(RiskError) {
        self.init(
            element: try members.optionalWord("element"), duration: try members.integer("duration", in: Bounds.milliseconds),
            distance: try members.integer("distance", in: Bounds.points), pressure: try members.integer("pressure", in: Bounds.thousandths))
    }

    private typealias Bounds = BehaviorSample.Bounds
}

extension BehaviorSample.Motion {
    fileprivate init(_ members: RiskMembers) throws(RiskError) {
        self.init(
            samples: try members.integer("samples", in: BehaviorSample.Bounds.points),
            deviation: try members.integer("deviation", in: BehaviorSample.Bounds.gravity))
    }
}

extension BehaviorSample.Keys {
    fileprivate init(_ members: RiskMembers) throws(RiskError) {
        self.init(
            element: try members.optionalWord("element"), strokes: try members.integer("strokes", in: Bounds.strokes),
            interval: try members.integer("interval", in: Bounds.milliseconds),
            deviation: try members.integer("deviation", in: Bounds.milliseconds),
            corrections: try members.integer("corrections", in: Bounds.strokes), isPasted: try members.flag("pasted"))
    }

    private typealias Bounds = BehaviorSample.Bounds
}

extension JSONObject {
    mutating func set(_ numbers: [(String, Int)]) {
        for (name, number) in numbers { self[name] = .integer(Int64(number)) }
    }
}
