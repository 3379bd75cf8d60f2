extension String {
    /// The words of a member's name in small letters: `redirect-uris` for `redirectURIs`.
    func wordsOfMember(separator: String) -> String {
        var words = ""
        var wasCapital = true
        for character in self {
            if character.isUppercase, !wasCapital { words += separator }
            words += character.lowercased()
            wasCapital = character.isUppercase
        }
        return words
    }
}
