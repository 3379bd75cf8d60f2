import DeviceFoundation
import Foundation
import Primitives
import Verification
import VerificationMessages
import VerificationTesting

/// An app of a test: what is needed to start it as often as a test likes over the same store.
struct App {
    let time: ManualTime
    var store: any SecureStore = InMemoryStore()
    var transport: any HTTPTransport
    var images: any PendingImages = PendingImageMemory()
    let random = SeededRandom(seed: 2)

    init(_ server: PretendVerifier) {
        time = server.time
        transport = server
    }

    /// Starts the process.
    func open() async throws(VerificationError) -> IdentityVerification {
        let device = Device(transport: transport, store: store, keepsCookies: false, time: time, random: random)
        return try await IdentityVerification.open(
            VerificationClientConfiguration(place: PretendVerifier.place, application: "app-1", system: "iOS"), on: device, images: images)
    }

    /// A licence with two sides, and a selfie.
    static func cards(_ id: String = "card-1", number: UInt8 = 1) throws -> [CapturedCard] {
        var fields = IdentityFields()
        fields[.firstName] = "ANNA"
        fields[.idNumber] = "D1234567"
        return [
            CapturedCard(
                .drivingLicense, id: id, fields: fields, barcode: Array("@ANSI".utf8),
                images: [
                    CapturedImage(.front, png(number), face: FaceRectangle(x: 1, y: 2, width: 3, height: 4)),
                    CapturedImage(.back, png(number + 1)),
                ]),
            CapturedCard(.selfie, id: "selfie", images: [CapturedImage(.selfie, png(number + 2))]),
        ]
    }

    static func png(_ number: UInt8) -> [UInt8] { PretendVerifier.png(number) }
}
