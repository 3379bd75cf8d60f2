import CUnicode
import Primitives

/// The mixtures of scripts that user names may have (UTS 39 §5.2).
package enum UserNameScripts: String, Sendable, Codable, CaseIterable {
    /// One script, or Latin letters with those of Chinese, Japanese or Korean; of each, the characters that are in common use.
    case highlyRestrictive = "highly-restrictive"
    /// Any.
    case any
}

/// The check of names' scripts.
struct NameScripts: @unchecked Sendable {  // ICU allows a checker that isn't changed any more to all threads at once (uspoof.h).
    static let highlyRestrictive = NameScripts()

    private let checker: UnsafeRawPointer?

    private init() { checker = gatehouse_open_checker() }

    /// Whether each part of a folded name keeps to one script, or a usual mixture. The texts around an `@`, a `+` or a space are words
    /// of their own. Without the library's data nothing is allowed that isn't ASCII.
    func allow(_ key: String) -> Bool {
        let separators = "@+ ".utf8
        return key.utf8.split { separators.contains($0) }.allSatisfy { part in
            if part.allSatisfy({ $0 < 0x80 }) { return true }
            guard let checker else { return false }
            return part.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer {
                gatehouse_passes(checker, $0.baseAddress, Int32($0.count))
            }
        }
    }
}
