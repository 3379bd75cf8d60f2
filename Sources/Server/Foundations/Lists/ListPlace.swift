/// A place in a list that is ordered by time and changes meanwhile.
package struct ListPlace: Sendable {
    /// The id of the object after which it is; empty at the beginning.
    package let after: String
    /// The number of objects before it, which says where it is when that object is gone.
    package let passed: Int

    package init(after: String, passed: Int) {
        self.after = after
        self.passed = passed
    }

    /// The beginning.
    package static let start = ListPlace(after: "", passed: 0)
}
