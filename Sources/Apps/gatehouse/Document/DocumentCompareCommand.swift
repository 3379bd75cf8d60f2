import ArgumentParser
import GatehouseServer
import Primitives
import Vision
import VisionMessages

/// `gatehouse document compare`
struct DocumentCompareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare", abstract: "Compare the face of a document with a selfie; each must show one.",
        discussion: """
            The second picture is refused when it seems to show a picture of a person. Needs the models that vision-models names. Fails where no comparison is possible; that the faces are different persons' is a result.

            Example:
              gatehouse document compare licence.jpg selfie.jpg --vision-models /usr/share/gatehouse/models
            """)

    @Argument(help: "The document, or an earlier picture of the person.", completion: .file()) var first: String
    @Argument(help: "The selfie.", completion: .file()) var second: String
    @Flag(help: "The second picture is of a document, too.") var documents = false
    @OptionGroup var settings: VisionFlags
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let reader = ImageReader(try ServerConfiguration(settings.resolve()).vision)
        let descriptors: (FaceDescriptor, FaceDescriptor)
        do {
            descriptors = (
                try await Self.descriptor(first, [], reader), try await Self.descriptor(second, documents ? [] : [.recapture], reader)
            )
        } catch {
            await reader.close()
            throw error
        }
        await reader.close()
        let distance = descriptors.0.distance(to: descriptors.1)
        let accepted = FaceMatchStrictness.allCases.filter { $0.accepts(distance: distance) }.map(\.rawValue)
        output.show([
            "distance": .number((distance * 1000).rounded() / 1000), "samePersonBy": .array(accepted.map { .string($0) }),
            "model": .string(FaceDescriptor.model),
        ])
    }

    private static func descriptor(_ file: String, _ readings: Set<VisionReading>, _ reader: ImageReader) async throws -> FaceDescriptor {
        let report = try await InputFile.naming(file) {
            try await reader.read(readings.union([.faces, .descriptors]), from: InputFile.bytes(file))
        }
        guard case .one(let face) = FaceFinding(in: report) else {
            throw CommandFailure("\(file): \(FaceFinding(in: report)?.reason ?? "there is no face")")
        }
        switch report.descriptors {
        case .done(let descriptors):
            guard let place = report.faces?.firstIndex(of: face), descriptors.indices.contains(place) else {
                throw CommandFailure("\(file): the face has no descriptor")
            }
            return descriptors[place]
        case .notAvailable(let reason): throw CommandFailure(reason)
        case nil: throw CommandFailure("\(file): the face has no descriptor")
        }
    }
}
