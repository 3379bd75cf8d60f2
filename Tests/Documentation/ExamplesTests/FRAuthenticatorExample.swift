import FRAuthenticator
import Foundation

func frAuthenticatorExample(url: URL) {
    FRAClient.start()
    FRAClient.shared?.createMechanismFromUri(
        uri: url,
        onSuccess: { mechanism in
            if let mechanism = mechanism as? TOTPMechanism { print(try? mechanism.generateCode().code ?? "") }
        }, onError: { error in print(error) })
}
