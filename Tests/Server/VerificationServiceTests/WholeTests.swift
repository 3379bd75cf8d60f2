import Directory
import Foundation
import Foundations
import Primitives
import Testing
import VerificationMessages
import Verifications
import Vision
import VisionMessages
import Workers

@Suite("Verifications with the program that reads pictures", .timeLimit(.minutes(5)))
struct WholeTests {
    /// The processes that read images.
    private struct Processes: PictureReading {
        let reader: ImageReader

        func report(_ readings: Set<VisionReading>, of image: [UInt8], in realm: UUID) async throws -> VisionReport? {
            try await reader.read(readings, from: image, for: Asker(address: "verification", in: realm))
        }
    }

    @Test("a drawn licence is read, and its user verified; a selfie without a face fails", arguments: [false, true])
    func licence(_ hasSelfie: Bool) async throws {
        var configuration = ImageReader.Configuration(program: ImageReader.siblingProgram)
        configuration.workers.processes = 1
        let reader = ImageReader(configuration)
        do {
            let server = try await VerifyServer(pictures: Processes(reader: reader))
            server.policies.change { policy in
                policy.facialComparison.use = hasSelfie ? .required : .disabled
                policy.recordMatching.familyName = RecordMatchingRule.Rule()
            }
            let app = try await server.begun()
            let report = try await app.verify(with: hasSelfie ? [try await app.selfie()] : [])
            #expect(report.status == (hasSelfie ? .fail : .success))
            let metadata = try await server.verifications.metaData(of: try app.id, of: server.user.id, at: server.site)
            #expect(metadata.first { $0.type == .documentAuthentication }?.status == .pass)
            #expect(metadata.first { $0.type == .biographicMatch }?.status == .pass)
            if hasSelfie { #expect(report.providers.first?.messages.keys.contains("selfieFace") == true) }
            if !hasSelfie { #expect(report.userData[.lastName] == "Specimen") }
        } catch {
            await reader.close()
            throw error
        }
        await reader.close()
    }
}
