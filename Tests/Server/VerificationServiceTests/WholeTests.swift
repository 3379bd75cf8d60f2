import Directory
import Foundation
import Foundations
import Primitives
import Services
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

        func report(_ readings: Set<VisionReading>, of image: [UInt8], in realm: UUID) async throws -> ReadPicture {
            .read(try await reader.read(readings, from: image, for: Asker(address: "verification", in: realm)))
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

    private static let examples: [(IdentityCardType, [String], VerificationStatus)] = [
        (.drivingLicense, ["license-front", "license-back"], .success), (.passport, ["passport"], .success),
        (.drivingLicense, ["expired-license-front", "expired-license-back"], .fail),
    ]

    @Test("the demonstration's documents are its user's, and the other one has expired", arguments: examples)
    func demonstration(_ type: IdentityCardType, _ names: [String], _ status: VerificationStatus) async throws {
        var configuration = ImageReader.Configuration(program: ImageReader.siblingProgram)
        configuration.workers.processes = 1
        let reader = ImageReader(configuration)
        do {
            let server = try await VerifyServer(pictures: Processes(reader: reader))
            _ = try await server.domain.directory.accounts.change(server.user.id, in: server.realm, as: .administrator) {
                ($0["givenName"], $0["sn"]) = ("Demo", "User")
            }
            server.policies.change { policy in
                policy.recordMatching.familyName = RecordMatchingRule.Rule()
                policy.recordMatching.givenName = RecordMatchingRule.Rule()
            }
            let app = try await server.begun()
            let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../examples/documents").standardized
            var images: [ImageReference] = []
            for (name, side) in zip(names, [ImageSide.front, .back]) {
                images.append(try await app.image(Array(try Data(contentsOf: folder.appending(path: "\(name).jpg"))), side))
            }
            let answer = try await app.submit([IdentityCard(type: type, id: "card", images: images)])
            try #require(answer.status == 202, "\(answer.text)")
            try await server.work()
            let report = try await app.report()
            #expect(report.status == status, "\(report.providers)")
            #expect(report.userData[.lastName]?.lowercased() == (status == .success ? "user" : nil))
        } catch {
            await reader.close()
            throw error
        }
        await reader.close()
    }
}
