import Foundation
import IdentityDocuments
import Testing

@Suite("Kinds of findings, in the page and in the tests")
struct PageTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    private static let page = try? String(contentsOf: folder.appending(path: "../../../docs/verify.md").standardized, encoding: .utf8)

    /// The sources of this folder's other tests.
    private static let tests = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil))?
        .filter { $0.lastPathComponent.hasSuffix("Tests.swift") && $0.lastPathComponent != "PageTests.swift" }
        .compactMap { try? String(contentsOf: $0, encoding: .utf8) }.joined()

    @Test("each kind stands in docs/verify.md, and a test expects it", arguments: LicenceFindingKind.allCases)
    func licences(kind: LicenceFindingKind) throws {
        #expect(try #require(Self.page).contains("`\(kind.rawValue)`"))
        #expect(try #require(Self.tests).contains(".\(kind.rawValue)"))
    }

    @Test("of zones too", arguments: ZoneFinding.Kind.allCases)
    func zones(kind: ZoneFinding.Kind) throws {
        #expect(try #require(Self.page).contains("`\(kind.rawValue)`"))
        #expect(try #require(Self.tests).contains(".\(kind.rawValue)"))
    }

    @Test("and the rules of repairs", arguments: ZoneRepair.Rule.allCases)
    func repairs(rule: ZoneRepair.Rule) throws {
        #expect(try #require(Self.page).contains("`\(rule.rawValue)`"))
        #expect(try #require(Self.tests).contains(".\(rule.rawValue)"))
    }
}
