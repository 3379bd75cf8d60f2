/// The arguments by which a server starts the program that reads images; each is followed by its value.
public enum VisionArgument {
    /// The directory of the models for faces.
    public static let models = "--models"
    /// The languages of printed words, as Tesseract names them, joined by `+`.
    public static let languages = "--languages"
}
