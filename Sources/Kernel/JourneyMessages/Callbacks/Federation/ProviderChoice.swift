import Primitives

/// `SelectIdPCallback`: asks with whose account to sign in.
public struct ProviderChoice: Question {
    public static var type: CallbackType { .selectProvider }

    public var providers: [Provider]
    /// The provider that is chosen at first; nil for none.
    public var chosen: String?

    public init(_ providers: [Provider], chosen: String? = nil) {
        self.providers = providers
        self.chosen = chosen
    }

    public init?(_ callback: Callback) {
        guard let elements = callback.output("providers")?.array else { return nil }
        let chosen = callback.text("value") ?? ""
        self.init(elements.compactMap(Provider.init), chosen: chosen.isEmpty ? nil : chosen)
    }

    public var callback: Callback {
        Callback(
            Self.type,
            output: [.init("providers", .array(providers.map(\.json))), .init("value", chosen ?? "")], input: [.empty()])
    }

    public func inputs(for answer: String) -> [Callback.Field] { [.init("", answer)] }

    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> String? {
        guard let chosen = try given.text() else { return nil }
        guard providers.contains(where: { $0.name == chosen }) else {
            throw JourneyMessageError(.noSuchChoice, "the provider is none of those on offer")
        }
        return chosen
    }
}
