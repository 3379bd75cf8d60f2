package import Foundations
import Primitives
import ResourceMessages
import Translations

/// The security questions of a realm.
package struct QuestionSettings: SettingsSection {
    package var kbaQuestions: [String: [String: String]] = Self.standard
    package var kbaOwnQuestions = true
    package var kbaMinimumAnswers = 2
    package var kbaAnswersToVerify = 2

    package init() {}

    /// Those of the server's own, in English; readers get them in their language.
    private static let standard = Language.english.catalogue.questions.mapValues { ["en": $0] }

    package static let fields: [Setting] = [
        Setting(4050, "kbaQuestions", \.kbaQuestions, .object, "Security questions by id, each by language."),
        Setting(4060, "kbaOwnQuestions", \.kbaOwnQuestions, .flag, "Whether users may ask questions of their own."),
        Setting(4070, "kbaMinimumAnswers", \.kbaMinimumAnswers, .number(0...20), "How many questions a user answers."),
        Setting(4080, "kbaAnswersToVerify", \.kbaAnswersToVerify, .number(0...20), "How many of a user's questions are asked."),
    ]
}

extension QuestionSettings {
    package func check() throws(DomainError) {
        for (id, texts) in kbaQuestions.sorted(by: { $0.key < $1.key }) {
            for language in texts.keys.sorted() where !Self.isLanguage(language) {
                throw DomainError(
                    .invalid,
                    "kbaQuestions: \(language.prefix(64)), of the question \(id.prefix(64)), is no language tag, such as de or de-CH")
            }
        }
        // Users may have given any number of answers in a realm that demands none.
        guard kbaMinimumAnswers == 0 || kbaAnswersToVerify <= kbaMinimumAnswers else {
            throw DomainError(.invalid, "kbaAnswersToVerify is greater than kbaMinimumAnswers: more is asked than users have answered")
        }
    }

    /// A language and what narrows it down (RFC 5646 §2.1).
    private static func isLanguage(_ text: String) -> Bool {
        let parts = Array(text.utf8).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = parts.first, (2...8).contains(first.count), first.allSatisfy(isLetter) else { return false }
        return parts.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || isDigit($0) } }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
}
