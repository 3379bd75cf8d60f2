import Primitives
package import VisionMessages
import Workers

/// The failure to read an image.
package struct VisionError: CodedError, CustomStringConvertible {
    /// The reason of the failure.
    package enum Code: Sendable, Equatable {
        /// The image is none that is taken.
        case refused(ImageRefusal.Code)
        /// The image took more processor time or time than one may.
        case time
        /// The image took more memory than one may.
        case memory
        /// The process that read the image died.
        case crashed
        /// Too many images are waiting; try later.
        case overloaded
        /// There is nothing to read images with.
        case unavailable
    }

    package let code: Code
    /// A sentence for the user of the image, or the operator.
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    init(_ refusal: ImageRefusal) { self.init(.refused(refusal.code), refusal.reason) }

    init(_ error: WorkerError) {
        switch error.code {
        case .time: self.init(.time, "Reading the image took too long; send a simpler or smaller one.")
        case .memory: self.init(.memory, "Reading the image took too much memory; send a smaller one.")
        case .crashed: self.init(.crashed, "The process that read the image failed: \(error.reason)")
        case .overloaded: self.init(.overloaded, "Too many images are waiting to be read; try again soon.")
        case .unavailable, .unconfined: self.init(.unavailable, "Images can't be read here: \(error.reason)")
        }
    }

    package var description: String { reason }

    /// The error's name among the metrics.
    var label: String {
        switch code {
        case .refused: "refused"
        case .time: "time"
        case .memory: "memory"
        case .crashed: "crashed"
        case .overloaded: "overloaded"
        case .unavailable: "unavailable"
        }
    }
}
