public import Foundation

/// The files of published vectors that the tests are parameterised by.
public enum TestVectors {
    /// The contents of a file in `Tests/Support/TestVectors/Files`.
    public static func data(_ name: String) throws -> Data {
        try Data(contentsOf: Bundle.module.url(forResource: "Files/\(name)", withExtension: nil) ?? URL(filePath: name))
    }
}
