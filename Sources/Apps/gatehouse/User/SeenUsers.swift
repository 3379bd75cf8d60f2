import Foundation
import Primitives
import UserFiles

/// The names and ids that a file has had so far, as numbers of eight bytes: of a million users some tens of megabytes.
struct SeenUsers {
    private var numbers: [Int: Int32] = [:]

    /// The reason to refuse a user whose name or id another record has; nil for the first one.
    mutating func problem(with item: UserFile.Item) -> RecordError? {
        guard case .user(let user) = item.content else { return nil }
        let name = user.username.precomposedStringWithCompatibilityMapping.lowercased()
        if let first = add("name \(name)", item.number) { return RecordError("username", "record \(first) has the same name") }
        guard let id = user.id else { return nil }
        return add("id \(id.text)", item.number).map { RecordError("id", "record \($0) has the same id") }
    }

    private mutating func add(_ key: String, _ number: Int) -> Int32? {
        let hash = Array(key.utf8).hashValue
        if let first = numbers[hash] { return first }
        numbers[hash] = Int32(clamping: number)
        return nil
    }
}
