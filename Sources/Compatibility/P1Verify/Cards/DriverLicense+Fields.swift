import Primitives
import VerificationMessages

/// The texts, as they are encoded in the barcode.
extension DriverLicense {
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
    /// Sets the street.
    public func setAddressStreet(_ value: String) { fields[.addressStreet] = value }
    /// The street; empty before it was set.
    public func getAddressStreet() -> String { text(.addressStreet) }
    /// Sets the city.
    public func setAddressCity(_ value: String) { fields[.addressCity] = value }
    /// The city; empty before it was set.
    public func getAddressCity() -> String { text(.addressCity) }
    /// Sets the state or province.
    public func setAddressState(_ value: String) { fields[.addressState] = value }
    /// The state or province; empty before it was set.
    public func getAddressState() -> String { text(.addressState) }
    /// Sets the postal code.
    public func setAddressZip(_ value: String) { fields[.addressZip] = value }
    /// The postal code; empty before it was set.
    public func getAddressZip() -> String { text(.addressZip) }
    /// Sets the country of residence.
    public func setCountry(_ value: String) { fields[.country] = value }
    /// The country of residence; empty before it was set.
    public func getCountry() -> String { text(.country) }
    /// Sets the day of issue.
    public func setIssueDate(_ value: String) { fields[.issueDate] = value }
    /// The day of issue; empty before it was set.
    public func getIssueDate() -> String { text(.issueDate) }
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
    /// Sets the weight.
    public func setWeight(_ value: String) { fields[.weight] = value }
    /// The weight; empty before it was set.
    public func getWeight() -> String { text(.weight) }
    /// Sets the height.
    public func setHeight(_ value: String) { fields[.height] = value }
    /// The height; empty before it was set.
    public func getHeight() -> String { text(.height) }
    /// Sets the colour of the hair.
    public func setHairColor(_ value: String) { fields[.hairColor] = value }
    /// The colour of the hair; empty before it was set.
    public func getHairColor() -> String { text(.hairColor) }
    /// Sets the colour of the eyes.
    public func setEyeColor(_ value: String) { fields[.eyeColor] = value }
    /// The colour of the eyes; empty before it was set.
    public func getEyeColor() -> String { text(.eyeColor) }
}
