import Primitives

/// `SelectIdPCallback`: asks with whose account to sign in.
public struct ProviderChoice: Question {
    /// The type of callback that asks this, ``CallbackType/selectProvider``.
    public static var type: CallbackType { .selectProvider }

    /// The providers on offer, in the order to show them; an answer is one's ``Provider/name``.
    public var providers: [Provider]
    /// The provider that is chosen at first; nil for none.
    public var chosen: String?

    /// Makes a provider choice of its members, which are taken unchecked. By default `chosen` is nil.
    public init(_ providers: [Provider], chosen: String? = nil) {
        self.providers = providers
        self.chosen = chosen
    }

    /// Reads the wire form; nil without `providers` in the documented form.
    public init?(_ callback: Callback) {
        guard let elements = callback.output("providers")?.array else { return nil }
        let chosen = callback.text("value") ?? ""
        self.init(elements.compactMap(Provider.init), chosen: chosen.isEmpty ? nil : chosen)
    }

    /// The wire form, its inputs not yet numbered; the outputs are `providers` and `value`.
    public var callback: Callback {
        Callback(
            Self.type,
            output: [.init("providers", .array(providers.map(\.json))), .init("value", chosen ?? "")], input: [.empty()])
    }

    /// The one input that carries the answer, named by the number of the callback alone.
    public func inputs(for answer: String) -> [Callback.Field] { [.init("", answer)] }

    /// Reads the answer; nil when the client gave none.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when an input is no text, ``JourneyMessageError/Code/tooLarge`` when it is longer
    ///   than ``StepLimits/text``, ``JourneyMessageError/Code/noSuchChoice`` when the answer was not on offer.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> String? {
        guard let chosen = try given.text() else { return nil }
        guard providers.contains(where: { $0.name == chosen }) else {
            throw JourneyMessageError(.noSuchChoice, "the provider is none of those on offer")
        }
        return chosen
    }
}
