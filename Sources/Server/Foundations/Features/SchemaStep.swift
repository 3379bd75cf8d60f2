package import Store

/// A feature's part of one step of the schema's history.
package struct SchemaStep: Sendable {
    /// The step's number; a new step takes the next that no feature has.
    package let id: Int
    /// The purpose of the step, in a word or two; the same in each feature that has a part of it.
    package let name: String
    /// The part's place among those of other features, which decides the order of statements and so the step's checksum; from 0.
    package let place: Int
    /// The statements of the part, in the order in which they run.
    package let statements: [SQL]

    package init(_ id: Int, _ name: String, place: Int = 0, _ statements: [SQL]) {
        self.id = id
        self.name = name
        self.place = place
        self.statements = statements
    }
}
