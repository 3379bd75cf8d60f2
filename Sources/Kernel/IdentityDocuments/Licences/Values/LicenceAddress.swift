/// An address on a licence.
public struct LicenceAddress: Sendable, Hashable {
    /// The street.
    public var street: String
    /// The second line of the street; empty when there is none.
    public var secondStreet: String
    /// The city.
    public var city: String
    /// The letters of the state or province, which needn't be the issuer's.
    public var jurisdiction: String
    /// The postal code as its country writes it: `12345`, `12345-6789`, `A1A 1A1`; as encoded when it is neither.
    public var postalCode: String

    /// An address; empty by default.
    public init(street: String = "", secondStreet: String = "", city: String = "", jurisdiction: String = "", postalCode: String = "") {
        self.street = street
        self.secondStreet = secondStreet
        self.city = city
        self.jurisdiction = jurisdiction
        self.postalCode = postalCode
    }
}
