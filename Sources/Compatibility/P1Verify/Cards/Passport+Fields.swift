import Primitives
import VerificationMessages

/// The texts, as the app has read them.
extension Passport {
    /// Sets the given name.
    public func setFirstName(_ value: String) { fields[.firstName] = value }
    /// The given name; empty before it was set.
    public func getFirstName() -> String { text(.firstName) }
    /// Sets the middle name.
    public func setMiddleName(_ value: String) { fields[.middleName] = value }
    /// The middle name; empty before it was set.
    public func getMiddleName() -> String { text(.middleName) }
    /// Sets the family name.
    public func setLastName(_ value: String) { fields[.lastName] = value }
    /// The family name; empty before it was set.
    public func getLastName() -> String { text(.lastName) }
    /// Sets the gender.
    public func setGender(_ value: String) { fields[.gender] = value }
    /// The gender; empty before it was set.
    public func getGender() -> String { text(.gender) }
    /// Sets the country of residence.
    public func setCountry(_ value: String) { fields[.country] = value }
    /// The country of residence; empty before it was set.
    public func getCountry() -> String { text(.country) }
    /// Sets the country of birth, or nationality.
    public func setNationality(_ value: String) { fields[.nationality] = value }
    /// The country of birth, or nationality; empty before it was set.
    public func getNationality() -> String { text(.nationality) }
    /// Sets the last day of validity.
    public func setExpirationDate(_ value: String) { fields[.expirationDate] = value }
    /// The last day of validity; empty before it was set.
    public func getExpirationDate() -> String { text(.expirationDate) }
    /// Sets the day of birth.
    public func setBirthDate(_ value: String) { fields[.birthDate] = value }
    /// The day of birth; empty before it was set.
    public func getBirthDate() -> String { text(.birthDate) }
    /// Sets the document's number.
    public func setIdNumber(_ value: String) { fields[.idNumber] = value }
    /// The document's number; empty before it was set.
    public func getIdNumber() -> String { text(.idNumber) }
    /// Sets the personal number.
    public func setPersonalNumber(_ value: String) { fields[.personalNumber] = value }
    /// The personal number; empty before it was set.
    public func getPersonalNumber() -> String { text(.personalNumber) }
}
