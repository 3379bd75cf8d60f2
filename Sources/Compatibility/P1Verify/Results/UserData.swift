import Primitives
import VerificationMessages

/// The verified data of the user's document. A text that the service doesn't tell is empty.
public struct UserData: Sendable, Equatable {
    private let fields: IdentityFields

    init(_ fields: IdentityFields) { self.fields = fields }

    /// The given name.
    public func getFirstName() -> String { text(.firstName) }
    /// The family name.
    public func getLastName() -> String { text(.lastName) }
    /// The day of birth, such as `1990-03-15`.
    public func getDateOfBirth() -> String { text(.birthDate) }
    /// The street.
    public func getAddressLine1() -> String { text(.addressStreet) }
    /// Always empty: documents have one line for the street.
    public func getAddressLine2() -> String { "" }
    /// The city.
    public func getCity() -> String { text(.addressCity) }
    /// The state or province.
    public func getState() -> String { text(.addressState) }
    /// The country of residence.
    public func getCountry() -> String { text(.country) }
    /// The postal code.
    public func getPostalCode() -> String { text(.addressZip) }
    /// The document's number.
    public func getDocumentId() -> String { text(.idNumber) }
    /// The last day on which the document is valid, such as `2031-03-15`.
    public func getExpirationDate() -> String { text(.expirationDate) }
    /// The day on which the document was issued, such as `2021-03-15`.
    public func getIssueDate() -> String { text(.issueDate) }
    /// The kind of document by the service's words, such as `DRIVING_LICENSE`.
    public func getIdType() -> String { text(.idType) }
    /// The kind of document by the words of ``IdCard/getCardType()``; empty for a kind that this SDK has no card of.
    public func getCardType() -> String {
        switch IdentityCardType(exactly: text(.idType)) {
        case .drivingLicense: DriverLicense.type
        case .passport: Passport.type
        default: ""
        }
    }
    /// Whether no text is there.
    public func isEmpty() -> Bool { fields.isEmpty }

    private func text(_ field: IdentityField) -> String { fields[field] ?? "" }
}
