import Primitives

/// A face as 128 numbers: those of one person lie near each other.
///
/// The model is dlib's `dlib_face_recognition_resnet_model_v1`, which was trained for a threshold of 0.6 (dlib's example
/// `dnn_face_recognition_ex.cpp`).
public struct FaceDescriptor: Sendable, Equatable {
    /// The name of the model whose numbers these are; distances between different models' descriptors mean nothing.
    public static let model = "dlib_face_recognition_resnet_model_v1"
    /// The number of numbers.
    public static let count = 128
    private static let bounds = -10.0...10.0

    /// The numbers.
    public let values: [Double]

    /// Makes a descriptor of its numbers; nil unless there are ``count`` of them, each between -10 and 10.
    public init?(_ values: [Double]) {
        guard values.count == Self.count, values.allSatisfy(Self.bounds.contains) else { return nil }
        self.values = values
    }

    var json: JSONValue { ["values": .array(values.map { .number($0) })] }

    init(_ fields: MessageFields) throws(VisionMessageError) {
        values = try fields.numbers("values", count: Self.count, in: Self.bounds)
    }

    /// The Euclidean distance from another face's descriptor: 0 for the same picture; one person's pictures lie below 0.6.
    public func distance(to other: FaceDescriptor) -> Double {
        zip(values, other.values).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
    }
}
