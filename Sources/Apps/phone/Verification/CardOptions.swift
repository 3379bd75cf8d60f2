import ArgumentParser
import Foundation
import Primitives
import Verification
import VerificationMessages
import VisionMessages

/// The photographs that are submitted.
struct CardOptions: ParsableArguments {
    @Option(
        name: .customLong("license"), parsing: .upToNextOption,
        help: ArgumentHelp("A driver licence: the photographs of its front and its back.", valueName: "file"))
    var licence: [String] = []
    @Option(parsing: .upToNextOption, help: ArgumentHelp("An identification card: its front and its back.", valueName: "file"))
    var idCard: [String] = []
    @Option(parsing: .upToNextOption, help: ArgumentHelp("A residence permit: its front and its back.", valueName: "file"))
    var residencePermit: [String] = []
    @Option(help: ArgumentHelp("A passport: the page with the photograph.", valueName: "file"))
    var passport: String?
    @Option(help: ArgumentHelp("The user's face.", valueName: "file"))
    var selfie: String?

    func validate() throws {
        for (name, files) in [("--license", licence), ("--id-card", idCard), ("--residence-permit", residencePermit)] where files.count > 2
        {
            throw ValidationError("\(name) takes the front and the back, no more")
        }
    }

    /// Whether no photographs are given.
    var isEmpty: Bool { files.isEmpty }

    /// The cards, with the photographs read from their files.
    func cards() throws -> [CapturedCard] {
        try files.map { type, files in
            let sides = [type.sides.required, type.sides.optional].compactMap(\.self)
            let images = try zip(sides, files).map { CapturedImage($0, try Self.image($1)) }
            return CapturedCard(type, id: type.rawValue.lowercased(), images: images)
        }
    }

    private var files: [(IdentityCardType, [String])] {
        let all: [(IdentityCardType, [String])] = [
            (.drivingLicense, licence), (.idCard, idCard), (.residencePermit, residencePermit), (.passport, [passport].compactMap(\.self)),
            (.selfie, [selfie].compactMap(\.self)),
        ]
        return all.filter { !$0.1.isEmpty }
    }

    private static func image(_ path: String) throws -> [UInt8] {
        // An image: no byte order mark.
        guard let data = FileManager.default.contents(atPath: path) else { throw PhoneFailure("\(path) can't be read") }
        do { _ = try ImageHeader(of: [UInt8](data)) } catch { throw PhoneFailure("\(path): \(error.reason)") }
        return [UInt8](data)
    }
}
