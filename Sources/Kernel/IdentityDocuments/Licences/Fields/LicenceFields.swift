/// The fields of the documented licence object, each a text: as encoded, or formatted for readers.
public struct LicenceFields: Sendable, Hashable {
    private var values: [LicenceField: String] = [:]

    /// No fields.
    public init() {}

    /// A field; empty when the card doesn't have it.
    public subscript(field: LicenceField) -> String {
        get { values[field] ?? "" }
        set { values[field] = newValue.isEmpty ? nil : newValue }
    }

    /// Whether at least one field has a value.
    public var hasData: Bool { !values.isEmpty }

    /// The fields as readers expect them: names and cities with small letters, dates as `2031-03-15`, words in place of codes, units.
    ///
    /// Formatting twice changes nothing more, and what is no known code stays as it is.
    public var formatted: LicenceFields {
        var all = LicenceFields()
        for (field, value) in values { all[field] = LicenceFieldFormat.formatted(value, as: field, country: self[.country]) }
        return all
    }
}
