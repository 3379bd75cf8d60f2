import JourneyMessages
import Primitives
import Translations

extension FieldView {
    /// The fields of a page to sign in.
    static func fields(of page: SignOnPage, _ phrases: Phrases) -> [FieldView] {
        var maker = FieldMaker(
            page.step, hasError: page.error.nonEmpty != nil, collectsSignals: page.signals != nil, phrases: phrases)
        maker.texts = page.texts
        return fields(of: page.step, by: maker)
    }

    /// The callbacks of a step in their order, but for errors at its end, which come first, a number to pick before and the buttons of
    /// providers after all; those that the user is not to see are left out.
    static func fields(of step: Step, by maker: FieldMaker) -> [FieldView] {
        let kinds = step.callbacks.map(\.kind)
        let all = zip(kinds, step.callbacks).enumerated().compactMap { index, pair in maker.field(pair.0, pair.1, at: index) }
        // The problem is shown beside the field, so that no text has to say it again.
        let explained = Set(all.filter { $0.problems != nil && $0.isShown }.map(\.fieldName))
        let shown = all.filter { !explained.contains($0.notice?.about ?? "") }
        // An error stands at the end of a step, and comes first on a page.
        let errors = shown.reversed().prefix { $0.notice?.kind == "error" }.reversed()
        let fields = errors.count == shown.count ? shown : errors + shown.dropLast(errors.count)
        let rest = fields.filter { $0.number == nil }
        return fields.filter { $0.number != nil } + rest.filter { !$0.comesLast } + rest.filter(\.comesLast)
    }
}
