import Primitives

/// The bindings that every run begins with, in JavaScript: the files of the folder `Prelude`, one after another, as the body of a
/// function whose parameter is the line to the server.
///
/// Kept as the interpreter's own texts, so that it finds by their identity what it has compiled of them.
struct Prelude {
    let text: JavaScriptText?
    /// Looks at the global variables by which a script tells its decision, also at those that no global object has: `let` and
    /// `const`.
    let ending: JavaScriptText?

    init() {
        let files = [
            PackageResources.collections_js, PackageResources.state_js, PackageResources.action_js, PackageResources.callbacks_js,
            PackageResources.answers_js, PackageResources.text_js, PackageResources.server_js, PackageResources.accessors_js,
            PackageResources.java_js, PackageResources.bindings_js,
        ]
        let body = files.map { String(decoding: $0, as: UTF8.self) }.joined()
        text = JavaScriptText("(function (host) { \"use strict\";\n\(body)\n})")
        let names = ["outcome", "action", "auditEntryDetail", "config"]
        ending = JavaScriptText("[\(names.map { "typeof \($0) === 'undefined' ? undefined : \($0)" }.joined(separator: ", "))]")
    }
}
