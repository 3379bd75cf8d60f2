import Foundation
import Primitives
import Testing
@testable import Directory
@testable import Foundations

@Suite("Quotas of those who haven't signed in")
struct QuotaTests {
    private func realm(_ most: Int) -> Realm {
        var settings = RealmSettings()
        (settings.keptRequestsPerAddressAndMinute, settings.failuresPerAddressAndMinute) = (most, most)
        settings.nameChecksPerAddressAndMinute = most
        return Realm(id: UUID(), path: .root, settings: settings)
    }

    private func admitted(_ quotas: Quotas, _ kind: Quotas.Kind, from address: String, in realm: Realm, of count: Int) -> Int {
        (0..<count).count { _ in quotas.admits(kind, from: address, in: realm) }
    }

    @Test("one prefix has so many a minute of each kind, and takes nothing from others", arguments: Quotas.Kind.allCases)
    func prefix(_ kind: Quotas.Kind) {
        let (quotas, time, realm) = make(3)
        let most = kind == .journeyRow ? 300 : 3
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
        let admitted = (0..<30_000).count { quotas.admits(.nameCheck, from: "10.\($0 >> 16).\($0 >> 8 & 255).\($0 & 255)", in: realm) }
        #expect(admitted < 20_010)
    }

    private func make(_ most: Int) -> (Quotas, ManualTime, Realm) {
        let time = ManualTime()
        return (Quotas(time: time), time, realm(most))
    }
}
