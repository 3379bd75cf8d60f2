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

    private func admitted(_ quotas: Quotas, _ kind: Quotas.Kind, from address: String, in realm: Realm, of count: Int) -> Int {
        (0..<count).count { _ in quotas.admits(kind, bytes: 0, from: address, in: realm) }
    }

    @Test("one prefix has so many a minute of each kind, and takes nothing from others", arguments: Quotas.Kind.allCases)
    func prefix(_ kind: Quotas.Kind) {
        let (quotas, time, realm) = make(3)
        let most =
            switch kind {
            case .journeyRow: 300
            case .walletKeys: 30
            default: 3
            }
        #expect(admitted(quotas, kind, from: "2001:db8::1", in: realm, of: 400) == most)
        #expect(admitted(quotas, kind, from: "2001:db8::2", in: realm, of: 400) == 0, "the same network")
        #expect(admitted(quotas, kind, from: "2001:db8:0:1::1", in: realm, of: 400) == most)
        #expect(admitted(quotas, kind, from: "2001:db8::1", in: self.realm(3), of: 400) == most, "another realm")
        time.advance(by: 60)
        #expect(admitted(quotas, kind, from: "2001:db8::1", in: realm, of: 400) == most)
    }

    @Test("while all is used up, each prefix has a small share left")
    func crowd() {
        let (quotas, _, realm) = make(20)
        for prefix in 0..<50 { #expect(admitted(quotas, .flow, from: "192.0.2.\(prefix)", in: realm, of: 20) == 20) }
        #expect(admitted(quotas, .flow, from: "198.51.100.1", in: realm, of: 20) == 1)
        #expect(admitted(quotas, .pushedRequest, from: "198.51.100.1", in: realm, of: 20) == 20, "another kind")
    }

    @Test("of more prefixes than can be counted the others share one count")
    func bounded() {
        let (quotas, _, realm) = make(3)
        let admitted = (0..<30_000).count {
            quotas.admits(.nameCheck, bytes: 0, from: "10.\($0 >> 16).\($0 >> 8 & 255).\($0 & 255)", in: realm)
        }
        #expect(admitted < 20_010)
    }

    @Test("bytes are counted by address, by the network around it and by realm, whatever kind they are of")
    func bytes() {
        let (quotas, time, realm) = makeBytes(1024)
        func admitted(_ address: String, _ count: Int = 100, _ kind: Quotas.Kind = .pushedRequest) -> Int {
            (0..<count).count { _ in quotas.admits(kind, bytes: 512, from: address, in: realm) }
        }
        #expect(admitted("192.0.2.1") == 2)
        #expect(admitted("192.0.2.1", 1, .flow) == 0, "another kind")
        #expect((2...20).reduce(0) { $0 + admitted("192.0.2.\($1)") } == 14, "the network has eight times as much")
        #expect((1...20).reduce(0) { $0 + admitted("198.51.\($1).1") } == 16, "the realm has sixteen times as much")
        #expect(quotas.admits(.nameCheck, bytes: 0, from: "192.0.2.1", in: realm), "what keeps nothing")
        time.advance(by: 60)
        #expect(admitted("192.0.2.1") == 2)
        #expect(admitted("2001:db8:0:1::1") == 2)
        #expect((2...40).reduce(0) { $0 + admitted("2001:db8:0:\(String($1, radix: 16))::1") } == 14, "a /48")
    }

    private func makeBytes(_ most: Int) -> (Quotas, ManualTime, Realm) {
        let time = ManualTime()
        var settings = RealmSettings()
        settings[BoundsSettings.self].keptBytesPerAddressAndMinute = most
        return (Quotas(time: time), time, Realm(id: UUID(), path: .root, settings: settings))
    }

    private func make(_ most: Int) -> (Quotas, ManualTime, Realm) {
        let time = ManualTime()
        return (Quotas(time: time), time, realm(most))
    }
}
