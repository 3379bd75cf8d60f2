import JourneyMessages
import Primitives

/// Asks with whose account to sign in.
public final class SelectIdPCallback: SingleValueCallback {
    /// The providers on offer. `localAuthentication` stands for the form of the server itself.
    public var providers: [IdPValue] {
        (wire.output("providers")?.array ?? []).compactMap(IdPValue.init)
    }

    /// Chooses a provider.
    public func setProvider(provider: IdPValue) { setValue(provider.provider) }
}

/// A provider on offer.
public struct IdPValue: Sendable, Equatable {
    /// The provider's name, such as `google`.
    public let provider: String
    /// The look of the button, such as `buttonDisplayName`.
    public let uiConfig: [String: String]?

    init?(_ json: JSONValue) {
        guard let provider = json["provider"]?.string else { return nil }
        self.provider = provider
        uiConfig = (json["uiConfig"]?.object?.members).map { members in
            Dictionary(members.compactMap { member in member.value.string.map { (member.name, $0) } }) { first, _ in first }
        }
    }
}
