import Foundation
import GeoFiles
import Risk
import RiskScoring

/// A file in memory, for libmaxminddb opens files by their path only.
private let path = "/dev/shm/gatehouse-fuzz-\(getpid()).mmdb"

/// Broken files in the MaxMind DB format, through our reader: a file is refused, or knows something or nothing of an address. Places are within
/// their bounds.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGeoFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard FileManager.default.createFile(atPath: path, contents: Data(UnsafeBufferPointer(start: start, count: count))) else {
        preconditionFailure("no file in memory")
    }
    var paths = SourceFiles.Paths()
    (paths.places, paths.networks, paths.anonymousNetworks) = (path, path, path)
    guard let files = try? SourceFiles(paths) else { return 0 }
    for text in ["192.0.2.7", "203.0.113.9", "198.51.100.255", "0.0.0.0", "255.255.255.255", "2001:db8::1", "::", "ffff::ffff"] {
        guard let address = IPAddress(text) else { continue }
        if let place = files.place(of: address).value {
            precondition(abs(place.latitude) <= 180_000_000 && abs(place.longitude) <= 180_000_000, "a place on no globe")
            precondition([place.country, place.state, place.city].allSatisfy { ($0?.utf8.count ?? 0) <= 128 }, "a long name")
        }
        if let owner = files.network(of: address).value { precondition((owner.organization?.utf8.count ?? 0) <= 128, "a long name") }
        _ = files.isAnonymous(address)
    }
    return 0
}
