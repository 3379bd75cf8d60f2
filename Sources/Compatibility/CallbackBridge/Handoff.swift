/// Carries an app's closure or object into a task. The documented API takes them without asking for `Sendable`; each is used by
/// one task at a time, as the documented SDK does.
package struct Handoff<Value>: @unchecked Sendable {  // used by one task at a time
    package let value: Value

    package init(_ value: Value) { self.value = value }
}
