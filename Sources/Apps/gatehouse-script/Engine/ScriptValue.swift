/// A value that outlives the interpreter's next collection of garbage. The interpreter looks for values on the stack and in what it holds
/// itself, and wouldn't find one that is only in an array of ours.
final class ScriptValue {
    let reference: JSValueRef
    private let context: JSGlobalContextRef

    init(_ reference: JSValueRef, in context: JSGlobalContextRef) {
        self.reference = reference
        self.context = JSGlobalContextRetain(context)
        JSValueProtect(context, reference)
    }

    deinit {
        JSValueUnprotect(context, reference)
        JSGlobalContextRelease(context)
    }
}
