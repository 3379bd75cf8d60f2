import CVision
import Primitives
import VisionMessages

/// Finds faces, and describes them if there are models.
struct FaceReader {
    private let models: OpaquePointer?

    /// - Parameter models: the directory of the models' files.
    init(models directory: String?) { models = directory.flatMap { vision_open_models($0) } }

    /// The faces, the largest first, and their descriptors.
    func faces(in image: DecodedImage, describing: Bool) -> (faces: [DetectedFace], descriptors: VisionResult<[FaceDescriptor]>) {
        var found = [vision_face](repeating: vision_face(), count: VisionMessageLimits.faces)
        var count = 0
        let status = image.with { vision_find_faces($0, models, describing ? 1 : 0, &found, found.count, &count) }
        let faces = found.prefix(count).sorted { $0.width > $1.width }
        return (faces.map(DetectedFace.init), descriptors(of: faces, status))
    }

    private func descriptors(of faces: [vision_face], _ status: vision_status) -> VisionResult<[FaceDescriptor]> {
        guard models != nil else { return .notAvailable("The models for faces aren't installed; vision-models names their directory.") }
        let descriptors = faces.compactMap(FaceDescriptor.init)
        guard status == VISION_OK, descriptors.count == faces.count else {
            return .notAvailable("The models for faces can't be used; their files may be damaged.")
        }
        return .done(descriptors)
    }
}

extension DetectedFace {
    fileprivate init(_ face: vision_face) {
        let points = withUnsafeBytes(of: face.points) { Array($0.bindMemory(to: Double.self)) }
        self.init(
            box: ImageBox(left: Int(face.left), top: Int(face.top), width: Int(face.width), height: Int(face.height)), score: face.score,
            points: face.has_points == 0 ? nil : (0..<5).map { PixelPoint(x: points[2 * $0], y: points[2 * $0 + 1]) })
    }
}

extension FaceDescriptor {
    /// Nil for a face that wasn't described.
    fileprivate init?(_ face: vision_face) {
        guard face.has_descriptor != 0 else { return nil }
        self.init(withUnsafeBytes(of: face.descriptor) { $0.bindMemory(to: Float.self).map(Double.init) })
    }
}
