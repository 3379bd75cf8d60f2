import ClientTesting
import DeviceFoundation
import DeviceMessages
import DistributedID
import Foundation
import JOSE
import P1Verify
import Primitives
import Synchronization
import Testing
import VerificationMessages
import VerificationTesting

/// The documented SDK, whose settings a process has once.
@Suite("The documented SDK of verifications", .serialized, OnOwnThreads(), SharedSettings())
struct DocumentedVerifyTests {
    let time = ManualTime()
    let server: PretendVerifier
    let store = InMemoryStore()
    let random = SeededRandom(seed: 3)
    let handler = Handler()

    init() throws {
        server = try PretendVerifier(time: time)
        install(server)
    }

    private func install(_ server: PretendVerifier, faces: (any FaceFinder)? = FixedFace()) {
        let store = store
        var environment = P1Verify.Environment(transport: { server }, store: { store })
        environment.time = time
        environment.random = random
        environment.faces = faces
        environment.users = SimulatedVerification(.face)
        environment.properties = {
            ["p1v_app_id": "app-1", "p1v_server": PretendVerifier.place.origin, "p1v_realm": PretendVerifier.place.realm.uuidString][$0]
        }
        P1Verify.Environment.current = environment
    }

    private func create(_ builder: IdvService.Builder) async throws -> IdvService {
        try await completed { builder.create(onComplete: $0) }.get()
    }

    private func failure(_ builder: IdvService.Builder) async -> IdvError? {
        do { _ = try await create(builder) } catch { return error as? IdvError }
        return nil
    }

    private func code(_ code: String = PretendVerifier.code) -> IdvService.Builder {
        IdvService.Builder.initWithNewConfig(for: code).setNotificationHandler(handler)
    }

    private func cards() throws -> [IdCard] {
        let license = DriverLicense()
        license.cardId = "card-1"
        license.setFirstName("ANNA")
        license.setIdNumber("D1234567")
        try license.setFrontImage(image(1))
        license.setBackImage(try image(2))
        let selfie = Selfie()
        selfie.cardId = "selfie-1"
        selfie.setSelfie(try image(3))
        return [license, selfie]
    }

