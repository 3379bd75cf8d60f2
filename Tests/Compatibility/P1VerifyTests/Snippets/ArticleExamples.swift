import Foundation
import P1Verify

// The example of the module's article, word for word.

func serviceExample(_ realm: UUID, _ license: DriverLicense, _ selfie: Selfie) {
    IdvService.Builder.initWithNewConfig(for: "123456789012")
        .setService(origin: "https://id.example.com", realm: realm)
        .create { result in
            guard case .success(let service) = result else { return }
            service.submitDataForVerification(data: [license, selfie]) { print($0) }
        }
}
