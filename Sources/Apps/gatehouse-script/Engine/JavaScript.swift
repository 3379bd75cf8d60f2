// JavaScriptCore under its Linux name or Apple's.
#if canImport(CJavaScriptCore)
@_exported import CJavaScriptCore
#else
@_exported import JavaScriptCore

@_silgen_name("JSContextGroupSetExecutionTimeLimit")
func JSContextGroupSetExecutionTimeLimit(
    _ group: JSContextGroupRef?, _ seconds: Double, _ callback: (@convention(c) (JSContextRef?, UnsafeMutableRawPointer?) -> Bool)?,
    _ user: UnsafeMutableRawPointer?)

@_silgen_name("JSSynchronousGarbageCollectForDebugging")
func JSSynchronousGarbageCollectForDebugging(_ context: JSContextRef?)
#endif

/// A text of JavaScript, released with the last copy.
final class JavaScriptText {
    let reference: JSStringRef

    /// - Parameter reference: becomes this object's.
    init(owning reference: JSStringRef) { self.reference = reference }

    /// Nil when there is no memory.
    init?(_ text: String) {
        // By UTF-16: a text may hold U+0000, at which the function for C strings would stop.
        let units = Array(text.utf16)
        guard let reference = JSStringCreateWithCharacters(units, units.count) else { return nil }
        self.reference = reference
    }

    deinit { JSStringRelease(reference) }

    var count: Int { JSStringGetLength(reference) }

    /// The text, at most `limit` units of it.
    func text(limit: Int = .max) -> String {
        let units = UnsafeBufferPointer(start: JSStringGetCharactersPtr(reference), count: min(count, limit))
        return String(decoding: units, as: UTF16.self)
    }
}
