import Foundation
import JOSE
import Primitives
import VerificationMessages

// The example of the module's article, word for word.

func submissionExample(
    _ photograph: [UInt8], _ configuration: VerificationConfiguration, _ key: JWK, _ now: Date
) throws -> ([UInt8], [UInt8]) {
    let (front, upload) = try ImageReference.seal(photograph, id: UUID(), side: .front, random: SystemRandom())
    let card = IdentityCard(type: .passport, id: "passport", images: [front])
    let submission = VerificationSubmission(
        transaction: configuration.transaction, token: configuration.token, cards: [card], issuedAt: now)
    let input = submission.signingInput(app: key.thumbprintText)
    return (input, upload)
}
