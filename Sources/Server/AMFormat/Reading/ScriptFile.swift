/// The file of a script that stands beside the file of a journey which names it.
package struct ScriptFile: Sendable {
    /// The path of the file that names it.
    package let owner: String
    /// The name there, relative to the folder of that file.
    package let name: String
    /// The content, to the byte and not yet read.
    package let bytes: [UInt8]

    package init(owner: String, name: String, bytes: [UInt8]) {
        self.owner = owner
        self.name = name
        self.bytes = bytes
    }
}
