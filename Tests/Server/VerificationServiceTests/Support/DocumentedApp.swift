import DeviceFoundation
import Directory
import Foundation
import P1Verify
import Primitives
import Testing
import VerificationMessages
import Verifications

/// An app with the documented SDK, whose server is the test's.
final class DocumentedApp: NotificationHandler {
    let server: VerifyServer
    let transport: RouteTransport
    private let results: AsyncStream<Result<VerificationResult, IdvError>>
    private let told: AsyncStream<Result<VerificationResult, IdvError>>.Continuation

    /// The app on a new device, which this process has one of: tests of it are serialized.
    init(_ server: VerifyServer) {
        self.server = server
        transport = RouteTransport(server)
        (results, told) = AsyncStream.makeStream()
        let (transport, store) = (transport, InMemoryStore())
        var environment = Environment(transport: { transport }, store: { store })
        environment.time = server.time
        environment.random = SeededRandom(seed: 11)
        environment.faces = nil
        let place = ["p1v_server": VerifyServer.address, "p1v_realm": server.realm.id.text]
        environment.properties = { place[$0] }
        Environment.current = environment
    }

    func handleResult(_ verificationResult: VerificationResult) { told.yield(.success(verificationResult)) }
    func handleError(_ error: IdvError) { told.yield(.failure(error)) }

    /// The next result that the handler gets.
    func result() async throws(IdvError) -> VerificationResult {
        for await result in results { return try result.get() }
        throw .cannotGetValidationStatus
    }

    /// Makes the service.
    func create(_ builder: IdvService.Builder) async throws -> IdvService {
        try await withCheckedThrowingContinuation { continuation in
            builder.setNotificationHandler(self).create { continuation.resume(with: $0) }
        }
    }

    /// Begins a new transaction of the server's by its code.
    func begin(_ order: VerifyTransactionOrder = VerifyTransactionOrder()) async throws -> (id: UUID, service: IdvService) {
        let (transaction, code) = try await server.create(order)
        return (transaction.id, try await create(.initWithNewConfig(for: code.reveal())))
    }

    /// Submits cards, and has the server do its work.
    @discardableResult
    func submit(_ cards: [IdCard], by service: IdvService) async throws -> VerifyStatus {
        let status = try await withCheckedThrowingContinuation { continuation in
            service.submitDataForVerification(data: cards) { result in continuation.resume(with: result.mapError { $0 as any Error }) }
        }
        try await server.work()
        return status
    }

    /// The state, as the handler gets it.
    func status(of service: IdvService) async throws -> VerifyStatus {
        service.checkVerificationStatus()
        return try await result().getValidationStatus()
    }

    /// The licence of the vectors.
    func licence() throws -> DriverLicense {
        let license = DriverLicense()
        license.cardId = "card"
        license.frontImage = try Self.image("rgb.png")
        license.backImage = try Self.image("licence.png")
        return license
    }

    static func image(_ name: String) throws -> UIImage { try #require(UIImage(data: Data(ScriptedPictures.file(name)))) }
}
