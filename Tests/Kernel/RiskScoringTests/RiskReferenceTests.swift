import Foundation
import Primitives
import Testing

@testable import RiskScoring

@Suite("The page of all declarations of risk")
struct RiskReferenceTests {
    @Test("docs/risk-declarations.md is what gatehouse risk members --markdown prints")
    func page() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/risk-declarations.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        #expect(page == RiskReference.markdown, "write it anew: gatehouse risk members --markdown > docs/risk-declarations.md")
    }

    @Test("each type has a section, with the members that stand in others, and whether they have an effect")
    func sections() throws {
        let names = RiskReference.sections.map(\.name)
        #expect(PredictorType.allCases.allSatisfy { names.contains($0.rawValue) } && Set(names).count == names.count)
        let velocity = try #require(RiskReference.sections.first { $0.name == "VELOCITY" }?.rows)
        #expect(velocity.first { $0.path == "every.minSample" }?.initial == "5")
        #expect(velocity.first { $0.path == "slidingWindow.minSample" }?.help?.hasPrefix("**No effect:**") == true)
    }
}
