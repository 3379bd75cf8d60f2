import JourneyMessages
import Primitives

extension FieldView {
    /// The callbacks of a step in their order, a number to pick before and the buttons of providers after all; those that the user is not
    /// to see are left out.
    static func fields(of step: Step, hasError: Bool, collectsSignals: Bool = false, phrases: Phrases) -> [FieldView] {
        let kinds = step.callbacks.map(\.kind)
        let maker = FieldMaker(step, hasError: hasError, collectsSignals: collectsSignals, phrases: phrases)
        let fields = kinds.enumerated().compactMap { index, kind in maker.field(kind, at: index) }
        let rest = fields.filter { $0.number == nil }
        return fields.filter { $0.number != nil } + rest.filter { !$0.comesLast } + rest.filter(\.comesLast)
    }
}
