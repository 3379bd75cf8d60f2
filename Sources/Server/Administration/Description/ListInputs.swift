import ResourceMessages

// The inputs of lists that are read in parts, which the pages of the administration API fill in. Commands name `after` and `limit`.
extension Member where Owner: AdministrativeAction {
    /// The key of the object after which the list begins.
    static func after(_ path: any WritableKeyPath<Owner, String> & Sendable) -> Member {
        Member(ListInput.after.rawValue, path, .text(0...2048)).saying("the key after which the list begins")
    }

    /// The number of objects before the list's beginning, where its key can't say it.
    static func passed(_ path: any WritableKeyPath<Owner, Int> & Sendable) -> Member {
        Member(ListInput.passed.rawValue, path, .integer(0...Int(Int32.max)))
    }

    /// The greatest number of objects.
    static func limit(_ path: any WritableKeyPath<Owner, Int> & Sendable) -> Member {
        Member(ListInput.limit.rawValue, path, .integer(1...1000))
    }
}

/// The names of the inputs of lists.
package enum ListInput: String, Sendable {
    case after, passed, limit
}
