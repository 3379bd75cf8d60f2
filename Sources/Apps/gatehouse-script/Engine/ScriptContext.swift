import Primitives
import ScriptMessages

/// The world of one run: a global object of its own with the bindings in it. Nothing of it is left when the run is over.
final class ScriptContext {
    private static let longestMessage = 1000

    let reference: JSGlobalContextRef
    /// The bindings' own functions: `arrange`, `begin` and `finish`, and none that a script can get at.
    private var kit: JSObjectRef?
    private let host: HostFunction
    private let prelude: Prelude

    /// - Parameter host: the line to the server.
    init?(_ group: JSContextGroupRef, host: HostFunction, prelude: Prelude) {
        self.prelude = prelude
        guard let reference = JSGlobalContextCreateInGroup(group, nil) else { return nil }
        self.reference = reference
        self.host = host
        guard let kit = makeKit() else { return nil }
        JSValueProtect(reference, kit)
        self.kit = kit
    }

    deinit {
        if let kit { JSValueUnprotect(reference, kit) }
        JSGlobalContextRelease(reference)
    }

    private func makeKit() -> JSObjectRef? {
        guard case .success(let maker) = evaluate(prelude.text, name: "bindings"),
            let function = JSValueToObject(reference, maker.reference, nil), let call = host.makeFunction(in: reference)
        else { return nil }
        return JSObjectCallAsFunction(reference, function, nil, 1, [call], nil).flatMap { JSValueToObject(reference, $0, nil) }
    }

    /// Runs a text as a program; its lines count from 1.
    func evaluate(_ text: JavaScriptText?, name: String) -> Result<ScriptValue, ScriptFailure> {
        guard let text, let name = JavaScriptText(name) else { return .failure(Self.noMemory) }
        var exception: JSValueRef?
        let value = JSEvaluateScript(reference, text.reference, nil, name.reference, 1, &exception)
        if let exception { return .failure(failure(exception)) }
        return value.map { .success(ScriptValue($0, in: reference)) } ?? .failure(Self.noMemory)
    }

    /// Returns the result of the script: what it has left in its global variables, and the value of its last expression.
    func finish(_ value: ScriptValue) -> Result<JavaScriptText, ScriptFailure> {
        evaluate(prelude.ending, name: "bindings").flatMap { left in call("finish", [left, value]) }
    }

    /// Checks that a text compiles; nil when it does.
    func check(_ text: String, name: String) -> ScriptFailure? {
        guard let text = JavaScriptText(text), let name = JavaScriptText(name) else { return Self.noMemory }
        var exception: JSValueRef?
        guard !JSCheckScriptSyntax(reference, text.reference, name.reference, 1, &exception) else { return nil }
        return exception.map { failure($0, .syntax) } ?? ScriptFailure(.syntax, "the script doesn't compile")
    }

    /// A text as a value of this world; nil when there is no memory.
    func value(_ text: String) -> ScriptValue? {
        JavaScriptText(text).flatMap { JSValueMakeString(reference, $0.reference) }.map { ScriptValue($0, in: reference) }
    }

    /// Calls a function of the bindings; arguments for which there was no memory fail the call.
    func call(_ name: String, _ arguments: [ScriptValue?]) -> Result<JavaScriptText, ScriptFailure> {
        let given: [JSValueRef?] = arguments.map { $0?.reference }
        guard !given.contains(nil) else { return .failure(Self.noMemory) }
        var exception: JSValueRef?
        guard let key = JavaScriptText(name), let kit, let function = JSObjectGetProperty(reference, kit, key.reference, nil),
            let object = JSValueToObject(reference, function, nil)
        else { return .failure(Self.noMemory) }
        let value = withExtendedLifetime(arguments) { JSObjectCallAsFunction(reference, object, nil, given.count, given, &exception) }
        if let exception { return .failure(failure(exception)) }
        guard let text = JSValueToStringCopy(reference, value, &exception) else { return .failure(Self.noMemory) }
        return .success(JavaScriptText(owning: text))
    }

    /// Returns the failure that an exception tells.
    private func failure(_ exception: JSValueRef, _ code: ScriptFailure.Code = .exception) -> ScriptFailure {
        let text = JSValueToStringCopy(reference, exception, nil).map(JavaScriptText.init(owning:))
        let message = text?.text(limit: Self.longestMessage) ?? "an exception that has no text"
        let isSyntax = code == .syntax || message.hasPrefix("SyntaxError")
        return ScriptFailure(
            isSyntax ? .syntax : code, message, line: position("line", exception), column: position("column", exception))
    }

    private func position(_ name: String, _ exception: JSValueRef) -> Int? {
        guard JSValueIsObject(reference, exception), let object = JSValueToObject(reference, exception, nil),
            let name = JavaScriptText(name), let value = JSObjectGetProperty(reference, object, name.reference, nil),
            JSValueIsNumber(reference, value)
        else { return nil }
        return Int(exactly: JSValueToNumber(reference, value, nil)).flatMap { $0 > 0 ? $0 : nil }
    }

    private static let noMemory = ScriptFailure(.result, "out of memory")
}

extension ScriptContext {
    /// Frees what old worlds have left, now; the public function only asks for it some time, which never comes between runs.
    func collectGarbage() { JSGarbageCollect(reference) }
}
