import Primitives

extension Catalogue {
    /// A text of ours in the reader's language, where a setting has no more than its English form; nil where an administrator wrote
    /// another,
    /// or any in a further language, which stays what it is.
    ///
    /// - Parameters:
    ///   - section: the part of the catalogue.
    ///   - name: the text's name in it.
    ///   - written: the setting's texts by language tag.
    ///   - languages: the reader's languages, best first.
    package static func text(
        _ section: KeyPath<Catalogue, [String: String]>, _ name: String, written: [String: String], for languages: [String]
    ) -> String? {
        guard written.count == 1, let text = written["en"], let english = Language.english.catalogue[keyPath: section][name],
            english.isExactly(text)
        else { return nil }
        return Language(preferring: languages).catalogue[keyPath: section][name]
    }
}
