import Directory
import Foundation
import GeoFiles
import Primitives
import Risk
import RiskScoring
import SignIn
import TestVectors
import Testing

@testable import JourneyEngine

@Suite("Files of the operator's as sources of predictors")
struct SourceTests {
    @Test("places, autonomous systems and anonymous networks from files in the MaxMind DB format")
    func files() async throws {
        try await withFiles { paths in
            let sources = try SourceFiles(paths)
            let (vienna, six) = (try address("192.0.2.77"), try address("2001:db8::1"))
            #expect(sources.place(of: vienna) == .found(PretendSources.vienna))
            #expect(sources.place(of: six).value?.city == "Wellington" && sources.place(of: six).value?.latitude == -41_286_000)
            #expect(try sources.place(of: address("10.0.0.1")) == .unknown)
            #expect(sources.network(of: vienna) == .found(NetworkOwner(number: 64_500, organization: "Example Net")))
            #expect(try sources.isAnonymous(address("203.0.113.9")) == .found(true) && sources.isAnonymous(vienna) == .unknown)
            let server = try await RiskServer(sources: sources)
            try await server.succeed(server.event())
            server.time.advance(by: 3600)
            let recorded = try await server.evaluate(server.event(from: "198.51.100.1"))
            #expect(recorded.result["details"]?["geoVelocity"]?["reason"] == "IMPOSSIBLE_TRAVEL")
        }
    }

    @Test("lists of addresses and mail domains: the narrowest range, the nearest domain; a line that can't be read is named")
    func lists() throws {
        let addresses = try AddressStandings("# ours\n192.0.2.0/24 20\n192.0.2.7 90\n\n2001:db8::/32 50\n0.0.0.0/0 1\n")
        #expect(try addresses.standing(of: address("192.0.2.7")) == 90 && addresses.standing(of: address("192.0.2.8")) == 20)
        #expect(try addresses.standing(of: address("2001:db8:1::")) == 50 && addresses.standing(of: address("8.8.8.8")) == 1)
        #expect(try addresses.standing(of: address("2001:db9::")) == nil)
        let domains = try DomainStandings("throwaway.example 95\nexample 10")
        #expect(domains.standing(of: "mail.Throwaway.example") == 95 && domains.standing(of: "other.example") == 10)
        #expect(domains.standing(of: "example.org") == nil)
        #expect { try AddressStandings("192.0.2.0/24 20\nnowhere 5") } throws: { "\($0)".hasPrefix("line 2") }
        for bad in ["192.0.2.0/33 1", "192.0.2.0/24 101", "192.0.2.0/24", "192.0.2.0/-1 5"] {
            #expect(throws: StandingListError.self, "\(bad)") { try AddressStandings(bad) }
        }
        var paths = SourceFiles.Paths()
        paths.mailDomains = "/nowhere/list"
        #expect(throws: SourceFileError.self) { try SourceFiles(paths) }
    }

    @Test("a broken file is refused when it is opened; one that is broken inside knows nothing, and doesn't crash")
    func broken() async throws {
        let whole = Array(try TestVectors.data("risk/places.mmdb"))
        #expect(throws: GeoFileError.self) { try GeoFile(path: "/nowhere.mmdb") }
        for cut in [0, 1, 100, whole.count / 2] {
            try withFile(Array(whole.prefix(cut))) { path in #expect(throws: GeoFileError.self) { try GeoFile(path: path) } }
        }
        var random = SeededRandom(seed: 4).bytes(4000).makeIterator()
        for _ in 0..<400 {
            var bytes = whole
            for _ in 0..<4 {
                let place = (Int(random.next() ?? 7) << 8 | Int(random.next() ?? 9)) % bytes.count
                bytes[place] = random.next() ?? 0xFF
            }
            try withFile(bytes) { path in
                var paths = SourceFiles.Paths()
                paths.places = path
                guard let sources = try? SourceFiles(paths) else { return }
                _ = sources.place(of: try address("192.0.2.1"))
                _ = sources.place(of: try address("2001:db8::1"))
            }
        }
    }

    @Test("conditions of sign-on policies about networks and places are decided; what can't be told holds")
    func conditions() async throws {
        let (known, blind) = (try await RiskServer(), try await RiskServer(sources: NoRiskSources()))
        func holds(_ json: JSONValue, _ address: String, _ server: RiskServer) async throws -> Bool {
            let object = try #require(json.object)
            let condition = try #require(NetworkCondition(object))
            return condition.holds(try await server.risk.network(of: address, user: server.ada.id, in: server.realm))
        }
        let anonymous: JSONValue = ["anonymousNetwork": ["203.0.113.8/32"], "valid": "${flow.request.http.remoteIp}"]
        #expect(try await holds(anonymous, "203.0.113.9", known))
        #expect(try await !holds(anonymous, "203.0.113.8", known))
        #expect(try await !holds(anonymous, "192.0.2.1", known))
        #expect(try await holds(anonymous, "192.0.2.1", blind))
        let risk: JSONValue = ["ipRisk": ["minScore": 80, "maxScore": 100], "valid": "${flow.request.http.remoteIp}"]
        #expect(try await holds(risk, "203.0.113.9", known))
        #expect(try await !holds(risk, "192.0.2.1", known))
        #expect(try await holds(risk, "192.0.2.1", blind))
        let travel: JSONValue = ["geoVelocity": "${flow.request.http.remoteIp}", "valid": ["previousSuccessfulAuthenticationIp": "x"]]
        #expect(try await !holds(travel, "198.51.100.1", known))
        try await known.succeed(known.event())
        known.time.advance(by: 3600)
        #expect(try await holds(travel, "198.51.100.1", known))
        #expect(try await !holds(travel, "192.0.2.2", known))
        #expect(try await holds(travel, "192.0.2.1", blind))
        #expect(NetworkCondition(["ipRisk": ["minScore": 9, "maxScore": 1]]) == nil && NetworkCondition(["anonymousNetwork": "x"]) == nil)
    }

    private func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

    private func withFiles(_ body: (SourceFiles.Paths) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["places", "networks", "anonymous"] {
            try TestVectors.data("risk/\(name).mmdb").write(to: folder.appendingPathComponent("\(name).mmdb"))
        }
        var paths = SourceFiles.Paths()
        paths.places = folder.path + "/places.mmdb"
        paths.networks = folder.path + "/networks.mmdb"
        paths.anonymousNetworks = folder.path + "/anonymous.mmdb"
        try await body(paths)
    }

    private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        try Data(bytes).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }
}
