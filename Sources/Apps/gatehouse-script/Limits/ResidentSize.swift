import CConfinement
import Foundation
import Primitives

/// The amount of memory that the process has, from a file that is opened while files may still be opened.
struct ResidentSize: Sendable {
    private static let mebibyte = 1 << 20

    private let file: Int32
    private let pageSize: Int

    init() {
        file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        pageSize = sysconf(Int32(_SC_PAGESIZE))
    }

    /// The size in MiB; the largest that it has been where there is no such file.
    var mebibytes: Int {
        var text = [UInt8](repeating: 0, count: 128)
        let count = pread(file, &text, text.count, 0)
        let fields = text.prefix(max(0, count)).split(separator: UInt8(ascii: " "))
        guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else { return Int(peak_mebibytes()) }
        return pages * pageSize / Self.mebibyte
    }
}
