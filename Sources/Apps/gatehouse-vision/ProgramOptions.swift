import Primitives
import VisionMessages

/// The arguments of the program.
struct ProgramOptions {
    /// The directory of the models for faces.
    var models: String?
    /// The languages of printed words, as Tesseract names them: `eng`, or `eng+fra`.
    var languages = "eng"

    init(_ arguments: [String]) {
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            switch argument {
            case VisionArgument.models: models = rest.popFirst()
            case VisionArgument.languages: languages = rest.popFirst() ?? languages
            default: break
            }
        }
    }
}
