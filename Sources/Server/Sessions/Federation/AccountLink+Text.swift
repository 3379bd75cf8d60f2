import Primitives
package import Directory

extension AccountLink {
    /// A link as text.
    ///
    /// - Parameter names: those of all the realm's providers. A subject at `google` that looks like a link of `google-ios` is refused:
    ///   who chooses subjects must not get at another provider's users.
    /// - Throws: ``FederationError`` `.unsupported`.
    package static func text(
        _ subject: String, at provider: String, among names: [String]
    ) throws(FederationError) -> String {
        let text = "\(provider)-\(subject)"
        guard (1...255).contains(subject.utf8.count),
            !names.contains(where: { $0.utf8.count > provider.utf8.count && text.hasPrefix("\($0)-") })
        else { throw FederationError(.unsupported, "the provider's name for the user can't be kept") }
        return text
    }
}
