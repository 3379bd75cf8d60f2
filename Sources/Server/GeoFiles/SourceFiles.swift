import Foundation
import Primitives
package import Risk
package import RiskScoring

/// The operator's files as sources of predictors.
package struct SourceFiles: RiskSources {
    /// The paths of the files; empty for one that isn't there.
    package struct Paths: Sendable {
        /// The file of places, in the MaxMind DB format.
        package var places = ""
        /// The file of networks with their autonomous systems, in the MaxMind DB format.
        package var networks = ""
        /// The file of networks that hide their users, in the MaxMind DB format.
        package var anonymousNetworks = ""
        /// The list of addresses with their standing.
        package var addresses = ""
        /// The list of mail domains with their standing.
        package var mailDomains = ""

        package init() {}
    }

    /// The greatest length of a list, in bytes.
    private static let longestList = 64 << 20

    private let places, networks, anonymousNetworks: GeoFile?
    private let addresses: AddressStandings?
    private let mailDomains: DomainStandings?

    /// Opens the files.
    /// - Throws: ``GeoFileError``, and ``SourceFileError`` for a list that can't be read.
    package init(_ paths: Paths) throws {
        func file(_ path: String) throws -> GeoFile? { path.isEmpty ? nil : try GeoFile(path: path) }
        places = try file(paths.places)
        networks = try file(paths.networks)
        anonymousNetworks = try file(paths.anonymousNetworks)
        addresses = try Self.list(paths.addresses) { text in try AddressStandings(text) }
        mailDomains = try Self.list(paths.mailDomains) { text in try DomainStandings(text) }
    }

    private static func list<List>(_ path: String, _ read: (String) throws -> List) throws -> List? {
        guard !path.isEmpty else { return nil }
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? handle.close() }
            let data = try handle.read(upToCount: longestList + 1) ?? Data()
            guard data.count <= longestList else { throw SourceFileError(path: path, reason: "it is longer than \(longestList) bytes") }
            guard let text = String(foreign: ByteOrderMark.skipped(in: data)) else {
                throw SourceFileError(path: path, reason: "it is no text in UTF-8")
            }
            return try read(text)
        } catch let error as SourceFileError { throw error } catch { throw SourceFileError(path: path, reason: "\(error)") }
    }

    package func place(of address: IPAddress) -> Lookup<Place> {
        guard let places else { return .unlicensed }
        guard let entry = places.entry(of: address), let latitude = entry.angle("location", "latitude"),
            let longitude = entry.angle("location", "longitude")
        else { return .unknown }
        return .found(
            Place(
                latitude: latitude, longitude: longitude, country: entry.text("country", "iso_code", limit: 8),
                state: entry.text("subdivisions", "0", "iso_code"), city: entry.text("city", "names", "en")))
    }

    package func network(of address: IPAddress) -> Lookup<NetworkOwner> {
        guard let networks else { return .unlicensed }
        guard let entry = networks.entry(of: address), let number = entry.number("autonomous_system_number") else { return .unknown }
        return .found(NetworkOwner(number: number, organization: entry.text("autonomous_system_organization")))
    }

    package func isAnonymous(_ address: IPAddress) -> Lookup<Bool> {
        guard let anonymousNetworks else { return .unlicensed }
        guard let entry = anonymousNetworks.entry(of: address) else { return .unknown }
        return .found(entry.flag("is_anonymous") ?? false)
    }

    package func standing(of address: IPAddress) -> Lookup<Int> {
        guard let addresses else { return .unlicensed }
        return addresses.standing(of: address).map(Lookup.found) ?? .unknown
    }

    package func standing(ofMailDomain domain: String) -> Lookup<Int> {
        guard let mailDomains else { return .unlicensed }
        return mailDomains.standing(of: domain).map(Lookup.found) ?? .unknown
    }
}

/// A list that can't be read.
package struct SourceFileError: Error, CustomStringConvertible {
    /// The path of the file.
    package let path: String
    /// The reason, as an operator reads it.
    package let reason: String

    package var description: String { "\(path) can't be read: \(reason)" }
}
