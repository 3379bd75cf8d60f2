internal import Primitives
internal import Risk
internal import RiskScoring

/// The networks of a simulated world: `10.C.X.Y` is in the country of number C, and some countries' upper half are networks that hide their
/// users.
struct SimulatedPlaces: RiskSources {
    /// Countries, with the latitude and longitude of their capitals in degrees.
    static let countries: [(code: String, latitude: Int, longitude: Int)] = [
        ("AT", 48, 16), ("DE", 52, 13), ("FR", 49, 2), ("PT", 39, -9), ("GB", 51, 0), ("SE", 59, 18), ("US", 39, -77), ("BR", -16, -48),
        ("JP", 36, 140), ("NZ", -41, 175), ("ZA", -26, 28), ("IN", 29, 77),
    ]

    /// An address of a country.
    static func address(in country: Int, _ number: Int, isHidden: Bool = false) -> String {
        "10.\(country).\(number / 250 % 100 + (isHidden ? 128 : 0)).\(number % 250 + 1)"
    }

    func place(of address: IPAddress) -> Lookup<Place> {
        let bytes = Array(address.bytes.suffix(4))
        guard address.isIPv4, bytes[0] == 10, Int(bytes[1]) < Self.countries.count else { return .unknown }
        let country = Self.countries[Int(bytes[1])]
        return .found(Place(latitude: country.latitude * 1_000_000, longitude: country.longitude * 1_000_000, country: country.code))
    }

    func isAnonymous(_ address: IPAddress) -> Lookup<Bool> {
        let bytes = Array(address.bytes.suffix(4))
        return .found(address.isIPv4 && bytes[0] == 10 && bytes[2] >= 128)
    }

    func network(of address: IPAddress) -> Lookup<NetworkOwner> { .unlicensed }
    func standing(of address: IPAddress) -> Lookup<Int> { .unlicensed }
    func standing(ofMailDomain domain: String) -> Lookup<Int> { .unlicensed }
}
