import Foundation

/// The options for running JavaScriptCore, which it reads from the environment when it starts.
enum InterpreterOptions {
    /// - No compiler to machine code: decisions are short, and the compilers are where interpreters break out. So no memory of
    ///   this process is ever writable and executable.
    /// - One thread for garbage: several would compete with the server's.
    /// - No WebAssembly, no memory shared between threads.
    private static let options = [
        "JSC_useJIT": "0", "JSC_useRegExpJIT": "0", "JSC_useWasm": "0", "JSC_useSharedArrayBuffer": "0", "JSC_numberOfGCMarkers": "1",
        "JSC_useConcurrentGC": "0",
    ]

    static func set() {
        for (name, value) in options { setenv(name, value, 1) }
    }
}
