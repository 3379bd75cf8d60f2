#if os(Linux)
import Foundation

/// The paths of the files that are mapped into this process: its libraries among them.
package func mappedFiles() -> Set<String> {
    // Line by line, since Foundation takes the first page of this file for all of it.
    guard let file = fopen("/proc/self/maps", "r") else { return [] }
    defer { fclose(file) }
    var paths: Set<String> = []
    var line = [CChar](repeating: 0, count: 8192)
    while fgets(&line, CInt(line.count), file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        if let start = text.firstIndex(of: "/") { paths.insert(text[start...].trimmingCharacters(in: .newlines)) }
    }
    return paths
}
#endif
