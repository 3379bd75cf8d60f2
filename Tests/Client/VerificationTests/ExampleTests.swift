import DeviceFoundation
import DeviceMessages
import Foundation
import Primitives
import Testing
import Verification
import VerificationMessages
import VerificationTesting

@Suite("The examples in the comments of Verification")
struct ExampleTests {
    @Test("a verification is begun, and cards are submitted")
    func verification() async throws {
        let time = ManualTime()
        let server = try PretendVerifier(time: time)
        let device = Device(transport: server, store: InMemoryStore(), keepsCookies: false, time: time, random: SeededRandom(seed: 2))
        let configuration = VerificationClientConfiguration(place: PretendVerifier.place, application: "app-1", system: "iOS")
        let (folder, scanned) = (PendingImageMemory(), PretendVerifier.code)
        let address = PushAddress.fcm(token: "t")
        let cards = try App.cards()
        let (licence, selfie) = (cards[0], cards[1])
        let verification = try await IdentityVerification.open(configuration, on: device, images: folder)
        let transaction = try await verification.start(scanned, push: address)
        let report = try await verification.submit([licence, selfie])
        #expect(report.transaction == transaction.id)
    }

    @Test("a passport is captured from a photograph")
    func capture() async throws {
        let photograph = App.png(1)
        let capture = CardCapture(.passport(), id: "passport-1")
        if case .approving = try await capture.take(FileFrame(photograph)) { try await capture.approve() }
        let passport = try await capture.card
        #expect(passport.type == .passport && passport.images == [CapturedImage(.front, photograph)])
    }
}
