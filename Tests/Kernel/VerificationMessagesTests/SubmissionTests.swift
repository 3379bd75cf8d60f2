import DeviceMessages
import Foundation
import JOSE
import Primitives
import Testing
import VerificationMessages

@Suite("Submissions")
struct SubmissionTests {
    private let app: VerificationParty
    private let service: VerificationParty
    private let stranger: VerificationParty

    init() throws {
        app = try VerificationParty(seed: 11)
        service = try VerificationParty(seed: 12)
        stranger = try VerificationParty(seed: 13)
    }

    private func message(
        _ submission: VerificationSubmission, naming id: String? = nil, by signer: VerificationParty? = nil
    ) throws -> String {
        let input = submission.signingInput(app: id ?? app.open.thumbprintText)
        let signature = try (signer ?? app).sign(input)
        return try submission.seal(input, signature: signature, for: service.open, random: SeededRandom(seed: 14))
    }

    private func open(
        _ message: String, of transaction: UUID = Sample.transaction, keys: OpeningKey? = nil, at now: Date = Sample.now
    ) throws -> VerificationSubmission {
        try VerificationSubmission(opening: message, of: transaction, by: app.open, keys: try keys ?? service.opener(), at: now)
    }

    @Test("a submission is read as it was signed")
    func opens() throws {
        let submission = try Sample.submission()
        #expect(try open(message(submission)) == submission)
        #expect(submission.images.count == 3)
    }

    @Test("another transaction, another app, another service and a forger are refused")
    func strangers() throws {
        let submission = try Sample.submission()
        let refused = DeviceError(.invalidProof, "")
        #expect(throws: refused) { try open(message(submission), of: SeededRandom(seed: 1).uuid()) }
        #expect(throws: refused) { try open(message(submission), keys: stranger.opener()) }
        #expect(throws: refused) { try open(message(submission, by: stranger)) }
        #expect(throws: refused) { try open(message(submission, naming: stranger.open.thumbprintText)) }
        // Sealed for this transaction, and signed for another.
        var other = submission
        other.transaction = SeededRandom(seed: 1).uuid()
        let input = other.signingInput(app: app.open.thumbprintText)
        let mixed = try submission.seal(input, signature: app.sign(input), for: service.open, random: SeededRandom(seed: 2))
        #expect(throws: refused) { try open(mixed) }
    }

    @Test("a changed byte in each part of the message opens nothing", arguments: 0..<5)
    func changed(part: Int) throws {
        var parts = try message(Sample.submission()).split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        parts[part] = parts[part].isEmpty ? "AA" : (parts[part].hasPrefix("A") ? "B" : "A") + parts[part].dropFirst()
        #expect(throws: DeviceError(.invalidProof, "")) { try open(parts.joined(separator: ".")) }
    }

    @Test("a signature is good for ten minutes, in both directions")
    func times() throws {
        let message = try message(Sample.submission())
        for seconds in [-600.0, 599] { _ = try open(message, at: Sample.second + seconds) }
        for seconds in [-601.0, 601] {
            #expect(throws: DeviceError(.expired, "")) { try open(message, at: Sample.second + seconds) }
        }
    }

    @Test("cards are of a kind each, with a document among them, and no image is there twice", arguments: 0..<5)
    func wrongCards(place: Int) throws {
        var members = try Sample.submission().content
        let (licence, image) = (try Sample.licence(), try Sample.image(.front).reference)
        let selfie = IdentityCard(type: .selfie, id: "s", images: [try Sample.image(.selfie, seed: 3).reference])
        let cards: [IdentityCard] =
            switch place {
            case 0: []
            case 1: [selfie]
            case 2: [licence, licence]
            case 3: [licence, IdentityCard(type: .passport, id: "p", images: [image])]
            default: IdentityCardType.allCases.map { IdentityCard(type: $0, id: "c", images: [image]) }
            }
        members["cards"] = .array(cards.map(\.json))
        #expect(throws: DeviceError(.malformed, "")) { try VerificationSubmission(claims: members) }
    }

    @Test("a submission beyond its bounds isn't sealed")
    func tooLong() throws {
        let submission = try Sample.submission()
        let input = [UInt8](repeating: UInt8(ascii: "a"), count: SubmissionLimits.mostBytes * 4 / 3 + 1)
        #expect(throws: DeviceError(.malformed, "")) {
            try submission.seal(input, signature: [], for: service.open, random: SeededRandom(seed: 1))
        }
    }
}
