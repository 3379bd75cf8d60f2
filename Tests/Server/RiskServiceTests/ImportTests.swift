import Foundation
import JourneyTransfer
import Primitives
import AMFormat
import Directory
import JourneyMessages
import Risk
import Services
import SignIn
import Testing

@Suite("Journeys of other makers that contain nodes of PingOne Protect")
struct ImportTests {
    @Test("are imported unmodified, no node of theirs foreign; they run, and go out as they came")
    func protect() async throws {
        let server = try await RiskServer()
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Interop/exports/protect.json")
            .standardizedFileURL
        let plan = try await ImportPlan(
            JourneyImport([ImportFile(path: "protect.json", bytes: Array(try Data(contentsOf: file)))]), into: server.realm,
            of: server.domain)
        #expect(plan.findings.filter { $0.reason.contains("foreign") }.isEmpty, "\(plan.findings)")
        #expect(Set(plan.findings.compactMap(\.member)).isSubset(of: ["pingOneWorker", "tntpPingOneConfigName"]), "\(plan.findings)")
        try await server.domain.bundles.store(plan.bundle, in: server.realm.id)
        let login = Login(server)
        let step = try await login.begin("Protected")
        #expect(step.callbacks[0].type == .protectInitialize)
        let older = Login(server)
        #expect(try await older.begin("ProtectedOfOld").callbacks[0].type == .metadata)
    }
}
