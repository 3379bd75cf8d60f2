/// A field of the documented licence object.
public enum LicenceField: String, Sendable, Hashable, CaseIterable {
    // Of the holder.
    case firstName, middleName, lastName, gender, birthDate, weight, height, hairColor, eyeColor
    // Of the address.
    case addressStreet, addressCity, addressState, addressZip
    // Of the document.
    case country, issueDate, expirationDate, idNumber
}
