package import Primitives

/// The text of a file of configuration: JSON when it begins with a brace, else YAML, with the bounds of journeys' files.
package enum FileText {
    /// - Throws: ``JourneyDefinitionError`` with what is wrong.
    package static func json(_ text: String) throws(JourneyDefinitionError) -> JSONValue {
        guard text.first(where: { !$0.isWhitespace }) == "{" else { return try JourneyYAML.json(text) }
        do { return try JSONValue(parsing: text, limits: JourneyLimits.file) } catch {
            throw JourneyDefinitionError(problems: [JourneyProblem("", error.reason)])
        }
    }
}
