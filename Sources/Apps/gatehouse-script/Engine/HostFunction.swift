import Primitives
import ScriptMessages

/// The one function through which the bindings reach the world outside: a method's name and its arguments as JSON in, JSON out.
final class HostFunction {
    /// Answers a call with JSON.
    typealias CallHandler = (_ method: String, _ arguments: String) -> ScriptAnswer

    private let answer: CallHandler

    init(_ answer: @escaping CallHandler) { self.answer = answer }

    /// The function as an object of a context. This one must outlive the context.
    func makeFunction(in context: JSContextRef) -> JSObjectRef? {
        var definition = JSClassDefinition()
        definition.callAsFunction = { context, function, _, count, arguments, exception in
            guard let context, let function, let data = JSObjectGetPrivate(function) else { return nil }
            let host = Unmanaged<HostFunction>.fromOpaque(data).takeUnretainedValue()
            return host.call(context, UnsafeBufferPointer(start: arguments, count: count), exception)
        }
        guard let type = JSClassCreate(&definition) else { return nil }
        defer { JSClassRelease(type) }
        return JSObjectMake(context, type, Unmanaged.passUnretained(self).toOpaque())
    }

    private func call(
        _ context: JSContextRef, _ arguments: UnsafeBufferPointer<JSValueRef?>, _ exception: UnsafeMutablePointer<JSValueRef?>?
    ) -> JSValueRef? {
        let texts = arguments.compactMap { JSValueToStringCopy(context, $0, nil).map { JavaScriptText(owning: $0).text() } }
        guard texts.count == 2 else { return refuse("no text", context, exception) }
        switch answer(texts[0], texts[1]) {
        case .value(let value): return JavaScriptText(value.text).flatMap { JSValueMakeString(context, $0.reference) }
        case .refused(let reason): return refuse(reason, context, exception)
        }
    }

    private func refuse(_ reason: String, _ context: JSContextRef, _ exception: UnsafeMutablePointer<JSValueRef?>?) -> JSValueRef? {
        let text = JavaScriptText(reason).flatMap { JSValueMakeString(context, $0.reference) }
        exception?.pointee = JSObjectMakeError(context, 1, [text], nil)
        return JSValueMakeUndefined(context)
    }
}
