import Foundation
import Primitives
import Testing
@testable import Directory
@testable import Foundations

@Suite("Quotas of those who haven't signed in")
struct QuotaTests {
    private func realm(_ most: Int) -> Realm {
        var settings = RealmSettings()
        (settings[BoundsSettings.self].keptRequestsPerAddressAndMinute, settings[BoundsSettings.self].failuresPerAddressAndMinute) = (
            most, most
        )
        settings[BoundsSettings.self].nameChecksPerAddressAndMinute = most
        return Realm(id: UUID(), path: .root, settings: settings)
    }

    private func admitted(
        _ quotas: Quotas, _ kind: Quotas.Kind, bytes: Int = 0, from address: String, in realm: Realm, of count: Int
    ) async throws -> Int {
        var admitted = 0
        for _ in 0..<count where try await quotas.admits(kind, bytes: bytes, from: address, in: realm) { admitted += 1 }
        return admitted
    }

    @Test("one prefix has so many a minute of each kind, and takes nothing from others", arguments: Quotas.Kind.allCases)
    func prefix(_ kind: Quotas.Kind) async throws {
        let (quotas, time, realm) = make(3)
        let most =
            switch kind {
            case .journeyRow: 300
            case .walletKeys: 30
            default: 3
            }
        #expect(try await admitted(quotas, kind, from: "2001:db8::1", in: realm, of: 400) == most)
        #expect(try await admitted(quotas, kind, from: "2001:db8::2", in: realm, of: 400) == 0, "the same network")
        #expect(try await admitted(quotas, kind, from: "2001:db8:0:1::1", in: realm, of: 400) == most)
        #expect(try await admitted(quotas, kind, from: "2001:db8::1", in: self.realm(3), of: 400) == most, "another realm")
        time.advance(by: 60)
        #expect(try await admitted(quotas, kind, from: "2001:db8::1", in: realm, of: 400) == most)
    }

    @Test("while all is used up, each prefix has a small share left")
    func crowd() async throws {
        let (quotas, _, realm) = make(20)
        for prefix in 0..<50 { #expect(try await admitted(quotas, .flow, from: "192.0.2.\(prefix)", in: realm, of: 20) == 20) }
        #expect(try await admitted(quotas, .flow, from: "198.51.100.1", in: realm, of: 20) == 1)
        #expect(try await admitted(quotas, .pushedRequest, from: "198.51.100.1", in: realm, of: 20) == 20, "another kind")
    }

    @Test("of more prefixes than can be counted the others share one count")
    func bounded() async throws {
        let (quotas, _, realm) = make(3)
        var admitted = 0
        for number in 0..<30_000 {
            let address = "10.\(number >> 16).\(number >> 8 & 255).\(number & 255)"
            if try await quotas.admits(.nameCheck, bytes: 0, from: address, in: realm) { admitted += 1 }
        }
        #expect((20_000..<20_010).contains(admitted))
    }

    @Test("bytes are counted by address, by the network around it and by realm, whatever kind they are of")
    func bytes() async throws {
        let (quotas, time, realm) = makeBytes(1024)
        func admitted(_ address: String, _ count: Int = 100, _ kind: Quotas.Kind = .pushedRequest) async throws -> Int {
            try await self.admitted(quotas, kind, bytes: 512, from: address, in: realm, of: count)
        }
        func admitted(of addresses: [String]) async throws -> Int {
            var sum = 0
            for address in addresses { sum += try await admitted(address) }
            return sum
        }
        #expect(try await admitted("192.0.2.1") == 2)
        #expect(try await admitted("192.0.2.1", 1, .flow) == 0, "another kind")
        #expect(try await admitted(of: (2...20).map { "192.0.2.\($0)" }) == 14, "the network has eight times as much")
        #expect(try await admitted(of: (1...20).map { "198.51.\($0).1" }) == 16, "the realm has sixteen times as much")
        #expect(try await quotas.admits(.nameCheck, bytes: 0, from: "192.0.2.1", in: realm), "what keeps nothing")
        time.advance(by: 60)
        #expect(try await admitted("192.0.2.1") == 2)
        #expect(try await admitted("2001:db8:0:1::1") == 2)
        #expect(try await admitted(of: (2...40).map { "2001:db8:0:\(String($0, radix: 16))::1" }) == 14, "a /48")
    }

    private func makeBytes(_ most: Int) -> (Quotas, ManualTime, Realm) {
        let time = ManualTime()
        var settings = RealmSettings()
        settings[BoundsSettings.self].keptBytesPerAddressAndMinute = most
        return (Quotas(over: nil, time: time), time, Realm(id: UUID(), path: .root, settings: settings))
    }

    private func make(_ most: Int) -> (Quotas, ManualTime, Realm) {
        let time = ManualTime()
        return (Quotas(over: nil, time: time), time, realm(most))
    }
}
