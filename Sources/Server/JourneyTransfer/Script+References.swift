import Foundation
import Primitives
package import SignIn
import Store

extension [Script] {
    /// The script of an id or a name, as the script library finds it when a journey runs.
    package func script(_ name: String) -> Script? {
        let id = UUID(text: name)
        return first { $0.id == id } ?? first { $0.name == name }
    }
}

extension Script {
    /// The names of the libraries that the text requires, as far as they stand there as texts.
    var requiredLibraries: [String] {
        text.matches(of: /require\(\s*(?:"([^"\n]{1,256})"|'([^'\n]{1,256})')\s*\)/).compactMap { ($0.1 ?? $0.2).map(String.init) }
    }
}
