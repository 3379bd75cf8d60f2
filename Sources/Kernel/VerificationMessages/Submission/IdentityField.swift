/// A field of a document, by the documented names of verified data and of the documented SDK's cards.
public enum IdentityField: String, Sendable, CaseIterable {
    case firstName, lastName, middleName, gender, birthDate, expirationDate, issueDate, idNumber, idType, addressStreet, addressCity,
        addressState, addressZip, country, issuingCountry, nationality, personalNumber, weight, height, hairColor, eyeColor
}