    private func image(_ number: UInt8) throws -> UIImage { try #require(UIImage(data: Data(PretendVerifier.png(number)))) }

    private func submit(_ cards: [IdCard], by service: IdvService) async throws -> VerifyStatus {
        try await completed { service.submitDataForVerification(data: cards, onComplete: $0) }.get()
    }

    @Test("from the code to the result, by push, and again from what is saved")
    func flow() async throws {
        let service = try await create(code().setPushNotificationToken(Data(repeating: 0xAB, count: 32)).setPushSandbox(true))
        let push = server.state.withLock { $0.push }
        #expect(service.isSandbox() && push == .apns(token: String(repeating: "ab", count: 32), isSandbox: true))
        #expect(try await submit(try cards(), by: service) == .IN_PROGRESS)
        let sent = try #require(server.submissions.first)
        #expect(sent.cards.map(\.type) == [.drivingLicense, .selfie] && sent.cards.map(\.id) == ["card-1", "selfie-1"])
        #expect(sent.cards[0].fields[.firstName] == "ANNA" && sent.images.map(\.side) == [.front, .back, .selfie])
        #expect(sent.images[0].face == FaceRectangle(x: 1, y: 2, width: 30, height: 40))
        try server.succeed()
        #expect(!service.processNotification(userInfo: nil) && !service.processNotification(userInfo: ["gh": "another"]))
        let notice = VerificationNotice(transaction: server.id).text
        #expect(service.processNotification(userInfo: ["gh": notice]))
        let result = try #require(await handler.result())
        let status: VerifyStatus = result.getValidationStatus()
        #expect(status == .SUCCESS && result.getTransactionId() == server.id.text)
        #expect(result.getUserData()?.getFirstName() == "Anna" && result.getValidationErrors() == nil)
        #expect(result.getValidationClaims()?.first?.value(of: "cardId") == "card-1" && result.getClaims().count == 1)
        let saved = try await create(IdvService.Builder.initWithSavedConfig())
        let told = await completed { (complete: @escaping @Sendable (Result<VerificationResult, IdvError>) -> Void) in
            #expect(saved.processNotification(userInfo: ["gh": notice], onComplete: complete))
        }
        #expect(try told.get() == result)
    }

    @Test("QR codes in both spellings, and Android's names")
    func otherNames() async throws {
        let text = VerificationCodeText(code: Secret(PretendVerifier.code), place: PretendVerifier.place).text
        _ = try await create(IdvService.Builder.initWithNewConfigFromQr(text))
        _ = try await create(IdvService.Builder.initWithNewConfigFromQr(for: text))
        let builder = IdvService.Builder.initWithNewConfigFor(PretendVerifier.code).setApplicationId("app-2")
            .setPushNotificationToken("token").setService(origin: PretendVerifier.place.origin, realm: PretendVerifier.place.realm)
        let service = await completed { (complete: @escaping @Sendable (IdvService) -> Void) in
            builder.create(UIViewController(), complete) { Issue.record("\($0)") }
        }
        let cards = try cards()
        let status = await completed { (complete: @escaping @Sendable (VerifyStatus) -> Void) in
            service.submitDataForValidation(cards, complete) { Issue.record("\($0)") }
        }
        #expect(status == .IN_PROGRESS)
        service.setNotificationHandler(handler)
        #expect(service.processNotification(["gh": VerificationNotice(transaction: server.id).text]))
        let result = try #require(await handler.result())
        let details: DetailedTransactionStatus = result.getValidationStatus()
        #expect(details.getStatus() == .IN_PROGRESS && details.getProviderMessagesList().isEmpty)
        let again = try await completed { service.submitDataForValidation(data: cards, onComplete: $0) }.get()
        #expect(again == .IN_PROGRESS && server.submissions.count == 1)
    }

    @Test("every state has its word, and providers their messages", arguments: VerificationStatus.allCases)
    func states(status: VerificationStatus) async throws {
        let service = try await create(code())
        server.change { state in
            state.report.status = status
            state.report.providers = [.init(provider: "built-in", messages: ["b": "Second.", "a": "First."])]
        }
        service.checkVerificationStatus()
        let result = try #require(await handler.result())
        #expect(result.getStatus().getStatus().rawValue == status.firstGeneration.rawValue)
        #expect(result.getValidationErrors()?.first?.getProviderErrors() == ["First.", "Second."])
        #expect(result.getProviderMessagesList().first?.getMessages() == ["a": "First.", "b": "Second."])
        #expect(VerifyStatus.allCases.count == VerificationStatus.allCases.count - 1)
    }

    @Test("a service isn't made: each failure has its documented name")
    func creationFailures() async throws {
        #expect(await failure(IdvService.Builder.initWithSavedConfig()) == .failedToLoadSavedConfig)
        #expect(await failure(code("999999999999")) == .cannotInitializeIdvService)
        server.change { $0.alter = { _ in HTTPResponse(status: 503) } }
        #expect(await failure(code()) == .cannotUpdatePublicKeys)
        server.change { $0.alter = { _ in HTTPResponse(status: 201, body: Array("{}".utf8)) } }
        #expect(await failure(code()) == .cannotGetServicePublicKey)
        P1Verify.Environment.current.properties = { _ in nil }
        #expect(await failure(code()) == .cannotInitializeIdvService)
    }

    @Test("data aren't submitted, the state isn't read: each failure has its documented name")
    func callFailures() async throws {
        let service = try await create(code())
        await #expect(throws: IdvError.cannotSubmitData) { try await submit([try cards()[1]], by: service) }
        server.change { $0.alter = { _ in HTTPResponse(status: 503) } }
        service.checkVerificationStatus(handler: handler)
        #expect(await handler.error() == .cannotGetValidationStatus)
        server.change { $0.alter = { _ in HTTPResponse(status: 200, body: Array("{}".utf8)) } }
        service.checkVerificationStatus(handler)
        #expect(await handler.error() == .invalidReponseFromIdvService)
        server.change { $0.alter = nil }
        _ = try await submit(try cards(), by: service)
        try server.succeed(signedBy: try JWK.generate(.p256, random: SeededRandom(seed: 99)))
        service.checkVerificationStatus()
        #expect(await handler.error() == .cannotValidateIssuedClaim)
    }

    @Test("a claim goes along with the same card; one that isn't good is told once")
    func reuse() async throws {
        let first = try await create(code())
        _ = try await submit(try cards(), by: first)
        try server.succeed()
        first.checkVerificationStatus()
        #expect(await handler.result()?.getClaims().count == 1)
        time.advance(by: -7200)
        let next = try PretendVerifier(time: time, seed: 77, code: PretendVerifier.secondCode)
        install(next)
        let second = try await create(code(PretendVerifier.secondCode))
        await #expect(throws: IdvError.claimValidationFailed) { try await submit(try cards(), by: second) }
        #expect(try await submit(try cards(), by: second) == .IN_PROGRESS)
        #expect(next.submissions.map(\.claims.count) == [0])
    }

    @Test("a front without a face is refused; without a finder of faces each image is taken")
    func faces() throws {
        let passport = Passport()
        try passport.setFrontImage(image(1))
        #expect(passport.getFaceCoordinates() == CGRect(x: 1, y: 2, width: 30, height: 40) && passport.id_face_width == 30)
        install(server, faces: FixedFace(box: nil))
        #expect(throws: FaceDetectionError.noFace) { try passport.setFrontImage(image(2)) }
        #expect(throws: FaceDetectionError.unreadableImage) { try passport.setFrontImage(UIImage()) }
        install(server, faces: nil)
        try passport.setFrontImage(image(2))
        #expect(passport.getFaceCoordinates() == CGRect(x: 0, y: 0, width: 0, height: 0) && passport.getFirstName().isEmpty)
        #expect(passport.getCardType() == "Passport" && Selfie().getCardType() == "Selfie")
    }

    @Test("preferences are kept sealed; those of a user are opened when the user was recognised")
    func preferences() async throws {
        let opened = await completed { (complete: @escaping @Sendable (EncryptedSharedPreferences) -> Void) in
            EncryptedPreferences.create("file", complete) { Issue.record("\($0)") }
        }
        try opened.putString("key", "value")
        let asked = await completed { (complete: @escaping @Sendable (EncryptedSharedPreferences) -> Void) in
            EncryptedPreferences.createAuthenticated(UIViewController(), "file", complete) { Issue.record("\($0)") }
        }
        #expect(try asked.getString("key", nil) == "value" && asked.getString("other", "default") == "default")
        try asked.putString("key", nil)
        #expect(try opened.getString("key", nil) == nil)
        P1Verify.Environment.current.users = SimulatedVerification(nil)
        #expect(await refusal() == .AuthenticationFailedError)
        P1Verify.Environment.current.users = nil
        #expect(await refusal() == .RequiredAuthenticationNotAvailableError)
        P1Verify.Environment.current.store = { throw StoreError(.io, "broken") }
        #expect(await refusal(asks: false) == .StorageError)
    }

    private func refusal(asks: Bool = true) async -> EncryptedStorageInitializationError? {
        await completed { (complete: @escaping @Sendable (EncryptedStorageInitializationError?) -> Void) in
            let fail: (any Error) -> Void = { complete($0 as? EncryptedStorageInitializationError) }
            if asks {
                EncryptedPreferences.createAuthenticated(UIViewController(), "file", { _ in complete(nil) }, fail)
            } else {
                EncryptedPreferences.create("file", { _ in complete(nil) }, fail)
            }
        }
    }
}

/// Finds the same face in each image; nil for none.
struct FixedFace: FaceFinder {
    var box: CGRect? = CGRect(x: 1, y: 2, width: 30, height: 40)

    func face(in file: [UInt8]) throws(FaceDetectionError) -> CGRect? {
        guard !file.isEmpty else { throw .unreadableImage }
        return box
    }
}
