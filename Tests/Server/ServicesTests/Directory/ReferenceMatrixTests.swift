import Directory
import Foundation
import Foundations
import Primitives
import ResourceMessages
import Services
import Store
import Testing

@testable import DevicePolicies
@testable import SignIn

/// Whatever names something else in a realm: the name is checked when it is saved, and the thing stays while it is named.
@Suite("Things that name others")
struct ReferenceMatrixTests {
    @Test("each place at which a declared form can name something is tried, here or with the realm's settings")
    func complete() {
        let places = Schema.features.flatMap(\.referrers).flatMap { kind in
            kind.shape(Schema.settings).referents().map { ReferenceCase.key(kind.noun, $0.place, $0.referent) }
        }
        #expect(Set(places.filter { !$0.hasPrefix("realm ") }) == Set(ReferenceCase.all.map(\.key)))
    }

    @Test("one feature keeps each kind of thing that can be named, and no two kinds of things that name others have one noun")
    func owned() {
        let features = Schema.features
        let named = features.flatMap(\.referrers).flatMap { $0.shape(Schema.settings).referents().map(\.referent) }
        let kept = features.flatMap(\.targets).map(\.referent)
        #expect(Set(named) == Set(kept) && Set(kept).count == kept.count)
        let nouns = features.flatMap(\.referrers).map(\.noun)
        #expect(Set(nouns).count == nouns.count)
    }

    @Test("a name of nothing is refused at its place; what is named stays", arguments: ReferenceCase.all.indices)
    func names(_ index: Int) async throws {
        let (one, harness) = (ReferenceCase.all[index], try await DomainHarness())
        let refused = await #expect(throws: ShapeError.self, "\(one.key)") { try await one.save(harness, one.missing) }
        let place = try #require(refused?.problems.first?.target)
        // A condition may stand in others, whose members are between.
        let (parts, wanted) = (place.split(separator: "."), one.place.split(separator: "."))
        #expect(refused?.problems.count == 1 && parts.first == wanted.first && parts.last == wanted.last, "\(one.key) \(place)")
        #expect(refused?.description.contains("the realm has no \(one.referent.rawValue) \(one.missing)") == true, "\(one.key)")
        let name = try await one.make(harness)
        try await one.save(harness, name)
        guard !one.mayBeAbsent else { return try await one.remove(harness, name) }
        let kept = await #expect(throws: DomainError.self, "\(one.key)") { try await one.remove(harness, name) }
        #expect(kept?.code == .conflict, "\(one.key)")
        #expect(kept?.reason.contains("the \(one.referent.rawValue) \(name) is named by \(place) of ") == true, "\(one.key)")
        await harness.close()
    }

    @Test("what an earlier version let dangle may stay when the rest is changed, and nothing new may dangle beside it")
    func earlier() async throws {
        let harness = try await DomainHarness()
        let policies = harness.domain.devicePolicies.mfaPolicies
        try await ReferenceCase.makeNative("app", harness)
        var policy = try await policies.standard(in: harness.realm)
        policy.mobile.applications = [MobileApplicationRules("app")]
        policy = try await policies.replace(policy, in: harness.realm)
        try await harness.database.write { _ = try $0.execute("DELETE FROM applications WHERE id = 'app'") }
        policy.name = "Renamed"
        policy = try await policies.replace(policy, in: harness.realm)
        policy.mobile.applications?.append(MobileApplicationRules("other"))
        let both = policy
        let refused = await #expect(throws: ShapeError.self) { try await policies.replace(both, in: harness.realm) }
        #expect(refused?.problems.count == 1 && refused?.description.contains("native application other") == true)
        await harness.close()
    }

    @Test("an application that is named as a native one stays native", arguments: [true, false])
    func native(_ byPolicy: Bool) async throws {
        let harness = try await DomainHarness()
        let applications = harness.domain.directory.applications
        try await ReferenceCase.makeNative("app", harness)
        if byPolicy {
            try await ReferenceCase.savePolicy(harness) { $0.mobile.applications = [MobileApplicationRules("app")] }
        } else {
            try await ReferenceCase.nameAuthenticator("app", harness)
        }
        var changed = try #require(try await applications.application("app", in: harness.realm.id))
        changed.settings.summary = "still native"
        try await applications.update(changed)
        changed.settings.kind = .web
        let web = changed
        let refused = await #expect(throws: DomainError.self) { try await applications.update(web) }
        #expect(refused?.code == .conflict && refused?.reason.contains("native application app is named by") == true)
        await harness.close()
    }

    @Test("a refused removal tells one that names the thing, and how many more do")
    func several() async throws {
        let harness = try await DomainHarness()
        try await ReferenceCase.makeNative("app", harness)
        try await ReferenceCase.savePolicy(harness) { $0.mobile.applications = [MobileApplicationRules("app")] }
        try await ReferenceCase.nameAuthenticator("app", harness)
        let refused = await #expect(throws: DomainError.self) {
            try await harness.domain.directory.applications.delete("app", in: harness.realm.id)
        }
        #expect(refused?.reason.contains("authenticatorApplication of the realm's settings and 1 more; change that first") == true)
        await harness.close()
    }
}
