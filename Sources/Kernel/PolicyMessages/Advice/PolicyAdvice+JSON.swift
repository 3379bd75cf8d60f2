public import Primitives

extension PolicyAdvice {
    /// `{"TransactionConditionAdvice": ["…"]}`, as a decision has it.
    public var json: JSONValue {
        .object(JSONObject(entries.map { ($0.condition.rawValue, .array($0.values.map(JSONValue.string))) }))
    }

    /// Reads ``json``.
    /// - Throws: ``PolicyMessageError`` for anything but an object of arrays of texts, within ``AdviceLimits``.
    public init(json: JSONValue) throws(PolicyMessageError) {
        guard let object = json.object else { throw PolicyMessageError(.malformed, "an advice is a JSON object") }
        self.init()
        for member in object.members {
            guard let values = member.value.strings else {
                throw PolicyMessageError(.malformed, "the condition \(member.name.prefix(64)) of an advice has an array of texts")
            }
            for value in values { add(Condition(rawValue: member.name), value) }
        }
        try AdviceLimits.check(self)
    }

    /// The advice in the body of an answer: in a decision, in the first of a list that has any, or the object `advices` itself; nil when
    /// there is none.
    public init?(body: JSONValue) {
        let candidates = body.array ?? [body]
        for candidate in candidates.prefix(AdviceLimits.values) {
            if let advices = candidate["advices"], let advice = try? PolicyAdvice(json: advices), !advice.isEmpty {
                self = advice
                return
            }
        }
        return nil
    }
}
