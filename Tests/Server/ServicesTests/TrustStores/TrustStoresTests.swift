import AttestationTesting
import Foundation
import Primitives
import Store
import Testing
import WebAuthn
@testable import Services
@testable import Directory
@testable import Foundations
@testable import DevicePolicies

@Suite("Trust stores")
struct TrustStoresTests {
    private static let model = "0132d110-bf4e-4208-a403-ab4f5f12efe5"

    private func blob(number: Int, _ statuses: [String]) throws -> MetadataBlob {
        try MetadataBlob(payload: MetadataPublisher.payload(number: number, Self.model, statuses).encoded)
    }

    @Test("of each kind that files bring they take the place of what was there, and leave the rest")
    func replaced() async throws {
        let harness = try await DomainHarness()
        let (stores, realm, now) = (harness.domain.devicePolicies.trustStores, harness.realm.id, harness.domain.platform.time.now)
        let (first, second) = (try PretendAuthority("First", at: now), try PretendAuthority("Second", at: now))
        func load(_ files: [[UInt8]], _ metadata: MetadataBlob? = nil) async throws -> TrustStore {
            var material = TrustMaterial()
            for file in files { try material.add(file: file) }
            return try await stores.load(material, metadata: metadata, as: "keys", in: realm)
        }
        _ = try await load([first.root, second.root])
        let listed = try await load([first.revocationList(of: .root), first.revocationList(of: .authority, revoking: true)])
        #expect(listed.certificates.count == 2 && listed.revocations.map(\.count) == [0, 1] && listed.metadata == nil)
        let told = try await load([second.root], blob(number: 3, ["FIDO_CERTIFIED_L1"]))
        #expect(told.certificates.map(\.der) == [try second.root] && told.revocations.count == 2)
        #expect(told.metadata == .init(number: 3, nextUpdate: "2026-12-01", models: 2))
        let names = [Self.model, "abcdef", "other"]
        #expect(try await Set(stores.models(named: names, of: "keys", in: realm).keys) == [Self.model, "abcdef"])
        #expect(try await stores.models(named: [Self.model], of: "others", in: realm).isEmpty)
        #expect(try await stores.all(in: realm).map(\.alias) == ["keys"])
        #expect(try await stores.store("keys", in: UUID()) == nil)
        #expect(try await stores.remove("keys", in: realm))
        #expect(try await !stores.remove("keys", in: realm))
        #expect(try await stores.models(named: [Self.model], of: "keys", in: realm).isEmpty)
        await harness.close()
    }

    @Test("an older metadata file doesn't bring back what was revoked since")
    func older() async throws {
        let harness = try await DomainHarness()
        let (stores, realm) = (harness.domain.devicePolicies.trustStores, harness.realm.id)
        _ = try await stores.load(TrustMaterial(), metadata: blob(number: 8, ["REVOKED"]), as: "keys", in: realm)
        await #expect(throws: DomainError.self) {
            try await stores.load(TrustMaterial(), metadata: blob(number: 7, []), as: "keys", in: realm)
        }
        #expect(try await stores.models(named: [Self.model], of: "keys", in: realm)[Self.model]?.isCompromised == true)
        _ = try await stores.load(TrustMaterial(), metadata: blob(number: 9, []), as: "keys", in: realm)
        #expect(try await stores.models(named: [Self.model], of: "keys", in: realm)[Self.model]?.isCompromised == false)
        await harness.close()
    }

    @Test("nothing, and an alias that is none, are refused", arguments: ["keys", "", "a b", "a/b"])
    func refused(_ alias: String) async throws {
        let harness = try await DomainHarness()
        var material = TrustMaterial()
        if alias != "keys" { try material.add(file: PretendAuthority(at: harness.domain.platform.time.now).root) }
        let files = material
        await #expect(throws: DomainError.self) {
            try await harness.domain.devicePolicies.trustStores.load(files, as: alias, in: harness.realm.id)
        }
        await harness.close()
    }
}
