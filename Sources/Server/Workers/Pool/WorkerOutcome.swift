/// The result of a piece of work that left its worker ready for the next one.
package struct WorkerOutcome<Value: Sendable>: Sendable {
    package let value: Value
    /// The size of the process now, in MiB; 0 when it isn't known.
    package let mebibytes: Int
    /// Whether the party is put under suspicion, since the work had to be stopped.
    package let isSuspect: Bool

    package init(_ value: Value, mebibytes: Int = 0, isSuspect: Bool = false) {
        self.value = value
        self.mebibytes = mebibytes
        self.isSuspect = isSuspect
    }
}
