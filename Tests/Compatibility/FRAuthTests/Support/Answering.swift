import FRAuth
import Testing

extension Node {
    /// Fills in user name and password wherever they are asked for, and sends the node.
    func signIn<T>(_ password: String = "Ch4ng3it!") async -> Outcome<T> {
        for callback in callbacks {
            (callback as? NameCallback)?.setValue("demo")
            (callback as? PasswordCallback)?.setValue(password)
        }
        return await outcome { self.next(completion: $0) }
    }

    /// The first callback of a class.
    func first<Wanted: DocumentedCallback>(_ type: Wanted.Type) throws -> Wanted {
        try #require(callbacks.lazy.compactMap { $0 as? Wanted }.first)
    }
}
