package import Vision
internal import Workers

extension ServerConfiguration {
    /// The configuration for reading images.
    package var vision: ImageReader.Configuration {
        var vision = ImageReader.Configuration(
            program: settings.visionProgram ?? ImageReader.siblingProgram, models: settings.visionModels,
            languages: settings.visionLanguages)
        vision.workers.processes = settings.visionProcesses
        return vision
    }
}
